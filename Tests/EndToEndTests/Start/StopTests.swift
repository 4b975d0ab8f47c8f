import AppearanceTestSupport
import Foundation
import Testing

/// The end of the daemon, and the state for the next one.
@Suite(.bounded, .requires(.bus)) struct StopTests {
    @Test(arguments: [SIGTERM, SIGINT])
    func `a signal stops the daemon cleanly`(signal: Int32) throws {
        let daemon = try RunningDaemon.inDaylight()
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        daemon.process.signal(signal)
        #expect(try daemon.process.expectExit() == .exited(0))
        #expect(!isThere(daemon.home.socket))
        let state = try daemon.home.savedState()
        #expect(state["mode"] == "dark")
        #expect(state["appearance"] == "dark")
        #expect(
            FileTree(daemon.home.stateHome).paths == [
                "appearanced", "appearanced/history.jsonl",
                "appearanced/last-good-config.toml", "appearanced/state.json",
            ])
        #expect(try daemon.home.programs().count == 1, "only the test's bus is left")
    }

    /// A stop during changes ends the daemon, with the last mode saved.
    @Test(.row("P1"), .scaledAtNight, arguments: Seeds.chosen([1]))
    func `a signal during changes loses no change`(seed: UInt64) throws {
        var dice = SplitMix64(seed: seed)
        let home = try TestHome.inDaylight()
        let bus = try PrivateBus(in: home)
        for round in 0..<Nightly.count(1_000, byDay: 10) {
            let daemon = try RunningDaemon(home: home, bus: bus)
            let connection = try daemon.connect()
            for index in 0..<Int.random(in: 0...50, using: &dice) {
                let mode: JSON = index % 2 == 0 ? "dark" : "light"
                _ = try connection.call("SetMode", ["mode": mode])
            }
            let last: JSON = round % 2 == 0 ? "night" : "light"
            _ = try connection.call("SetMode", ["mode": last])
            daemon.process.signal(Bool.random(using: &dice) ? SIGTERM : SIGINT)
            try #require(try daemon.process.expectExit() == .exited(0), "round \(round)")
            let state = try home.savedState()
            try #require(state["mode"] == last && state["appearance"] == last, "round \(round)")
        }
    }

    /// The lock is the first thing a daemon makes, long before it is ready.
    @Test(.row("P1"), .scaledAtNight, arguments: [SIGTERM, SIGINT])
    func `a signal during the start is obeyed as well`(signal: Int32) throws {
        let home = try TestHome.inDaylight()
        let bus = try PrivateBus(in: home)
        for _ in 0..<Nightly.count(1_000, byDay: 60) {
            let daemon = try ChildProcess(
                BuiltProducts.appearanced,
                environment: home.environment.merging(bus.environment) { $1 })
            try FileWatch.wait(for: home.socket + ".lock")
            daemon.signal(signal)
            #expect(try daemon.expectExit() == .exited(0))
            #expect(!isThere(home.socket))
            try FileManager.default.removeItem(atPath: home.socket + ".lock")
        }
    }

    @Test(.row("U5")) func `after a kill the socket is replaced and the mode restored`() throws {
        let daemon = try RunningDaemon.inDaylight()
        #expect(try daemon.appearancectl("set", "night").status == .exited(0))
        try daemon.home.waitForSaved(mode: "night")
        daemon.process.signal(SIGKILL)
        #expect(try daemon.process.expectExit() == .killed(signal: SIGKILL))
        #expect(isThere(daemon.home.socket), "what a crash leaves behind")
        let next = try RunningDaemon(home: daemon.home, bus: daemon.bus)
        #expect(try next.appearancectl("get").output == "night\n")
        let status = try next.status()
        #expect(status["mode"] == "night")
        #expect(status["reason"] == "manual")
        #expect(next.log("<3>").isEmpty && next.log("<4>").isEmpty, "\(next.log)")
    }

    @Test func `a temporary mode continues after a restart`() throws {
        let daemon = try RunningDaemon.inDaylight()
        let set = try daemon.connect().call("SetMode", ["mode": "night", "for": 3_600_000_000])
        let until = set["parameters"]["status"]["until"]
        try daemon.process.terminate()
        let next = try RunningDaemon(home: daemon.home, bus: daemon.bus)
        let status = try next.status()
        #expect(status["mode"] == "night")
        #expect(status["until"] == until)
        #expect(until.integer != nil)
    }

    @Test func `a mode that expired during a stop is auto`() throws {
        let daemon = try RunningDaemon.inDaylight()
        _ = try daemon.connect().call("SetMode", ["mode": "night", "for": 3_600_000_000])
        try daemon.process.terminate()
        var state = try daemon.home.savedState().members
        let until = try #require(state["until"]?.integer)
        state["until"] = .integer(until - 7_200_000_000)
        try daemon.home.write(JSON.object(state).text, to: daemon.home.stateFile)
        let next = try RunningDaemon(home: daemon.home, bus: daemon.bus)
        let status = try next.status()
        #expect(status["mode"] == "auto")
        #expect(status["appearance"] == "light")
        #expect(status["until"] == .null)
    }

    @Test func `a pause survives a restart`() throws {
        let daemon = try RunningDaemon.inDaylight()
        let connection = try daemon.connect()
        // Night differs from the appearance of the day, so the pause is visible.
        _ = try connection.call("SetMode", ["mode": "night"])
        _ = try connection.call("Pause")
        _ = try connection.call("SetMode", ["mode": "auto"])
        #expect(try daemon.status()["reason"] == "inhibited")
        try daemon.process.terminate()
        let next = try RunningDaemon(home: daemon.home, bus: daemon.bus)
        let status = try next.status()
        #expect(status["paused"] == true)
        #expect(status["appearance"] == "night")
        #expect(status["reason"] == "inhibited")
        #expect(try next.appearancectl("resume").output.contains("\nAuto: light now.\n"))
    }

    /// Calls that arrive while it is stopped are answered in order, a minute later.
    @Test(.row("P2"), .requires(.busClient, .compiler)) func `a suspended process catches up`()
        throws
    {
        let clocks = try SkewedClocks()
        let daemon = try RunningDaemon(home: .inDaylight(), environment: clocks.environment())
        let client = try daemon.busClient()
        try daemon.process.stop()
        try clocks.pass(60)
        try client.setInFlight("Mode", to: ["dark", "night", "dark", "light", "night"])
        daemon.process.signal(SIGCONT)
        for (appearance, before) in [
            ("dark", "light"), ("night", "dark"), ("dark", "night"), ("light", "dark"),
            ("night", "light"),
        ] {
            let received = try client.waitForSignal("AppearanceChanged")
            #expect(received == [.string(appearance), .string(before), "manual"])
        }
        #expect(try daemon.process.terminate() == .exited(0))
        #expect(try daemon.home.savedState()["mode"] == "night")
    }

    @Test(.row("P2"), .requires(.busClient, .compiler))
    func `an override that expires during a stop ends once`() throws {
        let clocks = try SkewedClocks()
        let daemon = try RunningDaemon(home: .inDaylight(), environment: clocks.environment())
        let client = try daemon.busClient()
        _ = try daemon.connect().call("SetMode", ["mode": "night", "for": 30_000_000])
        try client.waitForSignal("AppearanceChanged") { $0[0] == "night" }
        try daemon.process.stop()
        try clocks.pass(60)
        daemon.process.signal(SIGCONT)
        #expect(try client.get("Version").string != nil)
        #expect(
            try client.waitForSignal("AppearanceChanged") == ["light", "night", "schedule"])
        #expect(try client.get("Mode") == "auto")
        #expect(try client.count(of: "AppearanceChanged") == 2)
    }

    @Test(.row("P5"), .disabled(if: BuiltProducts.areSanitized, "a sanitizer needs much"))
    func `the daemon runs with little memory`() throws {
        let daemon = try RunningDaemon(
            wrapper: ["prlimit", "--as=\(64 << 20)"], home: .inDaylight())
        let connection = try daemon.connect()
        for index in 0..<1000 {
            let mode: JSON = index % 2 == 0 ? "dark" : "night"
            #expect(try connection.call("SetMode", ["mode": mode])["error"] == .null)
        }
        #expect(try daemon.process.terminate() == .exited(0))
        #expect(try daemon.home.savedState()["mode"] == "night")
    }
}
