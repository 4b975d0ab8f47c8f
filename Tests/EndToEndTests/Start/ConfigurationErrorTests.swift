import AppearanceTestSupport
import Foundation
import Testing

/// An invalid configuration: refused if it was given by option, reported if it was found.
@Suite(.bounded, .requires(.bus)) struct ConfigurationErrorTests {
    private static let misspelt = "[ambient]\npolicy = \"sensor\"\ndark_bellow = 30.0\n"
    private static let problem = "3:1: ambient.dark_bellow: unknown key; did you mean `dark_below`?"

    @Test(
        .row("C2"),
        arguments: [
            (misspelt, problem),
            ("[ambient]\ndark_below = \"low\"\n", "2:14: ambient.dark_below: "),
            ("[ambient]\ndark_below = 90.0\n", "2:14: ambient.dark_below: must be below"),
            ("[ambient.dwell]\nlight_to_dark = \"-5s\"\n", "2:17: ambient.dwell.light_to_dark: "),
            ("[location]\nlatitude = 9999\nlongitude = 1e308\n", "2:12: location.latitude: "),
            ("[ambient\n", "1:9: "),
        ])
    func `a file given by option must be valid`(text: String, words: String) throws {
        let home = try TestHome()
        let bus = try PrivateBus(in: home)
        let file = try home.write(text, to: "mine.toml")
        for arguments in [["--config", file], ["--check", "--config", file]] {
            let run = try ChildProcess.run(
                BuiltProducts.appearanced, arguments,
                environment: home.environment.merging(bus.environment) { $1 })
            #expect(run.status == .exited(78))
            #expect(run.errors.contains("\(file):\(words)"), "\(run.errors)")
            #expect(!isThere(home.socket))
        }
    }

    @Test(arguments: ["absent", "directory", "fifo", "huge"])
    func `a path that is not a regular file is refused with its name`(kind: String) throws {
        let home = try TestHome()
        let file = home.path + "/mine.toml"
        switch kind {
        case "directory":
            try FileManager.default.createDirectory(
                atPath: file, withIntermediateDirectories: false)
        case "fifo": try #require(mkfifo(file, 0o600) == 0)
        case "huge":
            try home.write("", to: file)
            try #require(truncate(file, 1 << 30) == 0)
        default: break
        }
        let run = try ChildProcess.run(
            BuiltProducts.appearanced, ["--check", "--config", file],
            environment: home.environment)
        #expect(run.status == .exited(78))
        #expect(run.errors.contains("\(file): "), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1)
    }

    @Test func `--check reports every error in the format of a compiler`() throws {
        let home = try TestHome()
        let text = "[ambient]\ndark_bellow = 30.0\nlight_above = \"80\"\n[sensor]\npoll = \"1x\"\n"
        let file = try home.write(text, to: "mine.toml")
        let run = try ChildProcess.run(
            BuiltProducts.appearanced, ["--check", "--config", file],
            environment: home.environment)
        let lines = run.errors.split(separator: "\n")
        #expect(lines.count == 3, "\(run.errors)")
        for (line, place) in zip(lines, ["2:1", "3:15", "5:8"]) {
            #expect(line.hasPrefix("\(file):\(place): "), "\(line)")
        }
    }

    @Test func `--check accepts a valid file`() throws {
        let home = try TestHome.inDaylight()
        let found = try ChildProcess.run(
            BuiltProducts.appearanced, ["--check"], environment: home.environment)
        #expect(found.status == .exited(0))
        #expect(found.output == "\(home.configurationFile) is valid\n")
        let none = try ChildProcess.run(
            BuiltProducts.appearanced, ["--check"], environment: TestHome().environment)
        #expect(none.status == .exited(0))
        #expect(
            none.output == "there is no configuration file; the built-in defaults are in effect\n")
    }

    @Test(.requires(.busClient))
    func `an invalid default file is reported and does not end the daemon`() throws {
        let home = try TestHome()
        try home.write(configuration: Self.misspelt)
        let daemon = try RunningDaemon(home: home)
        let problem = "\(home.configurationFile):\(Self.problem)"
        let message = "\(problem); the built-in defaults are in effect"
        #expect(try daemon.busClient().get("ConfigurationError") == .string(message))
        #expect(try daemon.status()["configuration_error"] == .string(message))
        let status = try daemon.appearancectl("status").output
        #expect(status.contains("configuration  invalid: \(message)\n"), "\(status)")
        let limits = try daemon.connect().call("Explain")["parameters"]["explanation"]["light"]
        #expect(limits["thresholds"]["dark_below"].number == 40, "the built-in default holds")
        try daemon.process.terminate()
        #expect(daemon.log("<3>") == [problem])
        #expect(
            daemon.log("<4>") == ["the built-in defaults are in effect until the file is fixed"])
    }

    @Test func `of several errors the first is logged and the others counted`() throws {
        let home = try TestHome()
        try home.write(configuration: Self.misspelt + "[sensor]\npoll = \"1x\"\nname = 1\n")
        let daemon = try RunningDaemon(home: home)
        let problem = "\(home.configurationFile):\(Self.problem) (and 2 more problems)"
        let told = try daemon.status()["configuration_error"]
        #expect(told == .string(problem + "; the built-in defaults are in effect"))
        try daemon.process.terminate()
        #expect(daemon.log("<3>").count == 3)
    }

    // MARK: Where it is looked for

    /// By the XDG Base Directory Specification a path that is not absolute is as good as none.
    @Test(
        .row("C7"),
        arguments: [
            ["XDG_CONFIG_HOME": "relative"], ["XDG_CONFIG_HOME": ""],
            ["XDG_CONFIG_HOME": "", "XDG_CONFIG_DIRS": ""], ["XDG_CONFIG_DIRS": "relative::"],
        ])
    func `a relative or empty directory counts as unset`(changes: [String: String]) throws {
        let home = try TestHome.inDaylight()
        try home.write(TestHome.daylight, to: ".config/appearanced/config.toml")
        let run = try ChildProcess.run(
            BuiltProducts.appearanced, ["--check"],
            environment: home.environment.merging(changes) { $1 })
        let found =
            changes["XDG_CONFIG_HOME"] == nil
            ? home.configurationFile : home.path + "/.config/appearanced/config.toml"
        #expect(run.output == "\(found) is valid\n", "\(run.errors)")
        #expect(run.status == .exited(0))
    }

    @Test func `of several system-wide directories the first with a file is used`() throws {
        let home = try TestHome()
        for name in ["b", "c"] { try home.write("", to: "\(name)/appearanced/config.toml") }
        let run = try ChildProcess.run(
            BuiltProducts.appearanced, ["--check"],
            environment: home.environment.merging([
                "HOME": "", "XDG_CONFIG_HOME": "",
                "XDG_CONFIG_DIRS": ["a", "b", "c"].map { "\(home.path)/\($0)" }
                    .joined(separator: ":"),
            ]) { $1 })
        #expect(run.output == "\(home.path)/b/appearanced/config.toml is valid\n")
    }
}
