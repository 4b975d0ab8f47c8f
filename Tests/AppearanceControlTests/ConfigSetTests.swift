import AppearanceTestSupport
import Foundation
import Testing

/// `appearancectl config set` and `config show`.
@Suite(.bounded) struct ConfigSetTests {
    private let home: TestHome

    init() throws { home = try TestHome() }

    private func run(
        _ words: String...
    ) throws -> (status: AppearanceTestSupport.ExitStatus, output: String, errors: String) {
        let finished = try ChildProcess.run(
            BuiltProducts.appearancectl, ["config"] + words, environment: home.environment)
        return (finished.status, finished.output, finished.errors)
    }

    private var text: String {
        (try? String(contentsOfFile: home.configurationFile, encoding: .utf8)) ?? ""
    }

    @Test func `a value is set in its place, and the rest of the file is kept`() throws {
        let before = "# mine\n[ambient] # light\ndark_below = 40 # dim\n\n[sensor]\npoll = \"1s\"\n"
        try home.write(configuration: before)
        let outcome = try run("set", "ambient.dark_below", "60")
        #expect(outcome.status == .exited(0), "\(outcome)")
        #expect(text == before.replacingOccurrences(of: "= 40", with: "= 60"))
        #expect(outcome.output == "\(home.configurationFile): ambient.dark_below 40.0 → 60.0\n")
        #expect(
            try run("set", "ambient.dark_below", "60").output.hasSuffix(
                "has these values already.\n"))
    }

    @Test func `without a home nothing is written to the folder of the system`() throws {
        var environment = home.environment
        environment["XDG_CONFIG_HOME"] = nil
        environment["HOME"] = ""
        environment["XDG_CONFIG_DIRS"] = home.path + "/xdg"
        for words in [["init"], ["path"], ["set", "sensor.poll", "2s"], ["edit"]] {
            let finished = try ChildProcess.run(
                BuiltProducts.appearancectl, ["config"] + words, environment: environment)
            #expect(finished.status == .exited(1), "\(words)")
            #expect(
                finished.errors.contains("neither XDG_CONFIG_HOME nor HOME is set"),
                "\(finished.errors)")
        }
        #expect(!FileManager.default.fileExists(atPath: home.path + "/xdg"))
    }

    @Test func `a missing file is created, and a text needs no quotes`() throws {
        #expect(try run("set", "schedule.dark", "21:30", "sensor.poll", "2s").status == .exited(0))
        #expect(text.contains("[schedule]\ndark = \"21:30\"\n"), "\(text)")
        #expect(text.contains("[sensor]\npoll = \"2s\"\n"), "\(text)")
    }

    @Test(arguments: [
        (
            "desktop.wallpaper",
            "desktop.wallpaper.light, desktop.wallpaper.dark, desktop.wallpaper.night."
        ),
        ("hooks", "hooks.parallel, hooks.timeout, hooks.on_start, and 1 more."),
        ("dark_below", "ambient.dark_below, ambient.percent.dark_below."),
    ])
    func `the keys of a table, or those that end so, are listed`(path: String, keys: String) throws
    {
        let outcome = try run("set", path, "1")
        #expect(outcome.status == .exited(1))
        #expect(
            outcome.errors == """
                appearancectl: "\(path)" is more than one key: \(keys)
                See them all: appearancectl config explain \(path)

                """)
        #expect(text == "")
    }

    @Test func `a negative number is a value`() throws {
        let outcome = try run("set", "location.latitude", "-33.4", "location.longitude", "-70.6")
        #expect(outcome.status == .exited(0), "\(outcome)")
        #expect(text.contains("latitude = -33.4\n") && text.contains("longitude = -70.6\n"))
        let other = try run("set", "location.latitude", "--", "-34", "sensor.poll", "2s")
        #expect(other.status == .exited(0), "\(other)")
        #expect(text.contains("latitude = -34\n"))
    }

    @Test func `a path of other bytes is another path`() throws {
        let before = "[desktop.wallpaper]\nlight = \"/e\u{301}\"\ndark = \"/b\"\n"
        try home.write(configuration: before)
        let outcome = try run("set", "desktop.wallpaper.light", "/\u{E9}")
        #expect(outcome.output == "\(home.configurationFile): changed\n", "\(outcome)")
        #expect(text.utf8.elementsEqual(before.replacing("e\u{301}", with: "\u{E9}").utf8))
    }

    @Test func `a list is replaced as a whole`() throws {
        try home.write(configuration: "[sensor]\nignore = [ \"a]\", # one\n  'b' ] # two\n")
        #expect(try run("set", "sensor.ignore", #"["als"]"#).status == .exited(0))
        #expect(text == "[sensor]\nignore = [\"als\"] # two\n")
    }

    @Test func `keys that depend on each other are changed together, or not at all`() throws {
        let alone = try run("set", "ambient.dark_below", "200")
        #expect(alone.status == .exited(1))
        #expect(
            alone.errors.hasPrefix(
                """
                appearancectl: \(home.configurationFile) is unchanged: it would be invalid.
                  ambient.dark_below: must be below
                """), "\(alone)")
        #expect(text.isEmpty)
        let both = try run("set", "ambient.dark_below", "200", "ambient.light_above", "400")
        #expect(both.status == .exited(0), "\(both)")
    }

    @Test(arguments: [
        (["ambient.dark_below", "dim"], "of ambient.dark_below: "),
        (["ambient.drak_below", "5"], "did you mean ambient.dark_below?"),
        (["sensor.poll"], "sensor.poll has no value"),
        (["sensor.poll=2s"], "write a key and its value without =, as two words"),
        (["sensor.poll", "=", "2s"], "write a key and its value without =, as two words"),
        (["sensor.poll", "1s", "poll", "2s"], "sensor.poll has two values; give one."),
        (["hooks.parallel", "-1"], "of hooks.parallel: -1 is out of range"),
        (["ambient.dark_below", "1\nx = 2"], "of ambient.dark_below: "),
        (
            ["location.time_zone", "Europe/Berlim"],
            "is unchanged: it would be invalid.\n  location.time_zone: there is no time zone"
        ),
    ])
    func `an invalid change names the reason and writes nothing`(
        _ words: [String], _ reason: String
    ) throws {
        let finished = try ChildProcess.run(
            BuiltProducts.appearancectl, ["config", "set"] + words, environment: home.environment)
        #expect(finished.status != .exited(0))
        #expect(finished.errors.contains(reason), "\(finished.errors)")
        #expect(text.isEmpty)
    }

    /// As home-manager makes it: a link to a file that nobody may write, in such a folder.
    @Test(
        .row("N45"),
        arguments: [["config", "set", "ambient.dark_below", "60"], ["config", "edit"]])
    func `a read-only file stays, and the lines to set are printed`(words: [String]) throws {
        let before = "[ambient]\ndark_below = 40.0\n"
        let target = try home.write(before, to: "store/config.toml")
        try FileManager.default.createDirectory(
            atPath: home.configHome + "/appearanced", withIntermediateDirectories: true)
        try #require(symlink(target, home.configurationFile) == 0)
        try #require(chmod(home.path + "/store", 0o555) == 0)
        defer { chmod(home.path + "/store", 0o755) }
        let command = FilePermissions.enforced + [BuiltProducts.appearancectl] + words
        let run = try ChildProcess.run(
            command[0], Array(command.dropFirst()),
            environment: home.environment.merging(["EDITOR": "sed -i s/40/60/"]) { $1 })
        #expect(run.status == .exited(1), "\(run)")
        let lines = run.errors.split(separator: "\n")
        #expect(
            lines.first == """
                appearancectl: \(home.configurationFile) is read-only and is unchanged. \
                It is a link to \(target).
                """)
        #expect(
            lines.dropFirst()
                == (words.contains("set")
                    ? ["Set this where that file is made:", "  ambient.dark_below = 60"]
                    : ["Change it where that file is made."]),
            "\(run.errors)")
        #expect(text == before)
        let link = try FileManager.default.destinationOfSymbolicLink(
            atPath: home.configurationFile)
        #expect(link == target)
    }

    @Test func `each value is shown with its line, or as the default`() throws {
        try home.write(
            configuration: "[ambient]\ndark_below = 50\n[schedule.sunday]\nlight = \"09:00\"\n")
        let lines = try run("show").output.split(separator: "\n").map {
            $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        }
        #expect(lines.first == home.configurationFile)
        #expect(lines.contains("ambient.dark_below = 50.0 line 2"), "\(lines)")
        #expect(lines.contains("ambient.light_above = 80.0 default"))
        #expect(lines.contains("schedule.sunday.light = \"09:00\" line 4"))
        let json = try run("show", "--json").output
        #expect(json.contains(#""ambient.dark_below":{"value":"50.0","line":2}"#), "\(json)")
    }
}
