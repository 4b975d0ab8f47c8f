import AppearanceTestSupport
import Glibc
import Testing

/// A daemon in another time zone than the user's shell.
@Suite(.bounded, .requires(.bus)) struct ServiceZoneTests {
    /// A configuration that is light by the clock of a zone two hours ahead of the shell's.
    private static let configuration = """
        [sensor]
        source = "none"
        [schedule]
        light = "\(TestHome.clock(hoursFromNow: 1))"
        dark = "\(TestHome.clock(hoursFromNow: 12))"
        night = ""
        [location]
        time_zone = "Etc/GMT-2"

        """

    private func daemon() throws -> RunningDaemon {
        let home = try TestHome()
        try home.write(configuration: Self.configuration)
        return try RunningDaemon(home: home)
    }

    @Test func `a time of day is read and printed in the daemon's zone`() throws {
        let daemon = try daemon()
        // Five hours from now by the daemon's clock, seven by the shell's.
        let end = TestHome.clock(hoursFromNow: 7)
        let set = try daemon.appearancectl("set", "dark", "--until", end)
        #expect(set.errors == "")
        #expect(set.output.contains("\(end) Etc/GMT-2, then auto."), "\(set.output)")
        let status = try daemon.status()
        let until = try #require(status["until"].integer)
        #expect(TestHome.clock(at: until + 2 * 3_600_000_000) == end)
        #expect(status["time_zone"] == "Etc/GMT-2")
        #expect(status["explanation"].string?.contains("until \(end)") == true)
        let lines = try daemon.appearancectl("status").output
        #expect(lines.contains("mode         dark, until"), "\(lines)")
        #expect(lines.contains("\(end) Etc/GMT-2 (in 5 h)\n"), "\(lines)")
        #expect(lines.contains("(times in Etc/GMT-2)\n"), "\(lines)")
        let why = try daemon.appearancectl("why").output
        #expect(why.contains("\(end) Etc/GMT-2)"), "\(why)")
        let pause = try daemon.appearancectl("pause", "--until", end).output
        #expect(pause.contains("\(end) Etc/GMT-2. Undo"), "\(pause)")
        #expect(try daemon.status()["paused_until"].integer == until)
    }

    @Test func `the zone is not printed if it is the reader's`() throws {
        let daemon = try daemon()
        var environment = daemon.environment
        environment["TZ"] = "Etc/GMT-2"
        let end = TestHome.clock(hoursFromNow: 7)
        let run = try ChildProcess.run(
            BuiltProducts.appearancectl, ["set", "dark", "--until", end], environment: environment)
        #expect(run.output.contains("\(end), then auto."), "\(run.output)")
        let status = try ChildProcess.run(
            BuiltProducts.appearancectl, ["status"], environment: environment)
        #expect(!status.output.contains("Etc/GMT-2"), "\(status.output)")
    }

    @Test func `an end of the night filter is read and printed in the daemon's zone`() throws {
        let home = try TestHome.inDaylight()
        let daemon = try RunningDaemon(home: home, environment: ["TZ": "Etc/GMT-2"])
        // The lock of a filter.
        let path = try home.write("", to: "run/appearance-nightfilter/:7.lock")
        let file = open(path, O_RDWR | O_CLOEXEC)
        defer { close(file) }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        try #require(fcntl(file, F_SETLK, &lock) == 0)
        let end = TestHome.clock(hoursFromNow: 7)
        let off = try daemon.appearancectl("night", "off", "--until", end)
        #expect(off.status == .exited(0), "\(off.errors)")
        #expect(off.output.contains("\(end) Etc/GMT-2. Back to auto"), "\(off.output)")
        try home.write(
            #"{"display":":7","night":false,"fading":false,"outputs":[]}"#,
            to: "run/appearance-nightfilter/:7.json")
        let status = try daemon.appearancectl("status").output
        #expect(status.contains("\(end) Etc/GMT-2, as you chose; undo"), "\(status)")
    }
}
