import AppearanceTestSupport
import Testing

/// A logind or a system bus that is missing, hangs, goes or comes.
@Suite(.bounded, .requires(.bus, .busClient, .fakeLogind)) struct LogindTests {
    private let home: TestHome

    init() throws { home = try TestHome() }

    private func warnings(of daemon: RunningDaemon) -> Int {
        daemon.log.count { $0.contains(RunningDaemon.withoutLogind) }
    }

    private func waitForWarning(of daemon: RunningDaemon) throws {
        _ = try daemon.process.waitForLineLeavingOthers("the warning", on: .errors) {
            $0.contains(RunningDaemon.withoutLogind)
        }
    }

    @Test func `a system bus that comes later is joined then`() throws {
        let address = ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(home.path)/system-bus"]
        let daemon = try RunningDaemon(home: .inDaylight(), environment: address)
        try waitForWarning(of: daemon)
        let logind = try FakeLogind(on: PrivateBus(in: home, as: .system), in: home)
        #expect(logind.environment["DBUS_SYSTEM_BUS_ADDRESS"] == address.values.first)
        try daemon.waitForLogind()
        #expect(warnings(of: daemon) == 1)
    }

    @Test func `a directory on the way to the system bus may come later too`() throws {
        let later = home.path + "/run/later"
        let address = ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(later)/system-bus"]
        let daemon = try RunningDaemon(home: .inDaylight(), environment: address)
        try waitForWarning(of: daemon)
        let logind = try FakeLogind()
        try home.write("", to: "run/later/some-file")
        // A link to a bus that is there is a bus that is there.
        let link = try ChildProcess.run(
            "ln",
            [
                "-s", String(logind.bus.address.dropFirst("unix:path=".count)),
                later + "/system-bus",
            ], environment: TestHome.plainEnvironment)
        #expect(link.status == .exited(0))
        try daemon.waitForLogind()
    }

    @Test func `a logind that comes later is followed then`() throws {
        let bus = try PrivateBus(in: home, as: .system)
        let daemon = try RunningDaemon(home: .inDaylight(), environment: bus.environment)
        try waitForWarning(of: daemon)
        let logind = try FakeLogind(on: bus, in: home)
        try daemon.waitForLogind()
        #expect(warnings(of: daemon) == 1)
        withExtendedLifetime(logind) {}
    }

    @Test func `a system bus that hangs delays nobody and is received when it goes on`() throws {
        let logind = try FakeLogind()
        logind.bus.stop()
        // Ready all the same, and it answers.
        let daemon = try RunningDaemon(home: .inDaylight(), environment: logind.environment)
        #expect(try daemon.status()["appearance"] == "light")
        logind.bus.resume()
        try daemon.waitForLogind()
    }

    @Test func `a logind that hangs is logged once and heard when it goes on`() throws {
        let logind = try FakeLogind()
        logind.stop()
        let daemon = try RunningDaemon(home: .inDaylight(), environment: logind.environment)
        try waitForWarning(of: daemon)
        logind.resume()
        try daemon.waitForLogind()
        #expect(warnings(of: daemon) == 1)
    }

    @Test func `a system bus that dies is logged once and joined again`() throws {
        let daemon: RunningDaemon
        do {
            let logind = try FakeLogind(on: PrivateBus(in: home, as: .system), in: home)
            daemon = try RunningDaemon(home: .inDaylight(), environment: logind.environment)
            try daemon.waitForLogind()
            try logind.bus.kill()
            try waitForWarning(of: daemon)
        }
        let logind = try FakeLogind(on: PrivateBus(in: home, as: .system), in: home)
        try daemon.waitForLogind()
        #expect(warnings(of: daemon) == 1)
        #expect(try daemon.status()["appearance"] == "light")
        withExtendedLifetime(logind) {}
    }

    @Test func `it ends in order with a system bus that hangs`() throws {
        let logind = try FakeLogind()
        logind.bus.stop()
        let daemon = try RunningDaemon(home: .inDaylight(), environment: logind.environment)
        #expect(try daemon.process.terminate() == .exited(0))
        logind.bus.resume()
    }
}
