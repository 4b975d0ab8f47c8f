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

    @Test func `a system bus that starts later is used`() throws {
        let address = ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(home.path)/system-bus"]
        let daemon = try RunningDaemon(home: .inDaylight(), environment: address)
        try waitForWarning(of: daemon)
        let logind = try FakeLogind(on: PrivateBus(in: home, as: .system), in: home)
        #expect(logind.environment["DBUS_SYSTEM_BUS_ADDRESS"] == address.values.first)
        try daemon.waitForLogind()
        #expect(warnings(of: daemon) == 1)
    }

    @Test func `a missing directory of the system bus may be created later`() throws {
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

    @Test func `a logind that starts later is followed`() throws {
        let bus = try PrivateBus(in: home, as: .system)
        let daemon = try RunningDaemon(home: .inDaylight(), environment: bus.environment)
        try waitForWarning(of: daemon)
        let logind = try FakeLogind(on: bus, in: home)
        try daemon.waitForLogind()
        #expect(warnings(of: daemon) == 1)
        withExtendedLifetime(logind) {}
    }

    @Test func `a system bus that hangs delays nothing and is used when it resumes`() throws {
        let logind = try FakeLogind()
        logind.bus.stop()
        // It is ready, and it replies.
        let daemon = try RunningDaemon(home: .inDaylight(), environment: logind.environment)
        #expect(try daemon.status()["appearance"] == "light")
        logind.bus.resume()
        try daemon.waitForLogind()
    }

    @Test func `a logind that hangs is logged once and followed when it resumes`() throws {
        let logind = try FakeLogind()
        logind.stop()
        let daemon = try RunningDaemon(home: .inDaylight(), environment: logind.environment)
        try waitForWarning(of: daemon)
        logind.resume()
        try daemon.waitForLogind()
        #expect(warnings(of: daemon) == 1)
    }

    @Test func `a system bus that dies is logged once and used again`() throws {
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

    @Test func `the daemon exits with 0 while the system bus hangs`() throws {
        let logind = try FakeLogind()
        logind.bus.stop()
        let daemon = try RunningDaemon(home: .inDaylight(), environment: logind.environment)
        #expect(try daemon.process.terminate() == .exited(0))
        logind.bus.resume()
    }
}
