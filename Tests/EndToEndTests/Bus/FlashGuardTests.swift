import AppearanceTestSupport
import Testing

/// The guard against flashes, which the configuration of most other tests turns off.
@Suite(.bounded, .requires(.bus, .busClient)) struct FlashGuardTests {
    private let daemon: RunningDaemon
    private let client: BusClient

    init() throws {
        let home = try TestHome()
        try home.write(
            configuration: TestHome.daylight.replacing("flash_guard = false", with: ""))
        daemon = try RunningDaemon(home: home)
        client = try daemon.busClient()
    }

    @Test(.row("C29")) func `a burst of modes is published as a few changes`() throws {
        let start = ContinuousClock.now
        let modes = (1..<300).map { $0.isMultiple(of: 2) ? "light" : "dark" } + ["night"]
        try client.setInFlight("Mode", to: modes.map { .string($0) })
        #expect(try client.get("Mode") == "night")
        try client.waitForChange(of: "Appearance") { $0 == "night" }
        let passed = ContinuousClock.now - start
        // With this reply, every earlier signal has arrived.
        #expect(try client.properties()["Appearance"] == "night")
        let changes = try client.lines().filter { $0["signal"] == "AppearanceChanged" }
        #expect(changes.count <= 3 * (1 + Int(passed / .seconds(1))), "\(passed)")
        #expect(changes.last?["arguments"][0] == "night")
        let status = try daemon.status()
        #expect(status["appearance"] == "night" && status["mode"] == "night")
        #expect(status["sequence"].integer == Int64(changes.count + 1))
        try daemon.home.waitForSaved(mode: "night")
        #expect(try daemon.process.terminate() == .exited(0))
        #expect(try daemon.home.savedState()["appearance"] == "night")
    }
}
