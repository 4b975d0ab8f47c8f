import AppearanceModel
import AppearanceProtocol
import AppearanceTestSupport
import Foundation
import Testing

/// The request that each verb sends to the daemon, and the text that it prints.
@Suite(.bounded) struct VerbTests {
    private let directory: RuntimeDirectory
    private let appearancectl: Appearancectl

    init() throws {
        directory = try RuntimeDirectory()
        appearancectl = Appearancectl(in: directory)
    }

    @Test func `get prints one word`() throws {
        let daemon = try FakeDaemon(in: directory)
        defer { daemon.stop() }
        #expect(try appearancectl.run("get") == done("dark\n"))
        #expect(daemon.requests == [.getStatus])
    }

    @Test func `status is aligned and uses local time`() throws {
        let daemon = try FakeDaemon(in: directory)
        defer { daemon.stop() }
        #expect(
            try appearancectl.run("status")
                == done(
                    """
                    appearance   dark, since Sat 3 Feb 2001 04:05
                    mode         auto
                    why          12.5 lux is below 40 lux; 80 lux for 15 s would bring light.
                    light        12.5 lux
                    sensor       trusted
                    next change  light, Sun 4 Feb 2001 06:45
                    place        unknown; fixed times replace sunrise and sunset

                    """))
    }

    @Test(
        .row("T20"),
        arguments: [
            ("America/New_York", "New York (of the time zone; the sun may be off by up to "),
            ("US/Eastern", "New York (of the time zone; the sun may be off by up to "),
            ("Europe/Brussels", "Brussels (of the time zone)"),
        ])
    func `status names the place and its error in the zone of the daemon`(
        zone: String, text: String
    ) throws {
        var status = FakeDaemon.status
        status.timeZone = zone
        let daemon = try FakeDaemon(in: directory, status: status)
        defer { daemon.stop() }
        let output = try appearancectl.run("status").output
        #expect(output.contains("\nplace        \(text)"), "\(output)")
    }

    @Test func `a pending change is shown in minutes and seconds`() throws {
        var status = FakeDaemon.status
        let now = WallTime(secondsSinceEpoch: Int64(Date.now.timeIntervalSince1970))
        status.pending = NextChange(at: now + .seconds(355), appearance: .light)
        status.next = status.pending
        let daemon = try FakeDaemon(in: directory, status: status)
        defer { daemon.stop() }
        let lines = try appearancectl.run("status").output.split(separator: "\n")
            .suffix(3).dropLast()
        for (line, name) in zip(lines, ["pending", "next change"]) {
            let isShown = line.hasPrefix(name) && line.contains(#/ light, in 5 min( \d+ s)?$/#)
            #expect(isShown, "\(line)")
        }
    }

    @Test(arguments: [("0.001", "0.001"), ("0.0499", "0.05"), ("2e-5", "0.00002"), ("0", "0")])
    func `a faint light level is not printed as 0`(_ level: String, _ shown: String) throws {
        let daemon = try FakeDaemon(in: directory)
        defer { daemon.stop() }
        #expect(
            try appearancectl.run("feed", level)
                == done("Reported \(shown) lux as \"appearancectl\".\n"))
    }

    /// A recording can contain any level, and the daemon uses it.
    @Test(arguments: [
        (1e18, "1000000000000000000 lux"), (1e19, "1e+19 lux"), (1e300, "1e+300 lux"),
    ])
    func `a light level of any size is printed`(_ level: Double, _ text: String) throws {
        var status = FakeDaemon.status
        status.light = LightReading(value: level, unit: .lux)
        let daemon = try FakeDaemon(in: directory, status: status)
        defer { daemon.stop() }
        let outcome = try appearancectl.run("status")
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("light        \(text)\n"), "\(outcome)")
    }

    @Test(arguments: [
        (["set", "Dark"], Request.setMode(.dark, end: nil)),
        (["set", "dark", "--for", "90min"], .setMode(.dark, end: .after(.minutes(90)))),
        (["set", "dark", "--for", "1.5h"], .setMode(.dark, end: .after(.minutes(90)))),
        (["set", "dark", "1 hour 30 min"], .setMode(.dark, end: .after(.minutes(90)))),
        (["pause", "1h"], .pause(end: .after(.hours(1)))),
        (["pause", "--until", "7:30"], .pause(end: ClockTime("07:30").map(ModeEnd.clock))),
        (["pause", "7pm"], .pause(end: ClockTime("19:00").map(ModeEnd.clock))),
        (["pause", "12:05am"], .pause(end: ClockTime("00:05").map(ModeEnd.clock))),
        (["pause", "Sunrise"], .pause(end: .sunrise)),
    ])
    func `spans, times and modes are read in their common notations`(
        _ arguments: [String], _ request: Request
    ) throws {
        let daemon = try FakeDaemon(in: directory)
        defer { daemon.stop() }
        #expect(try appearancectl.run(arguments).status == 0)
        #expect(daemon.requests == [.getStatus, request])
    }

    @Test func `status lists unusual conditions`() throws {
        var status = FakeDaemon.status
        status.mode = .night
        status.until = FakeDaemon.modeEnd
        status.paused = true
        status.next = nil
        status.light = nil
        status.sensor = .none
        status.configurationError = "line 3\u{1B}[2J \u{202E}gpj.exe"
        let daemon = try FakeDaemon(in: directory, status: status)
        defer { daemon.stop() }
        #expect(
            try appearancectl.run("status")
                == done(
                    """
                    appearance     dark, since Sat 3 Feb 2001 04:05
                    mode           night, until Sat 3 Feb 2001 22:45
                    paused         yes; to end it: appearancectl resume
                    why            12.5 lux is below 40 lux; 80 lux for 15 s would bring light.
                    sensor         none in use
                    next change    none before Sat 3 Feb 2001 22:45
                    place          unknown; fixed times replace sunrise and sunset
                    configuration  invalid: line 3 [2J  gpj.exe

                    """))
    }

    @Test func `status names no time of a stale sensor, which depends on its interval`() throws {
        var status = FakeDaemon.status
        status.sensor = .stale
        let daemon = try FakeDaemon(in: directory, status: status)
        defer { daemon.stop() }
        let output = try appearancectl.run("status").output
        #expect(
            output.contains(
                "\nsensor       stale: its readings have stopped; its last level is still in effect\n"
            ),
            "\(output)")
    }

    @Test func `status in JSON has the fields of the protocol`() throws {
        let daemon = try FakeDaemon(in: directory)
        defer { daemon.stop() }
        let outcome = try appearancectl.run("status", "--json")
        #expect(outcome.status == 0)
        #expect(outcome.output.hasSuffix("}\n"))
        let json = try JSON(decoding: Array(outcome.output.utf8))
        #expect(try Snapshot(json) == FakeDaemon.status)
    }

    @Test(arguments: [
        (["auto"], Request.setMode(.auto, end: nil)),
        (["light"], .setMode(.light, end: nil)),
        (["dark", "--for", "45m"], .setMode(.dark, end: .after(.minutes(45)))),
        (["night", "--for=1h30m"], .setMode(.night, end: .after(.minutes(90)))),
        (["night", "--until", "next"], .setMode(.night, end: .nextBoundary)),
        (["--until", "sunrise", "dark"], .setMode(.dark, end: .sunrise)),
        (["dark", "--until", "sunset"], .setMode(.dark, end: .sunset)),
    ])
    func `set requests the mode and its end`(arguments: [String], request: Request) throws {
        let daemon = try FakeDaemon(in: directory)
        defer { daemon.stop() }
        #expect(try appearancectl.run(["set"] + arguments).status == 0)
        #expect(daemon.requests == [.getStatus, request])
    }

    @Test func `set --until requests a time of day`() throws {
        let daemon = try FakeDaemon(in: directory)
        defer { daemon.stop() }
        #expect(try appearancectl.run("set", "dark", "--until", "07:30").status == 0)
        let time = try #require(ClockTime(hour: 7, minute: 30))
        #expect(daemon.requests == [.getStatus, .setMode(.dark, end: .clock(time))])
    }

    @Test func `set prints its end and the command that undoes it`() throws {
        let daemon = try FakeDaemon(in: directory)
        defer { daemon.stop() }
        let night = try appearancectl.run("set", "night").output
        #expect(night.hasPrefix("Night until you change it. Undo: appearancectl set auto\n"))
        #expect(night.contains("\nThe screen is not red: the night filter"), "\(night)")
        #expect(
            try appearancectl.run("set", "light", "--for", "1h")
                == done(
                    "Light until Sat 3 Feb 2001 22:45, then auto. Undo: appearancectl set night\n"))
        #expect(
            try appearancectl.run("set", "auto")
                == done(
                    """
                    Auto: dark now.
                    12.5 lux is below 40 lux; 80 lux for 15 s would bring light.
                    Undo: appearancectl set light --until 22:45

                    """))
    }

    @Test
    func `status names the reason for which a sensor is not read, and what changes the light`()
        throws
    {
        var status = FakeDaemon.status
        status.sensor = .warming
        status.reason = .startup
        status.next = nil
        func rationale(_ crossings: [Rationale.Crossing]) -> Rationale {
            Rationale(
                appearance: .light, since: status.since, mode: .auto, reason: .sensor, until: nil,
                inputs: [
                    .init(name: "pause", vote: nil, weight: .ignored, why: "no"),
                    .init(
                        name: "sensor", vote: nil, weight: .standby,
                        why: "not read, as the session is locked"),
                ],
                light: .init(filtered: 5, raw: 5, unit: .lux, thresholds: Thresholds()),
                dwell: nil, next: nil, crossings: crossings)
        }
        func output(_ crossings: [Rationale.Crossing]) throws -> String {
            let daemon = try FakeDaemon(
                in: directory, status: status, rationale: rationale(crossings))
            defer { daemon.stop() }
            return try appearancectl.run("status").output
        }
        let locked = try output([])
        #expect(
            locked.contains(
                """
                sensor       warming up: not read, as the session is locked
                next change  unknown until the light sensor has been read

                """), "\(locked)")
        status.sensor = .trusted
        status.reason = .sensor
        let lit = try output([
            .init(appearance: .light, side: .above, level: 80),
            .init(appearance: .night, side: .below, level: 3),
        ])
        #expect(
            lit.contains("next change  by the light: light above 80 lux, night below 3 lux\n"),
            "\(lit)")
        status.mode = .dark
        status.until = FakeDaemon.modeEnd
        let chosen = try output([])
        #expect(
            chosen.contains("next change  none before Sat 3 Feb 2001 22:45, then by the light\n"),
            "\(chosen)")
    }

    @Test func `toggle prints the resulting mode`() throws {
        let daemon = try FakeDaemon(in: directory)
        defer { daemon.stop() }
        #expect(
            try appearancectl.run("toggle")
                == done(
                    "Light until Sat 3 Feb 2001 22:45, then auto. Undo: appearancectl set auto\n"))
        #expect(daemon.requests == [.getStatus, .toggle])
    }

    @Test(arguments: [
        ([], Request.pause(end: nil), "Paused: dark stays."),
        (
            ["--for", "2h"], .pause(end: .after(.hours(2))),
            "Paused: dark stays until Sat 3 Feb 2001 22:45."
        ),
    ])
    func `pause prints its end`(arguments: [String], request: Request, sentence: String) throws {
        let daemon = try FakeDaemon(in: directory)
        defer { daemon.stop() }
        #expect(
            try appearancectl.run(["pause"] + arguments)
                == done(sentence + " Undo: appearancectl resume\n"))
        #expect(daemon.requests == [.getStatus, request])
    }

    @Test func `resume prints the appearance in effect`() throws {
        let daemon = try FakeDaemon(in: directory)
        defer { daemon.stop() }
        let outcome = try appearancectl.run("resume")
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix("There was no pause to end.\nAuto: dark now.\n"))
        #expect(daemon.requests == [.getStatus, .resume])
    }

    @Test func `feed sends the name of its source`() throws {
        let daemon = try FakeDaemon(in: directory)
        defer { daemon.stop() }
        #expect(
            try appearancectl.run("feed", "320") == done("Reported 320 lux as \"appearancectl\".\n")
        )
        #expect(
            try appearancectl.run("feed", "0.125", "--source", "window sill")
                == done("Reported 0.13 lux as \"window sill\".\n"))
        let levels = try [320, 0.125].map { try #require(Lux($0)) }
        #expect(
            daemon.requests == [
                .feedLight(source: "appearancectl", lux: levels[0]), .getStatus,
                .feedLight(source: "window sill", lux: levels[1]), .getStatus,
            ])
    }

    @Test func `why prints lines without drawings`() throws {
        let daemon = try FakeDaemon(in: directory, rationale: Self.rationale)
        defer { daemon.stop() }
        #expect(
            try appearancectl.run("why")
                == done(
                    """
                    dark since Sat 3 Feb 2001 04:05, by the light (mode auto)
                      manual    ignored  none   no mode was set
                      sensor    decides  dark   12.5 lux is below 40 lux
                      schedule  standby  light  since sunrise
                      light    12.5 lux, last read 90 lux
                      limits   dark at 40 lux or less, light at 80 or more; night at 3 or less, dark again at 8 or more
                      waiting  to turn light: 5.25 s of 15 s
                      next     light, Sat 3 Feb 2001 22:45: sunrise

                    """))
        let json = try JSON(decoding: Array(try appearancectl.run("why", "--json").output.utf8))
        #expect(try Rationale(json) == Self.rationale)
    }

    @Test func `a key acts while calibrate waits for an explanation`() throws {
        let daemon = try FakeDaemon(in: directory, rationale: Self.rationale)
        defer { daemon.stop() }
        let home = try TestHome()
        let command = "stty rows 30 cols 80; exec \(BuiltProducts.appearancectl) calibrate"
        let terminal = try ChildProcess(
            "script", ["-qec", command, "/dev/null"],
            environment: home.environment.merging(
                ["XDG_RUNTIME_DIR": directory.path, "TERM": "xterm"]) { $1 }, keepsInput: true)
        try terminal.waitForLine(containing: "step 1 of 4", on: .output)
        try #require(daemon.withholdsExplanations())
        let count = daemon.requests.count { $0 == .explain }
        try terminal.write(line: "")
        try terminal.waitForLine(containing: "measuring: 0 of 6", on: .output)
        // It still waits for the same one.
        #expect(daemon.requests.count { $0 == .explain } == count)
        try terminal.write(line: "q")
        #expect(try terminal.expectExit() == .exited(0))
        #expect(terminal.text(on: .output).hasSuffix("Nothing was changed.\r\n"))
    }

    static var rationale: Rationale {
        Rationale(
            appearance: .dark, since: FakeDaemon.since, mode: .auto, reason: .sensor, until: nil,
            inputs: [
                .init(name: "manual", vote: nil, weight: .ignored, why: "no mode was set"),
                .init(
                    name: "sensor", vote: .dark, weight: .decides, why: "12.5 lux is below 40 lux"),
                .init(name: "schedule", vote: .light, weight: .standby, why: "since sunrise"),
            ],
            light: .init(filtered: 12.5, raw: 90, unit: .lux, thresholds: Thresholds()),
            dwell: .init(target: .light, elapsed: .milliseconds(5250), needed: .seconds(15)),
            next: .init(at: FakeDaemon.modeEnd, appearance: .light, why: "sunrise"))
    }

    @Test func `sensors prints a table`() throws {
        let daemon = try FakeDaemon(in: directory, sensors: Self.sensors)
        defer { daemon.stop() }
        #expect(
            try appearancectl.run("sensors")
                == done(
                    """
                       NAME      LIGHT     AGE   STATE    SOURCE  PATH            WHY NOT
                       acpi-als  –         –     none     iio     /sys/devices/b  it cannot be read
                    *  als       12.5 lux  12 s  trusted  iio     /sys/devices/a/iio:device0
                       not read: the session is locked
                       base      90 lux    2 h   warming  iio     /sys/devices/c  als decides

                    """))
        let output = try appearancectl.run("sensors", "--json").output
        let json = try JSON(decoding: Array(output.utf8))
        #expect(try json.array?.map { try SensorListing($0) } == Self.sensors)
    }

    private static let sensors = [
        SensorListing(
            name: "acpi-als", path: "/sys/devices/b", source: "iio", light: nil, unit: nil,
            state: .none, chosen: false, problem: "it cannot be read"),
        SensorListing(
            name: "als", path: "/sys/devices/a/iio:device0", source: "iio", light: 12.5,
            unit: .lux, state: .trusted, chosen: true, problem: nil, age: .seconds(12),
            unread: .sessionLocked),
        SensorListing(
            name: "base", path: "/sys/devices/c", source: "iio", light: 90,
            unit: .lux, state: .warming, chosen: false, problem: nil, age: .hours(2),
            whyNot: "als decides"),
    ]

    @Test func `sensors reports that there are none`() throws {
        let daemon = try FakeDaemon(in: directory)
        defer { daemon.stop() }
        let outcome = try appearancectl.run("sensors")
        #expect(outcome.output.hasPrefix("No light sensor was found: the schedule decides.\n"))
        #expect(try appearancectl.run("sensors", "--json") == done("[]\n"))
    }

    private func done(_ output: String) -> Appearancectl.Outcome {
        Appearancectl.Outcome(status: 0, output: output, errorOutput: "")
    }
}
