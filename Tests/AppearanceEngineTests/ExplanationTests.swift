import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

/// Situations, and the sentence that a person reads in each.
@Suite(.bounded) struct ExplanationTests {
    /// Berlin on 20 March 2026: sunrise 06:09, sunset 18:19 local time.
    static let zone = TimeZoneRules(posix: "CET-1CEST,M3.5.0,M10.5.0/3") ?? .utc
    static let berlin = Coordinates(latitudeDegrees: 52.5, longitudeDegrees: 13.4)

    struct Situation: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let sentence: String
        let lead: @Sendable () -> EngineDriver

        init(_ name: String, _ sentence: String, _ lead: @escaping @Sendable () -> EngineDriver) {
            testDescription = name
            self.sentence = sentence
            self.lead = lead
        }
    }

    @Test(arguments: situations)
    func `the explanation names the appearance and its cause`(_ situation: Situation) throws {
        let sentence = try #require(situation.lead().last?.explanation)
        #expect(sentence == situation.sentence)
        #expect(sentence.count < 120)
    }

    static let situations: [Situation] = light + lostLight + unreadLight + schedule + choices

    // MARK: Light

    private static let light: [Situation] = [
        .init(
            "a lit room",
            "Light: 350 lux, above 80. Dark below 40 lux."
        ) {
            lit(350)
        },
        .init(
            "a room between the thresholds from the start",
            "Light: 60 lux. Dark below 40 lux."
        ) {
            lit(60)
        },
        .init(
            "a room at the threshold of light",
            "Light: 80 lux, 80 or more. Dark below 40 lux."
        ) {
            lit(80)
        },
        .init(
            "a room at the threshold of dark",
            "Dark: 40 lux, 40 or less. Light above 80 lux."
        ) {
            lit(40)
        },
        .init(
            "a dim room by day",
            "Dark: 18 lux, below 40. Light above 80 lux."
        ) {
            lit(18)
        },
        .init(
            "a lit room that turned dim",
            "Dark: 20 lux, below 40. Light above 80 lux."
        ) {
            var driver = lit(350)
            driver.light(20, for: .seconds(60))
            return driver
        },
        .init(
            "a black room before the night window",
            "Dark: 0.5 lux, below 40. Light above 80 lux, night at 22:30."
        ) {
            lit(0.5, at: "2026-03-20T20:00:00")
        },
        .init(
            "a black room in the night window",
            "Night: 0.5 lux, below 3. Dark above 8 lux or at 06:30."
        ) {
            lit(0.5, at: "2026-03-20T23:00:00")
        },
        .init(
            "the night window opens on a black room",
            "Night: 0.5 lux, below 3. Dark above 8 lux or at 06:30."
        ) {
            var driver = lit(0.5, at: "2026-03-20T22:29:00")
            driver.light(0.5, for: .seconds(90))
            return driver
        },
        .init(
            "the night window closes on a black room",
            "Dark: 0.5 lux, below 40; these are not the night hours. Light above 80 lux, night at 22:30."
        ) {
            var driver = lit(0.5, at: "2026-03-21T06:29:00")
            driver.light(0.5, for: .seconds(90))
            return driver
        },
        .init(
            "a lamp in the night",
            "Light: 150 lux, above 80. Dark below 40 lux."
        ) {
            var driver = lit(0.5, at: "2026-03-20T23:00:00")
            driver.light(150, for: .seconds(60))
            return driver
        },
        .init(
            "a lit room with all thresholds moved",
            "Light: 350 lux, above 200. Dark below 100 lux."
        ) {
            var configuration = Configuration()
            configuration.ambient.thresholds = Thresholds(darkBelow: 100, lightAbove: 200)
            return lit(350, configuration)
        },
        .init(
            "a sensor that says how much of its range it sees",
            "Dark: 6 % from the sensor, below 8. Light above 16 %."
        ) {
            var driver = EngineDriver(at: noon, place: berlin, zone: zone, sensor: "applesmc")
            for second in 0..<90 {
                driver.light(6 + Double(second % 2) / 100, .percent, for: .seconds(1))
            }
            return driver
        },
        .init(
            "a value that has not moved for half an hour, while light still counts",
            "Still light (last 300 lux): the light sensor has reported 300 lux for 30 min, so dark by schedule in 30 s."
        ) {
            var driver = lit(300, at: "2026-03-20T20:00:00")
            driver.send(.lightStuck(true))
            return driver
        },
        .init(
            "a value that has not moved for half an hour, since the schedule decides",
            "Dark since sunset (18:19), by schedule, as the light sensor has reported 300 lux for 30 min; light at 06:30."
        ) {
            var driver = lit(300, at: "2026-03-20T20:00:00")
            driver.send(.lightStuck(true))
            driver.wait(.minutes(5))
            return driver
        },
        .init(
            "a fed level",
            "Dark: 12 lux from desk-lamp, below 40. Light above 80 lux or at 12:30."
        ) {
            var driver = EngineDriver(at: noon, place: berlin, zone: zone)
            driver.send(.lightReported(source: "desk-lamp", lux: lux(12)))
            driver.wait(.seconds(60))
            return driver
        },
        .init(
            "a fed level that has yet to last",
            "Still light: 12 lux from desk-lamp would be dark; changes in 30 s."
        ) {
            var driver = EngineDriver(Configuration(), at: noon, place: berlin, zone: zone)
            driver.send(.lightReported(source: "desk-lamp", lux: lux(12)))
            return driver
        },
    ]

    @Test func `a rationale in a mode without an end has the present phase of the schedule`() {
        for choice in [Event.modeChosen(.light, end: nil), .paused(end: nil)] {
            var driver = EngineDriver(at: Self.noon, place: Self.berlin, zone: Self.zone)
            driver.send(choice)
            driver.wait(.hours(8))
            let schedule = driver.rationale.inputs.last
            #expect(schedule?.vote == .dark)
            #expect(schedule?.why == "it is evening by the schedule until 22:30")
        }
    }

    @Test func `the level of a sensor that is not read is not the present one`() {
        var driver = Self.lit(350)
        #expect(sensorWords(driver) == "the room has 350 lux")
        driver.send(.modeChosen(.dark, end: nil))
        driver.wait(.hours(8))
        #expect(
            sensorWords(driver) == "not read, as it does not decide; the last level was 350 lux")
    }

    private static let unreadReasons: [([Event], String)] = [
        ([.lidClosed(true)], "not read, as the lid is closed"),
        ([.lidClosed(true), .lidClosed(false)], "left alone for 2 s, as the lid was opened"),
        ([.sessionUse(.locked)], "not read, as the session is locked"),
        ([.sessionUse(.inactive)], "not read, as no session of yours is in front"),
        ([.sessionUse(.remote)], "not read, as the session is remote"),
        ([.suspending], "not read, as the machine is suspended"),
        (
            [.suspending, .suspended(.hours(1)), .suspendEnded],
            "left alone for some seconds, as the machine was suspended"
        ),
    ]

    @Test(arguments: unreadReasons)
    func `the reason for which the sensor is not read is named`(
        _ events: [Event], _ words: String
    ) {
        var driver = Self.lit(350)
        events.forEach { driver.send($0) }
        #expect(sensorWords(driver) == words)
    }

    @Test func `a closed lid is no reason for which there is no sensor`() {
        var driver = EngineDriver(at: Self.noon, place: Self.berlin, zone: Self.zone)
        driver.send(.lidClosed(true))
        #expect(sensorWords(driver) == "there is no light sensor")
    }

    @Test func `each input has the weight that it has in the decision`() {
        func weights(_ driver: EngineDriver) -> [Rationale.Weight] {
            driver.rationale.inputs.map(\.weight)
        }
        var driver = EngineDriver(at: Self.noon, place: Self.berlin, zone: Self.zone)
        #expect(driver.rationale.inputs.map(\.name) == ["manual", "pause", "sensor", "schedule"])
        #expect(weights(driver) == [.ignored, .ignored, .ignored, .decides])
        driver = Self.lit(350)
        #expect(weights(driver) == [.ignored, .ignored, .decides, .standby])
        driver.send(.modeChosen(.dark, end: nil))
        #expect(weights(driver) == [.decides, .ignored, .ignored, .ignored])
    }

    private func sensorWords(_ driver: EngineDriver) -> String? {
        driver.rationale.inputs.first { $0.name == "sensor" }?.why
    }

    // MARK: A change that waits

    /// The explanation at the time of the request.
    @Test func `the explanation counts down to a pending change`() throws {
        var driver = Self.lit(350)
        driver.light(11, for: .seconds(20))
        let left = try #require(driver.rationale.dwell.map { $0.needed - $0.elapsed })
        #expect(
            driver.live?.explanation
                == "Still light: 11 lux would be dark; changes in \(left.count / 1_000_000) s.")
        #expect(driver.live?.next == driver.live?.pending)
        #expect(driver.rationale.next?.why == "the light asks for it")
        #expect(driver.live?.next?.at == driver.now.wall + left)
        driver.light(350, for: .seconds(10))
        #expect(driver.live?.pending == nil)
        #expect(driver.live?.explanation.hasPrefix("Light: ") == true)
    }

    /// Only the published sentence stays while nothing but the level varies.
    @Test func `the explanation has the level at the time of the request`() {
        var driver = Self.lit(1000)
        let published = driver.last
        driver.light(100, for: .seconds(60))
        #expect(driver.last == published)
        #expect(driver.live?.explanation == "Light: 100 lux, above 80. Dark below 40 lux.")
    }

    @Test func `a change because the light is lost says so`() {
        var driver = Self.lit(350, at: "2026-03-20T20:00:00")
        driver.send(.sensorLost)
        #expect(driver.rationale.next?.appearance == .dark)
        #expect(driver.rationale.next?.why == "the light is lost")
    }

    // MARK: Light that is lost

    private static let lostLight: [Situation] = [
        .init(
            "silence for ten seconds",
            "Light as before (last 350 lux); no reading for 10 s, and after 6 min the schedule decides."
        ) {
            var driver = lit(350)
            driver.wait(.seconds(11))
            return driver
        },
        .init(
            "silence for a minute in the evening",
            "Still light (last 350 lux): the light sensor has given no reading for 60 s, so dark by schedule in 5 min."
        ) {
            var driver = lit(350, at: "2026-03-20T20:00:00")
            driver.wait(.seconds(61))
            return driver
        },
        .init(
            "the sensor is pulled out in the evening",
            "Still light (last 350 lux): the light sensor is gone, so dark by schedule in 30 s."
        ) {
            var driver = lit(350, at: "2026-03-20T20:00:00")
            driver.send(.sensorLost)
            return driver
        },
        .init(
            "the sensor is gone for good",
            "Dark since sunset (18:19), by schedule, as there is no light sensor; light at 06:30."
        ) {
            var driver = lit(350, at: "2026-03-20T20:00:00")
            driver.send(.sensorLost)
            driver.wait(.seconds(31))
            return driver
        },
        .init(
            "a fed level that ran out",
            "Still light (last 400 lux from desk-lamp): reported light counts for 30 min, so dark by schedule in 30 s."
        ) {
            var driver = EngineDriver(
                Configuration(), at: "2026-03-20T20:00:00", place: berlin, zone: zone)
            driver.send(.lightReported(source: "desk-lamp", lux: lux(400)))
            driver.wait(.minutes(30))
            return driver
        },
        .init(
            "the program that reported light has gone",
            "Still light (last 400 lux from desk-lamp): this source has stopped reporting, so dark by schedule in 30 s."
        ) {
            var driver = EngineDriver(
                Configuration(), at: "2026-03-20T20:00:00", place: berlin, zone: zone)
            driver.send(.lightReported(source: "desk-lamp", lux: lux(400), connection: 1))
            driver.wait(.minutes(1))
            driver.send(.reportEnded(connection: 1))
            return driver
        },
    ]

    // MARK: Light that is not looked at

    private static let unreadLight: [Situation] = [
        .init(
            "the lid was closed",
            "Light as before (last 350 lux); the lid is closed, and after 60 s of that the schedule decides."
        ) {
            var driver = lit(350)
            driver.send(.lidClosed(true))
            return driver
        },
        .init(
            "the lid was closed in the evening",
            "Light as before (last 350 lux); the lid is closed, and after 90 s of that the schedule decides."
        ) {
            var driver = lit(350, at: "2026-03-20T20:00:00")
            driver.send(.lidClosed(true))
            return driver
        },
        .init(
            "the lid was closed over a sensor that is read every minute",
            "Light as before (last 350 lux); the lid is closed, and after 13 min 6 s of that the schedule decides."
        ) {
            var configuration = Configuration()
            configuration.sensor.poll = .minutes(1)
            configuration.sensor.pollSteady = .minutes(1)
            configuration.ambient.dwell.lightToDark = .minutes(1)
            var driver = lit(350, configuration, at: "2026-03-20T20:00:00")
            driver.send(.lidClosed(true))
            return driver
        },
        .init(
            "the lid has been closed for a minute in the evening",
            "Still light (last 350 lux): the lid is closed, so dark by schedule in 30 s."
        ) {
            var driver = lit(350, at: "2026-03-20T20:00:00")
            driver.send(.lidClosed(true))
            driver.wait(.seconds(61))
            return driver
        },
        .init(
            "the lid is closed for good",
            "Dark since sunset (18:19), by schedule, as the lid is closed; light at 06:30."
        ) {
            var driver = lit(350, at: "2026-03-20T20:00:00")
            driver.send(.lidClosed(true))
            driver.wait(.minutes(2))
            return driver
        },
        .init(
            "the lid was opened",
            "Light, as before, until the light sensor has been checked, within 60 s."
        ) {
            var driver = lit(350)
            driver.send(.lidClosed(true))
            driver.send(.lidClosed(false))
            return driver
        },
        .init(
            "the lid was opened over a sensor that is read every half minute",
            "Light, as before, until the light sensor has been checked, within 6 min 6 s."
        ) {
            var configuration = Configuration()
            configuration.sensor.poll = .seconds(30)
            var driver = lit(350, configuration)
            driver.send(.lidClosed(true))
            driver.send(.lidClosed(false))
            return driver
        },
        .init(
            "the session is locked",
            "Light as before (last 350 lux); no reading until the session is unlocked."
        ) {
            var driver = lit(350)
            driver.send(.sessionUse(.locked))
            return driver
        },
        .init(
            "another session is in front",
            "Light as before (last 350 lux); no reading until a session of yours is in front."
        ) {
            var driver = lit(350)
            driver.send(.sessionUse(.inactive))
            return driver
        },
        .init(
            "the user works at another machine",
            "Light as before (last 350 lux); the session is remote, and after 60 s of that the schedule"
                + " decides."
        ) {
            var driver = lit(350)
            driver.send(.sessionUse(.remote))
            return driver
        },
        .init(
            "the machine woke up",
            "Light, as before the suspend, until the light sensor has been checked, within 60 s."
        ) {
            var driver = lit(350)
            driver.suspend(for: .hours(1))
            return driver
        },
        .init(
            "a sensor that only said 0 since the machine woke up",
            "Dark since sunset (18:19), by schedule, as the light sensor has reported only 0 lux since the suspend; light at 06:30."
        ) {
            var driver = lit(350, at: "2026-03-20T20:00:00")
            driver.suspend(for: .hours(1))
            driver.wait(.seconds(5))
            driver.light(0, for: .minutes(2))
            return driver
        },
    ]

    // MARK: Schedule

    private static let schedule: [Situation] = [
        .init(
            "a sensor that is turned off",
            "Light since 06:30, by schedule, as the light sensor is turned off (sensor.source); dark at sunset (18:19)."
        ) {
            EngineDriver(
                Configuration().with { $0.sensor.source = .none }, at: noon, place: berlin,
                zone: zone)
        },
        .init(
            "a sensor that is ignored",
            "Light since 06:30, by schedule, as no light sensor is in use (see sensor.ignore); dark at sunset (18:19)."
        ) {
            EngineDriver(
                Configuration().with { $0.sensor.ignore = ["als"] }, at: noon, place: berlin,
                zone: zone)
        },
        .init(
            "day without a sensor",
            "Light since 06:30, by schedule, as there is no light sensor; dark at sunset (18:19)."
        ) {
            EngineDriver(at: noon, place: berlin, zone: zone)
        },
        .init(
            "evening without a sensor",
            "Dark since sunset (18:19), by schedule, as there is no light sensor; light at 06:30."
        ) {
            EngineDriver(at: "2026-03-20T20:00:00", place: berlin, zone: zone)
        },
        .init(
            "night without a sensor",
            "Dark since sunset (18:19), by schedule, as there is no light sensor; light at 06:30."
        ) {
            EngineDriver(at: "2026-03-20T23:30:00", place: berlin, zone: zone)
        },
        .init(
            "a sensor that has just been found",
            "Light since 06:30, by schedule until the light sensor has been checked."
        ) {
            EngineDriver(at: noon, place: berlin, zone: zone, sensor: "als")
        },
        .init(
            "a sensor that never moves",
            "Light since 06:30, by schedule, as the light sensor is stuck at 400 lux; dark at sunset (18:19)."
        ) {
            var driver = EngineDriver(at: noon, place: berlin, zone: zone, sensor: "als")
            driver.light(400, for: .seconds(70))
            return driver
        },
        .init(
            "a schedule of the clock without a day",
            "Dark, by schedule, as there is no light sensor."
        ) {
            let time = TimeExpression.clock(ClockTime(wrapping: 7 * 60))
            return EngineDriver(
                .test.with {
                    $0.schedule.everyDay.light = time
                    $0.schedule.everyDay.dark = time
                }, at: noon, place: berlin, zone: zone)
        },
        .init(
            "polar night",
            "Dark, by schedule, as there is no light sensor, while the sun does not rise; light at sunrise on 15 January 2027."
        ) {
            EngineDriver(
                at: "2026-12-21T12:00:00",
                place: Coordinates(latitudeDegrees: 69.65, longitudeDegrees: 18.96), zone: zone)
        },
        .init(
            "a clock that is not that of the configured place",
            "Light since 06:30, by schedule, as there is no light sensor, with the sun of UTC; dark at sunset (17:19)."
        ) {
            var driver = EngineDriver(at: "2026-03-20T12:00:00", place: berlin)
            let away = SunPlace(
                Coordinates(latitudeDegrees: 52.5, longitudeDegrees: 13.4), .clockElsewhere)
            driver.send(.configured(EngineSettings(.test, away, zone: .utc)))
            return driver
        },
        .init(
            "a limit of the time by the sun",
            "Light since 07:00, by schedule, as there is no light sensor; dark at 18:00 (latest for sunset)."
        ) {
            EngineDriver(limited, at: noon, place: berlin, zone: zone)
        },
        .init(
            "since a limit of the time by the sun",
            "Dark since 18:00, by schedule, as there is no light sensor; light at 07:00 (earliest for sunrise)."
        ) {
            EngineDriver(limited, at: "2026-03-20T20:00:00", place: berlin, zone: zone)
        },
        .init(
            "a time by the sun between its limits",
            "Light since 06:30, by schedule, as there is no light sensor; dark at sunset (18:19)."
        ) {
            EngineDriver(
                Configuration().with {
                    $0.schedule.everyDay.dark =
                        TimeExpression("sunset, 18:00 to 21:00") ?? $0.schedule.everyDay.dark
                }, at: noon, place: berlin, zone: zone)
        },
        .init(
            "a limit of the sun of another place",
            "Light since 07:00, by schedule, as there is no light sensor, with the sun of UTC; dark at sunset (17:19)."
        ) {
            var driver = EngineDriver(limited, at: "2026-03-20T12:00:00", place: berlin)
            let away = SunPlace(
                Coordinates(latitudeDegrees: 52.5, longitudeDegrees: 13.4), .clockElsewhere)
            driver.send(.configured(EngineSettings(limited, away, zone: .utc)))
            return driver
        },
        .init(
            "the darker of the two",
            "Dark since sunset (18:19), by schedule, darker than 350 lux asks for; light at 06:30."
        ) {
            var configuration = Configuration()
            configuration.ambient.policy = .darker
            return lit(350, configuration, at: "2026-03-20T20:00:00")
        },
        .init(
            "the schedule alone",
            "Light since 06:30, by schedule, as the configuration asks; dark at sunset (18:19)."
        ) {
            var configuration = Configuration()
            configuration.ambient.policy = .schedule
            return EngineDriver(configuration, at: noon, place: berlin, zone: zone, sensor: "als")
        },
    ]

    // MARK: The user's modes

    private static let choices: [Situation] = [
        .init("a choice", "Dark, because you chose it; it stays until you change it.") {
            chosen(.dark)
        },
        .init(
            "a choice with an end", "Night until 06:07, because you chose it; then automatic again."
        ) {
            chosen(.night, end: .sunrise)
        },
        .init(
            "a choice for days",
            "Light until 12:00 on 23 March, because you chose it; then automatic again."
        ) {
            chosen(.light, end: .after(.days(3)))
        },
        .init("a pause", "Light, because you paused all changes; it stays until you resume.") {
            var driver = EngineDriver(at: noon, place: berlin, zone: zone)
            driver.send(.paused(end: nil))
            return driver
        },
        .init(
            "a pause with an end",
            "Light until 18:00, because you paused all changes; then automatic again."
        ) {
            var driver = EngineDriver(at: noon, place: berlin, zone: zone)
            driver.send(.paused(end: .clock(ClockTime(wrapping: 18 * 60))))
            return driver
        },
        .init(
            "a program that holds",
            "Light, held by Cinema (a film is on)."
        ) {
            var driver = EngineDriver(at: noon, place: berlin, zone: zone)
            driver.send(.inhibited(cookie: 1, Inhibitor(who: "Cinema", why: "a film is on")))
            return driver
        },
        .init(
            "a choice until a day of the next year",
            "Light until 12:00 on 20 March 2027, because you chose it; then automatic again."
        ) {
            chosen(.light, end: .after(.days(365)))
        },
        .init(
            "a choice in a pause",
            "Dark until 13:00, because you chose it; then light, paused until 18:00."
        ) {
            var driver = EngineDriver(at: noon, place: berlin, zone: zone)
            driver.send(.paused(end: .clock(ClockTime(wrapping: 18 * 60))))
            driver.send(.modeChosen(.dark, end: .after(.hours(1))))
            return driver
        },
        .init(
            "a choice that outlasts a pause",
            "Dark until 13:00, because you chose it; then automatic again."
        ) {
            var driver = EngineDriver(at: noon, place: berlin, zone: zone)
            driver.send(.paused(end: .after(.minutes(30))))
            driver.send(.modeChosen(.dark, end: .after(.hours(1))))
            return driver
        },
        .init(
            "a pause beside a program that holds",
            "Light, paused until 18:00 and held by Cinema (a film is on)."
        ) {
            var driver = EngineDriver(at: noon, place: berlin, zone: zone)
            driver.send(.paused(end: .clock(ClockTime(wrapping: 18 * 60))))
            driver.send(.inhibited(cookie: 1, Inhibitor(who: "Cinema", why: "a film is on")))
            return driver
        },
        .init(
            "a restart with a sensor",
            "Dark, as before, until the light sensor has been checked, within 60 s; if it fails, light by schedule"
                + " 5 s later."
        ) {
            EngineDriver(
                at: noon, place: berlin, zone: zone, sensor: "als",
                saved: SavedState(
                    mode: .auto, until: nil, appearance: .dark, paused: false, pausedUntil: nil,
                    movers: ["als"], savedAt: anHourBefore)
            )
        },
    ]

    @Test(.row("T30")) func `why names the limit that counts`() {
        let driver = EngineDriver(Self.limited, at: Self.noon, place: Self.berlin, zone: Self.zone)
        let why = driver.rationale
        #expect(why.next?.why == "the latest for sunset")
        #expect(
            why.inputs.last?.why == "it is day by the schedule until 18:00 (latest for sunset)")
    }

    // MARK: How to get there

    private static let limited = Configuration().with {
        $0.schedule.everyDay.light =
            TimeExpression("sunrise, 7:00 to 8:00") ?? $0.schedule.everyDay.light
        $0.schedule.everyDay.dark =
            TimeExpression("sunset, 16:00 to 18:00") ?? $0.schedule.everyDay.dark
    }

    private static let noon = "2026-03-20T12:00:00"
    private static let anHourBefore =
        WallTime(iso8601: "2026-03-20T11:00:00", zone: zone) ?? .calendarStart

    private static func lux(_ value: Double) -> Lux {
        guard let lux = Lux(value) else { preconditionFailure("\(value) is no light") }
        return lux
    }

    /// A room with this light, as a sensor sees it that has moved before.
    private static func lit(
        _ lux: Double, _ configuration: Configuration = Configuration(), at start: String = noon
    ) -> EngineDriver {
        var driver = EngineDriver(
            configuration, at: start, place: berlin, zone: zone, sensor: "als",
            saved: .fresh(movers: ["als"], at: WallTime(microsecondsSinceEpoch: 0)))
        driver.light(lux, for: .seconds(8))
        return driver
    }

    private static func chosen(_ mode: Mode, end: ModeEnd? = nil) -> EngineDriver {
        var driver = EngineDriver(at: noon, place: berlin, zone: zone)
        driver.send(.modeChosen(mode, end: end))
        return driver
    }
}
