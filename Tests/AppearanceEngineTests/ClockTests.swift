import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

/// A wall clock that is wrong, is set, jumps, or shows odd times.
@Suite(.bounded) struct ClockTests {
    private let berlin = Coordinates(latitudeDegrees: 52.5, longitudeDegrees: 13.4)

    private func driver(
        _ configuration: Configuration = .test, at start: String, sensor: String? = nil
    ) -> EngineDriver {
        EngineDriver(configuration, at: start, place: berlin, sensor: sensor)
    }

    private func instant(_ text: String) throws -> WallTime {
        try #require(WallTime(iso8601: text, zone: .utc))
    }

    @Test(
        .row("T1"),
        arguments: [
            ("2026-03-20T12:00:00", 12, Appearance.dark), ("2026-03-20T22:00:00", -12, .light),
            ("2026-03-20T12:00:00", -12, .dark), ("2026-03-20T22:00:00", 12, .light),
        ])
    func `a clock set by half a day is followed at once, with one change`(
        start: String, hours: Int64, after: Appearance
    ) throws {
        var driver = driver(at: start)
        driver.setWallClock(to: try instant(start) + .hours(hours))
        #expect(driver.appearance == after)
        #expect(driver.changes == 1)
        // The next boundary comes at its time on the clock as it is now.
        let next = try #require(driver.last?.next)
        driver.wait(next.at - driver.now.wall - Microseconds(1))
        #expect(driver.changes == 1)
        driver.wait(Microseconds(1))
        #expect(driver.appearance == next.appearance)
        #expect(driver.changes == 2)
    }

    @Test func `an override for an hour lasts an hour although the clock is set`() throws {
        for days in [-40, 40] as [Int64] {
            var driver = driver(at: "2026-03-20T12:00:00")
            driver.send(.modeChosen(.night, end: .after(.hours(1))))
            driver.send(.paused(end: .after(.hours(2))))
            driver.wait(.minutes(30))
            driver.setWallClock(to: driver.now.wall + .days(days))
            #expect(driver.last?.until == driver.now.wall + .minutes(30))
            #expect(driver.last?.pausedUntil == driver.now.wall + .minutes(90))
            driver.wait(.minutes(30) - Microseconds(1))
            #expect(driver.last?.mode == .night)
            driver.wait(.minutes(1))
            #expect(driver.last?.mode == .auto)
            #expect(driver.last?.paused == true)
            driver.wait(.minutes(60))
            #expect(driver.last?.paused == false)
        }
    }

    /// The ends by sun, clock and schedule that a clock which is a year ahead puts a year away.
    private static let events: [ModeEnd] = [
        .sunrise, .sunset, .nextBoundary, .clock(ClockTime(wrapping: 480)),
    ]

    /// Returns a driver whose clock is a year ahead, with an override and a pause until an event.
    private func aYearAhead(_ event: ModeEnd) -> EngineDriver {
        var driver = driver(Configuration(), at: "2027-11-26T22:00:00")
        driver.send(.modeChosen(.light, end: event))
        driver.send(.paused(end: event))
        return driver
    }

    @Test(.row("T15"), arguments: events)
    func `an end that a wrong clock puts a year away is computed again`(event: ModeEnd) throws {
        var driver = aYearAhead(event)
        let right = try instant("2026-11-26T22:00:00")
        driver.setWallClock(to: right)
        var expected = self.driver(Configuration(), at: "2026-11-26T22:00:00")
        expected.send(.modeChosen(.light, end: event))
        #expect(driver.last?.mode == .light && driver.last?.paused == true)
        #expect(driver.last?.until == expected.last?.until)
        #expect(driver.last?.pausedUntil == expected.last?.until)
        driver.wait(.hours(36))
        #expect(driver.last?.mode == .auto && driver.last?.paused == false)
    }

    @Test(.row("T15")) func `an end that was computed again stays, whatever the light is later`()
        throws
    {
        let settings = EngineSettings(Configuration(), place: berlin, zone: .utc)
        var driver = driver(Configuration(), at: "2027-11-26T12:00:00")
        driver.send(.lightReported(source: "phone", lux: try #require(Lux(300))))
        driver.send(.modeChosen(.night, end: .nextBoundary))
        driver.setWallClock(to: try instant("2026-11-26T12:00:00"))
        let until = try #require(driver.last?.until)
        #expect(until < (try instant("2026-11-26T18:00:00")))
        driver.send(.lightReported(source: "phone", lux: try #require(Lux(1))))
        driver.send(.configured(settings))
        #expect(driver.last?.until == until)
        driver.setWallClock(to: try instant("2026-11-27T12:00:00"))
        #expect(driver.last?.mode == .night)
        #expect(driver.last.flatMap(\.until).map { $0 > driver.now.wall } == true)
    }

    @Test(.row("T15")) func `a toggle by a wrong clock ends within a day and a half`() throws {
        var driver = driver(Configuration(), at: "2027-11-26T22:00:00")
        driver.send(.toggled)
        driver.setWallClock(to: try instant("2026-11-26T22:00:00"))
        #expect(driver.last?.mode == .light)
        let until = try #require(driver.last?.until)
        #expect(until - driver.now.wall < .hours(36))
        driver.send(.stopping)
        let saved = try #require(driver.saved.last)
        let after = EngineDriver(
            Configuration(), at: "2026-11-26T22:05:00", place: berlin, saved: saved)
        #expect(after.last?.until == until)
    }

    @Test(.row("T15"), arguments: events)
    func `an end that an earlier run saved by a wrong clock is computed again`(
        event: ModeEnd
    ) throws {
        var before = aYearAhead(event)
        before.send(.stopping)
        let saved = try #require(before.saved.last)
        var after = EngineDriver(
            Configuration(), at: "2026-11-26T22:00:00", place: berlin, saved: saved)
        let until = try #require(after.last?.until)
        #expect(until - after.now.wall < .hours(36) && after.last?.pausedUntil == until)
        // The saved clock was right, and this start's is not.
        after.setWallClock(to: try instant("2027-11-26T22:01:00"))
        #expect(after.last?.until == saved.until)
    }

    @Test(.row("T15")) func `a duration that an earlier run saved by a wrong clock is kept`() throws
    {
        var before = driver(Configuration(), at: "2027-11-26T22:00:00")
        before.send(.modeChosen(.light, end: .after(.hours(8))))
        before.wait(.hours(1))
        before.send(.stopping)
        let saved = try #require(before.saved.last)
        var after = EngineDriver(
            Configuration(), at: "2026-11-26T22:00:00", place: berlin, saved: saved)
        #expect(after.last?.until == after.now.wall + .hours(7))
        after.setWallClock(to: try instant("2028-11-26T22:00:00"))
        #expect(after.last?.until == after.now.wall + .hours(7))
    }

    @Test func `an override until a time of day follows a changed clock`() throws {
        var driver = driver(at: "2026-03-20T12:00:00")
        driver.send(.modeChosen(.night, end: .clock(try #require(ClockTime("13:00")))))
        driver.setWallClock(to: driver.now.wall + .minutes(59))
        #expect(driver.last?.mode == .night)
        driver.wait(.minutes(1))
        #expect(driver.last?.mode == .auto)
    }

    @Test(.row("T2")) func `a changed clock does not affect a dwell time`() throws {
        for hours in [-12, 12] as [Int64] {
            var driver = driver(Configuration(), at: "2026-03-20T12:00:00", sensor: "als")
            for second in 0..<8 { driver.light(300 + Double(second % 2), for: .seconds(1)) }
            driver.light(10, for: .seconds(15))
            driver.setWallClock(to: driver.now.wall + .hours(hours))
            driver.light(10, for: .seconds(10))
            #expect(driver.appearance == .light)
            driver.light(10, for: .seconds(20))
            #expect(driver.appearance == .dark)
        }
    }

    @Test(arguments: ["1970-01-01T00:00:00", "2106-02-07T06:28:15"])
    func `a start with a wrong clock is corrected with the clock`(
        start: String
    ) throws {
        var driver = driver(at: start)
        #expect(driver.last != nil)
        driver.wait(.minutes(3))
        let (before, changes) = (driver.appearance, driver.changes)
        driver.setWallClock(to: try instant("2026-03-20T12:00:00"))
        #expect(driver.appearance == .light)
        #expect(driver.changes == changes + (before == .light ? 0 : 1))
        #expect(driver.last?.next?.appearance == .dark)
    }

    @Test(arguments: ["1970-01-01T00:00:00", "2106-02-07T06:28:15"])
    func `the time since which the appearance is in effect follows a changed clock`(
        start: String
    ) throws {
        var driver = driver(at: start)
        driver.send(.modeChosen(.night, end: nil))
        driver.wait(.minutes(3))
        driver.setWallClock(to: try instant("2026-03-20T12:00:00"))
        #expect(driver.last?.since == (try instant("2026-03-20T11:57:00")))
        #expect(driver.rationale.since == driver.last?.since)
    }

    @Test(arguments: ["1970-01-01T00:00:00", "2106-02-07T06:28:15"])
    func `the sensor decides with a wrong clock and after its correction`(start: String)
        throws
    {
        var driver = driver(at: start, sensor: "als")
        for second in 0..<8 { driver.light(300 + Double(second % 2), for: .seconds(1)) }
        #expect(driver.appearance == .light)
        #expect(driver.last?.reason == .sensor)
        let changes = driver.changes
        driver.setWallClock(to: try instant("2026-03-20T20:00:00"))
        #expect(driver.appearance == .light)
        #expect(driver.changes == changes)
    }

    /// Every microsecond around sunset is looked at, as if a timer came too early and came again.
    @Test(.row("T13"))
    func
        `a look every microsecond around a boundary tells it once and never asks for a second one soon`()
        throws
    {
        var driver = driver(at: "2026-03-20T12:00:00")
        let sunset = try #require(driver.last?.next?.at)
        driver.wait(sunset - driver.now.wall - Microseconds(500))
        #expect(driver.changes == 0)
        for _ in 0..<1_000 {
            driver.skip(Microseconds(1))
            driver.send(.deadline)
            let due = try #require(driver.wallAlarm)
            #expect(due == sunset || due >= driver.now.wall + .seconds(1))
        }
        #expect(driver.appearance == .dark)
        #expect(driver.changes == 1)
    }

    @Test func `a timer that fires early is set again for a second or more`()
        throws
    {
        var driver = driver(at: "2026-03-20T12:00:00")
        let sunset = try #require(driver.last?.next?.at)
        driver.skip(sunset - driver.now.wall - .milliseconds(1))
        driver.send(.deadline)
        #expect(driver.changes == 0)
        driver.wait(.seconds(1))
        #expect(driver.changes == 1)
    }

    // MARK: Zones

    @Test(.row("T10")) func `a change of time zone is in effect at once and does not move the sun`()
        throws
    {
        // 21:30 in UTC is 22:30 in Berlin and 06:30 in Tokyo: with times by the clock it is day.
        var configuration = Configuration.test
        configuration.schedule.everyDay.light = .clock(ClockTime(wrapping: 6 * 60))
        configuration.schedule.everyDay.dark = .clock(ClockTime(wrapping: 20 * 60))
        var byClock = EngineDriver(configuration, at: "2026-03-20T21:30:00", place: berlin)
        #expect(byClock.appearance == .dark)
        let tokyo = try #require(TimeZoneRules(posix: "JST-9"))
        byClock.send(
            .scheduleChanged(EngineSettings(configuration, place: berlin, zone: tokyo).schedule))
        #expect(byClock.appearance == .light)
        #expect(byClock.changes == 1)

        configuration = .test
        configuration.schedule.everyDay.night = nil
        var bySun = driver(configuration, at: "2026-03-20T21:30:00")
        let next = bySun.last?.next
        bySun.send(
            .scheduleChanged(EngineSettings(configuration, place: berlin, zone: tokyo).schedule))
        #expect(bySun.changes == 0)
        #expect(bySun.last?.next == next)
        // The sentence has the new local time.
        #expect(bySun.last?.explanation.contains("sunrise (14:") == true)
    }

    @Test func `another zone leaves a problem of the configuration as it is`() {
        var driver = driver(at: "2026-03-20T12:00:00")
        driver.send(.configurationRefused("line 3: no such key"))
        driver.send(
            .scheduleChanged(EngineSettings(.test, place: berlin, zone: .utc).schedule))
        #expect(driver.last?.configurationError == "line 3: no such key")
    }

    @Test(
        .row("T14"),
        arguments: [
            "<+1545>-15:45", "<-1545>15:45", "<+1245>-12:45<+1345>,M9.5.0/2:45,M4.1.0/3:45",
            "<+14>-14", "<-12>12",
        ])
    func `in every zone and at every odd time a day has its changes`(zone: String) throws {
        let rules = try #require(TimeZoneRules(posix: zone))
        var configuration = Configuration.test
        configuration.schedule.everyDay.light = .clock(ClockTime(wrapping: 7 * 60))
        configuration.schedule.everyDay.dark = .clock(ClockTime(wrapping: 19 * 60))
        // A leap second, the end of 32 bits, and the day on which they have passed.
        for start in [
            "2016-12-31T23:59:59", "2038-01-19T03:14:06", "2106-02-07T06:28:14",
            "2100-02-28T12:00:00",
        ] {
            var driver = EngineDriver(configuration, at: start, place: berlin, zone: rules)
            let first = driver.appearance
            driver.wait(.days(1))
            #expect(driver.changes == 2, "\(start) in \(zone)")
            #expect(driver.appearance == first)
        }
    }

    @Test(
        .row("T12"),
        arguments: [(179.9, 89.99), (-179.9, -90), (180, 0), (-180, 52.5)] as [(Double, Double)])
    func `a next change exists at the date line and at the poles`(
        longitude: Double, latitude: Double
    ) throws {
        let place = Coordinates(latitudeDegrees: latitude, longitudeDegrees: longitude)
        for start in ["2026-06-21T00:00:00", "2026-12-21T00:00:00", "2026-09-22T12:00:00"] {
            var driver = EngineDriver(.test, at: start, place: place)
            for _ in 0..<10 {
                let due = try #require(driver.wallAlarm)
                #expect(due > driver.now.wall)
                #expect(due - driver.now.wall <= .hours(26))
                driver.wait(due - driver.now.wall)
            }
        }
    }
}
