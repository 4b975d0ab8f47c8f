import AppearanceTestSupport
import Testing

/// A suspend, reported by logind or by the clocks alone.
@Suite(.bounded, .requires(.bus, .busClient, .fakeLogind, .compiler)) struct MachineSuspendTests {
    private let clocks: SkewedClocks

    init() throws { clocks = try SkewedClocks() }

    private static let hour: Int64 = 3600

    /// A daemon that is light for ten hours more, follows a logind, and has these clocks.
    private func daemon(with logind: FakeLogind) throws -> RunningDaemon {
        let daemon = try RunningDaemon(
            home: .inDaylight(),
            environment: logind.environment.merging(clocks.environment()) { $1 })
        try daemon.waitForLogind()
        return daemon
    }

    @Test(.row("T4")) func `a suspend over a boundary is reported once on resume`() throws {
        let logind = try FakeLogind()
        let daemon = try daemon(with: logind)
        let client = try daemon.busClient()
        try logind.prepareForSleep(true)
        try clocks.suspend(for: 11 * Self.hour, isTold: false)
        try logind.prepareForSleep(false)
        #expect(
            try client.waitForSignal("AppearanceChanged") == ["dark", "light", "schedule"])
        #expect(try client.get("Appearance") == "dark")
        #expect(try client.count(of: "AppearanceChanged") == 1)
    }

    @Test(.row("T4")) func `a suspend over two boundaries publishes neither`() throws {
        let logind = try FakeLogind()
        let daemon = try daemon(with: logind)
        let client = try daemon.busClient()
        let next = try #require(try client.get("NextChange").integer)
        try logind.prepareForSleep(true)
        try clocks.suspend(for: 24 * Self.hour, isTold: false)
        try logind.prepareForSleep(false)
        try client.waitForChange(of: "NextChange") {
            $0.integer == next + 24 * Self.hour * 1_000_000
        }
        #expect(try client.get("Appearance") == "light")
        #expect(try client.count(of: "AppearanceChanged") == 0)
    }

    @Test(.row("T6"))
    func `without a system bus a warning is logged, and the clocks show a suspend`() throws {
        let daemon = try RunningDaemon(home: .inDaylight(), environment: clocks.environment())
        let client = try daemon.busClient()
        try daemon.process.waitForLine(containing: RunningDaemon.withoutLogind, on: .errors)
        try clocks.suspend(for: 11 * Self.hour)
        try client.waitForSignal("AppearanceChanged") { $0[0] == "dark" }
        #expect(try client.count(of: "AppearanceChanged") == 1)
        #expect(daemon.log.count { $0.contains(RunningDaemon.withoutLogind) } == 1)
        #expect(daemon.log("<3>").isEmpty && daemon.log("<4>").isEmpty, "\(daemon.log)")
    }
}
