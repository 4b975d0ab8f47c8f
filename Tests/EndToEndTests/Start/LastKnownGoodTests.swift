import AppearanceTestSupport
import Foundation
import Testing

/// A start with an invalid configuration: the last valid one is in effect.
@Suite(.bounded, .requires(.bus)) struct LastKnownGoodTests {
    // Times of day that move with the clock: taken once, so that a text stays the same.
    private let daylight = TestHome.daylight
    private let evening = TestHome.evening + "[ambient]\ndark_below = 30.0\n"
    private let misspelt = TestHome.daylight + "[ambient]\ndark_bellow = 30.0\n"
    private static let problem =
        "10:1: ambient.dark_bellow: unknown key; did you mean `dark_below`?"

    private let home: TestHome
    private let bus: PrivateBus
    private var copy: String { home.stateHome + "/appearanced/last-good-config.toml" }

    init() throws {
        home = try TestHome()
        bus = try PrivateBus(in: home)
    }

    /// A daemon that has run with the configuration of an evening, and has ended.
    private func runInTheEvening() throws {
        try home.write(configuration: evening)
        try run()
    }

    /// A daemon that has run, and has ended in order.
    private func run(_ arguments: String...) throws {
        let daemon = try RunningDaemon(arguments: arguments, home: home, bus: bus)
        #expect(try daemon.process.terminate() == .exited(0))
    }

    @Test func `an invalid file means the last valid one`() throws {
        try runInTheEvening()
        var times = [timespec(), timespec(tv_sec: 1_772_366_040, tv_nsec: 0)]
        try #require(utimensat(AT_FDCWD, copy, &times, 0) == 0)
        try home.write(configuration: misspelt)
        let daemon = try RunningDaemon(home: home, bus: bus)
        let status = try daemon.status()
        #expect(status["appearance"] == "dark", "as in the evening")
        let file = home.configurationFile
        let name = "the last good copy of 2026-03-01 11:54"
        #expect(
            status["configuration_error"]
                == .string("\(file):\(Self.problem); \(name) is in effect"))
        try daemon.process.terminate()
        #expect(daemon.log("<3>") == ["\(file):\(Self.problem)"])
        #expect(daemon.log("<4>") == ["\(name) is in effect until the file is fixed"])
    }

    @Test(.requires(.busClient))
    func `the configuration in effect is reported until the file is fixed`()
        throws
    {
        try runInTheEvening()
        try home.write(configuration: misspelt)
        let daemon = try RunningDaemon(home: home, bus: bus)
        let client = try daemon.busClient()
        try home.write(configuration: "[sensor]\npoll = \"1x\"\n")
        try client.waitForChange(of: "ConfigurationError") {
            guard let text = $0.string else { return false }
            return text.contains("sensor.poll") && text.contains("; the last good copy of ")
        }
        #expect(try client.get("Appearance") == "dark")
        try home.write(configuration: daylight)
        try client.waitForChange(of: "ConfigurationError") { $0 == "" }
        #expect(try client.get("Appearance") == "light")
        try home.write(configuration: misspelt)
        try client.waitForChange(of: "ConfigurationError") {
            $0 == .string("\(home.configurationFile):\(Self.problem)")
        }
        #expect(try client.get("Appearance") == "light")
    }

    @Test func `only a file that the running daemon accepts is copied`() throws {
        try home.write(configuration: daylight)
        let daemon = try RunningDaemon(home: home, bus: bus)
        try FileWatch.wait(for: copy) { $0.hasPrefix(daylight) }
        try home.write(configuration: evening)
        try FileWatch.wait(for: copy) { $0.hasPrefix(evening) }
        try home.write(configuration: misspelt)
        try daemon.process.waitForLine(containing: "stays in effect", on: .errors)
        try daemon.process.terminate()
        let next = try RunningDaemon(home: home, bus: bus)
        #expect(try next.status()["appearance"] == "dark")
    }

    @Test func `the copy is written only if it differs`() throws {
        try runInTheEvening()
        let before = try #require(inode(of: copy))
        try run()
        #expect(inode(of: copy) == before)
        try home.write(configuration: evening + "# a remark\n")
        try run()
        #expect(inode(of: copy) != before)
        #expect(try String(contentsOfFile: copy, encoding: .utf8).contains("# a remark\n"))
    }

    enum Flaw: CaseIterable {
        case torn, cutToALine, empty, zeroed, misspelt, huge, fifo, linkToItself
    }

    @Test(arguments: Flaw.allCases)
    func `an invalid copy is ignored`(flaw: Flaw) throws {
        try runInTheEvening()
        let whole = try String(contentsOfFile: copy, encoding: .utf8)
        try FileManager.default.removeItem(atPath: copy)
        switch flaw {
        case .torn: try home.write(String(whole.dropLast(20)), to: copy)
        case .cutToALine: try home.write("[sensor]\nsource = \"none\"\n", to: copy)
        case .empty: try home.write("", to: copy)
        case .zeroed: try home.write(String(repeating: "\0", count: whole.count), to: copy)
        case .misspelt: try home.write("policy = 1\n" + whole, to: copy)
        case .huge:
            try home.write("", to: copy)
            try #require(truncate(copy, 1 << 24) == 0)
        case .fifo: try #require(mkfifo(copy, 0o600) == 0)
        case .linkToItself: try #require(symlink(copy, copy) == 0)
        }
        try home.write(configuration: misspelt)
        let daemon = try RunningDaemon(home: home, bus: bus)
        let message = "\(home.configurationFile):\(Self.problem)"
        #expect(
            try daemon.status()["configuration_error"]
                == .string("\(message); the built-in defaults are in effect"))
        try daemon.process.waitForLine(containing: "until the file is fixed", on: .errors)
        let warnings = daemon.log("<4>")
        #expect(warnings.count == 2, "\(warnings)")
        #expect(warnings.first?.contains("the last good copy") == true)
        #expect(warnings.first?.contains(copy) == true)
        #expect(warnings.last == "the built-in defaults are in effect until the file is fixed")

        try home.write(configuration: evening)
        try FileWatch.wait(for: copy) { $0 == whole }
    }

    @Test func `a missing file is not an error`() throws {
        try runInTheEvening()
        try FileManager.default.removeItem(atPath: home.configurationFile)
        let daemon = try RunningDaemon(home: home, bus: bus)
        #expect(try daemon.status()["configuration_error"] == .null)
        let tree = try daemon.connect().call("Explain")["parameters"]["explanation"]
        #expect(tree["light"]["thresholds"]["dark_below"].number == 40, "the default")
        #expect(isThere(copy))
    }

    @Test(arguments: [true, false])
    func `settings of a file that was removed do not come back with an invalid one`(
        whileRunning: Bool
    ) throws {
        try home.write(configuration: evening)
        let first = try RunningDaemon(home: home, bus: bus)
        try FileWatch.wait(for: copy) { $0.hasPrefix(evening) }
        if !whileRunning { #expect(try first.process.terminate() == .exited(0)) }
        try FileManager.default.removeItem(atPath: home.configurationFile)
        if whileRunning {
            try first.process.waitForLine(containing: "file is gone", on: .errors)
            try first.process.terminate()
        } else {
            try run()
        }
        try home.write(configuration: misspelt)
        let daemon = try RunningDaemon(home: home, bus: bus)
        let tree = try daemon.connect().call("Explain")["parameters"]["explanation"]
        #expect(tree["light"]["thresholds"]["dark_below"].number == 40, "the default")
    }

    @Test func `--config and --check never use the copy`() throws {
        try runInTheEvening()
        let before = FileTree(home.stateHome)
        try home.write(configuration: misspelt)
        let environment = home.environment.merging(bus.environment) { $1 }
        for arguments in [["--config", home.configurationFile], ["--check"]] {
            let run = try ChildProcess.run(
                BuiltProducts.appearanced, arguments, environment: environment)
            #expect(run.status == .exited(78))
            #expect(run.errors.contains("\(home.configurationFile):\(Self.problem)"))
            #expect(!run.errors.contains("copy"), "\(run.errors)")
        }
        #expect(FileTree(home.stateHome) == before)
        let kept = inode(of: copy)
        let other = try home.write(daylight, to: "other.toml")
        try run("--config", other)
        #expect(inode(of: copy) == kept)
    }
}
