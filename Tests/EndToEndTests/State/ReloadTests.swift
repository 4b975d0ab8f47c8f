import AppearanceTestSupport
import Foundation
import Testing

/// A configuration that changes while the daemon runs: loaded completely or not.
@Suite(.bounded, .requires(.bus, .busClient)) struct ReloadTests {
    @Test func `a saved file is in effect at once`() throws {
        let daemon = try RunningDaemon.inDaylight()
        let client = try daemon.busClient()
        #expect(try client.get("Appearance") == "light")
        try daemon.home.write(configuration: TestHome.evening)
        try client.waitForSignal("AppearanceChanged") { $0.first == "dark" }
        #expect(try client.get("Reason") == "schedule")
    }

    @Test(.row("C1")) func `an invalid file is not used, and reported until it is fixed`()
        throws
    {
        let daemon = try RunningDaemon.inDaylight()
        let client = try daemon.busClient()
        try daemon.home.write(configuration: TestHome.evening + "[ambient]\ndark_bellow = 3.0\n")
        try client.waitForChange(of: "ConfigurationError") {
            $0.string?.contains("ambient.dark_bellow: unknown key") == true
        }
        #expect(try client.get("Appearance") == "light")
        #expect(daemon.log("<4>") == ["the previous configuration stays in effect"])
        try daemon.home.write(configuration: TestHome.daylight)
        try client.waitForChange(of: "ConfigurationError") { $0 == "" }
        #expect(try client.get("Appearance") == "light")
        try daemon.process.waitForLine(
            containing: "the configuration is valid again, and unchanged", on: .errors)
    }

    /// A program that shows the settings needs no watch of files.
    @Test func `each reading of the file is published, also of one that is unchanged or invalid`()
        throws
    {
        let daemon = try RunningDaemon.inDaylight()
        let client = try daemon.busClient()
        let file = daemon.home.configurationFile
        #expect(try client.get("Configuration").string == file)
        var loaded = try #require(try client.get("ConfigurationLoaded").integer)
        func waitForReading() throws {
            try client.waitForChange(of: "ConfigurationLoaded") { $0.integer ?? 0 > loaded }
            loaded = try #require(try client.get("ConfigurationLoaded").integer)
        }
        for text in [
            TestHome.daylight + "# unchanged\n", TestHome.daylight + "[ambient]\nlight = 3\n",
            TestHome.daylight + "[ambient]\nlight = 3\n# unchanged\n",
        ] {
            try daemon.home.write(configuration: text)
            try waitForReading()
            #expect(try daemon.status()["configuration_loaded"].integer == loaded)
        }
        #expect(try client.get("ConfigurationError").string?.contains("ambient.light") == true)
        try FileManager.default.removeItem(atPath: file)
        try waitForReading()
        #expect(try client.get("Configuration") == "")
        #expect(try daemon.status()["configuration"] == .null)
    }

    @Test(.row("C1")) func `an invalid file that is removed is not called valid`() throws {
        let home = try TestHome()
        try home.write("[ambient]\ndark_bellow = 3.0\n", to: home.configurationFile)
        let daemon = try RunningDaemon(home: home)
        try FileManager.default.removeItem(atPath: home.configurationFile)
        try daemon.process.waitForLine(
            containing: "the configuration file is gone; the built-in defaults are in effect",
            on: .errors)
    }

    @Test func `config edit reports whether the daemon uses the new file`() throws {
        let daemon = try RunningDaemon.inDaylight("[ambient]\ndark_below = 40\n")
        func edit(_ editor: String) throws -> FinishedProcess {
            let variables = ["VISUAL": editor, "TMPDIR": daemon.home.path]
            return try ChildProcess.run(
                BuiltProducts.appearancectl, ["config", "edit"],
                environment: daemon.environment.merging(variables) { $1 })
        }
        let run = try edit("sed -i s/dark_below.*/dark_below=60/")
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.output.hasSuffix("is replaced.\nappearanced uses it.\n"), "\(run)")
        #expect(daemon.process.text(on: .errors).contains("ambient.dark_below 40.0 → 60.0"))
        try daemon.process.stop()
        let late = try edit("sed -i s/dark_below.*/dark_below=50/")
        #expect(late.status == .exited(0), "\(late)")
        #expect(late.output.contains("appearanced has not read it yet."), "\(late)")
    }

    /// Whatever comes when, every one is answered by reading the file, and none ends the service.
    @Test func `a key that was set or unset is in effect for the next command`() throws {
        let daemon = try RunningDaemon.inDaylight("[ambient]\ndark_below = 40\n")
        for (level, before) in [(50, 40), (51, 50), (52, 51)] {
            let set = try daemon.appearancectl("config", "set", "ambient.dark_below", "\(level)")
            #expect(set.status == .exited(0), "\(set)")
            #expect(
                daemon.process.text(on: .errors).contains(
                    "configuration reloaded: ambient.dark_below \(before).0 → \(level).0"))
        }
        let unset = try daemon.appearancectl("config", "unset", "ambient.dark_below")
        #expect(unset.status == .exited(0), "\(unset)")
        #expect(
            daemon.process.text(on: .errors).contains(
                "configuration reloaded: ambient.dark_below 52.0 → 40.0"))
    }

    @Test func `config set reports a daemon that does not read the file`() throws {
        let daemon = try RunningDaemon.inDaylight("[ambient]\ndark_below = 40\n")
        try daemon.process.stop()
        let set = try daemon.appearancectl("config", "set", "ambient.dark_below", "50")
        #expect(set.status == .exited(1))
        #expect(
            set.errors.contains(
                "\(daemon.home.configurationFile) is changed, but appearanced has not read it within"
            ),
            "\(set)")
    }

    @Test(.row("P1")) func `a storm of reloads is handled`() throws {
        let daemon = try RunningDaemon.inDaylight()
        let connection = try daemon.connect()
        for index in 0..<1000 {
            daemon.process.signal(SIGHUP)
            guard index % 100 == 0 else { continue }
            let mode: JSON = index % 200 == 0 ? "night" : "dark"
            let reply = try connection.call("SetMode", ["mode": mode])
            #expect(reply["parameters"]["status"]["mode"] == mode)
        }
        try daemon.home.write(configuration: "[ambient]\npolicy = 1\n")
        daemon.process.signal(SIGHUP)
        try daemon.process.waitForLine(containing: "stays in effect", on: .errors)
        for signal in [SIGHUP, SIGTERM, SIGINT, SIGTERM] { daemon.process.signal(signal) }
        #expect(try daemon.process.expectExit() == .exited(0))
        #expect(!isThere(daemon.home.socket))
        #expect(try daemon.home.savedState()["mode"] == "dark")
    }

    /// The lock is the first thing a daemon makes, long before it reads its signals.
    @Test func `a reload during the start does not stop the daemon`() throws {
        let home = try TestHome.inDaylight()
        let bus = try PrivateBus(in: home)
        for _ in 0..<20 {
            let daemon = try ChildProcess(
                BuiltProducts.appearanced,
                environment: home.environment.merging(bus.environment) { $1 })
            try FileWatch.wait(for: home.socket + ".lock")
            daemon.signal(SIGHUP)
            daemon.signal(SIGTERM)
            #expect(try daemon.expectExit() == .exited(0))
            try FileManager.default.removeItem(atPath: home.socket + ".lock")
        }
    }

    @Test func `many reloads leave descriptors and memory as they were`() throws {
        let daemon = try RunningDaemon.inDaylight()
        let client = try daemon.busClient()
        let before = try daemon.process.descriptorCount
        for _ in 0..<20 {
            try daemon.home.write(configuration: TestHome.evening)
            try client.waitForSignal("AppearanceChanged") { $0.first == "dark" }
            try daemon.home.write(configuration: TestHome.daylight)
            try client.waitForSignal("AppearanceChanged") { $0.first == "light" }
        }
        // The thread that writes the copy has a file open for a moment.
        let deadline = ContinuousClock.now + ChildProcess.timeout
        while try daemon.process.descriptorCount > before, .now < deadline {
            _ = try client.get("Mode")
        }
        #expect(try daemon.process.descriptorCount <= before)
    }

    @Test(.row("C6")) func `a key that is in effect needs no copy of the file`() throws {
        let daemon = try RunningDaemon.inDaylight("[ambient]\ndark_below = 40\n")
        let set = try ChildProcess.run(
            BuiltProducts.appearancectl, ["config", "set", "ambient.dark_below", "50"],
            environment: daemon.environment.merging(
                ["XDG_STATE_HOME": daemon.home.path + "/other"]) { $1 })
        #expect(set.status == .exited(0), "\(set)")
        #expect(daemon.process.text(on: .errors).contains("ambient.dark_below 40.0 → 50.0"))
    }

    @Test func `config set names the file that the daemon reads instead`() throws {
        let home = try TestHome.inDaylight()
        let file = try home.write(TestHome.daylight, to: "other.toml")
        let daemon = try RunningDaemon(arguments: ["--config", file], home: home)
        let set = try daemon.appearancectl("config", "set", "ambient.dark_below", "50")
        #expect(set.status == .exited(1), "\(set)")
        #expect(
            set.errors.contains("appearanced does not use it: it reads \(file)."), "\(set.errors)")
    }
}
