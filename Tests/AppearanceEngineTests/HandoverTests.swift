import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

/// The decision going from the light to the schedule and back, when a sensor comes and goes.
@Suite(.bounded) struct HandoverTests {
    /// A lit evening: dark by the schedule, light by a sensor that varies.
    private func lit(at start: String = "2026-03-20T20:00:00") -> EngineDriver {
        var driver = EngineDriver(Configuration(), at: start, sensor: "als")
        light(&driver, for: 8)
        return driver
    }

    private func light(_ driver: inout EngineDriver, _ lux: Double = 300, for seconds: Int) {
        for second in 0..<seconds { driver.light(lux + Double(second % 2), for: .seconds(1)) }
    }

    @Test func `the last level of a silent sensor decides for five minutes`() {
        var driver = lit()
        driver.wait(.seconds(59))
        #expect(driver.last?.sensor == .distrusted)
        #expect(driver.last?.explanation.hasSuffix("so dark by schedule in 5 min.") == true)
        driver.wait(.seconds(299))
        #expect(driver.appearance == .light)
        driver.wait(.seconds(1))
        #expect(driver.appearance == .dark)
        #expect(driver.last?.reason == .schedule)
    }

    @Test func `a boundary of the schedule ends the wait for a silent sensor`() {
        // A dim room at dawn; at 07:00 the schedule turns light.
        var driver = EngineDriver(Configuration(), at: "2026-03-20T06:50:00", sensor: "als")
        light(&driver, 20, for: 400)
        #expect(driver.last?.reason == .sensor && driver.appearance == .dark)
        driver.send(.lightMissed(lastValid: driver.now.boot))
        driver.wait(.seconds(100))
        #expect(driver.last?.sensor == .distrusted)
        #expect(driver.last?.explanation.hasSuffix("the schedule decides at 07:00.") == true)
        driver.wait(.seconds(99))
        #expect(driver.appearance == .dark)
        driver.wait(.seconds(1))
        #expect(driver.appearance == .light)
        #expect(driver.last?.reason == .schedule)
    }

    @Test func `the end of the night window ends night while the sensor is silent`() {
        var driver = EngineDriver(Configuration(), at: "2026-03-20T06:25:00", sensor: "als")
        light(&driver, 0.5, for: 200)
        #expect(driver.appearance == .night)
        driver.send(.lightMissed(lastValid: driver.now.boot))
        driver.wait(.seconds(99))
        #expect(driver.last?.sensor == .distrusted && driver.appearance == .night)
        driver.wait(.seconds(1))
        #expect(driver.appearance == .dark)
    }

    @Test func `a sensor that is silent for a minute at a time changes nothing`() {
        var driver = lit()
        for _ in 0..<20 {
            driver.wait(.seconds(75))
            #expect(driver.last?.sensor == .distrusted)
            light(&driver, for: 20)
            #expect(driver.last?.sensor == .trusted)
        }
        #expect(driver.changes == 1)
    }

    /// Between the thresholds the last answer counts, before and after.
    @Test func `light between the thresholds keeps the appearance after a silence`() {
        for lux in [45.0, 75] {
            var driver = lit()
            if lux > 60 { light(&driver, 20, for: 60) }
            let before = driver.appearance
            light(&driver, lux, for: 20)
            driver.send(.lightMissed(lastValid: driver.now.boot))
            driver.wait(.seconds(75))
            #expect(driver.last?.sensor == .distrusted)
            light(&driver, lux, for: 60)
            #expect(driver.last?.sensor == .trusted && driver.appearance == before, "\(lux) lux")
        }
    }

    /// Its answer from before is hours old: the nearer side counts, as for a sensor that is new.
    @Test(arguments: [false, true])
    func `light between the thresholds changes nothing that the schedule has decided`(
        hasOverride: Bool
    ) {
        // Light in the evening, then 45 lux; dark at noon, then 75.
        for (start, before, lux) in [("20:00", 300.0, 45.0), ("12:00", 20, 75)] {
            var driver = EngineDriver(
                Configuration(), at: "2026-03-20T\(start):00", sensor: "als")
            light(&driver, before, for: 60)
            let byLight = driver.appearance
            driver.send(.lightMissed(lastValid: driver.now.boot))
            driver.wait(.minutes(20))
            #expect(driver.last?.reason == .schedule && driver.appearance != byLight)
            let bySchedule = driver.appearance
            if hasOverride {
                driver.send(.modeChosen(byLight == .light ? .light : .dark, end: nil))
            }
            light(&driver, lux, for: 60)
            if hasOverride {
                driver.send(.modeChosen(.auto, end: nil))
                light(&driver, lux, for: 60)
            }
            #expect(driver.last?.sensor == .trusted && driver.last?.reason == .sensor)
            #expect(driver.appearance == bySchedule, "\(lux) lux")
        }
    }

    @Test func `an occasional reading does not make a sensor trusted`() {
        var driver = lit()
        for _ in 0..<6 {
            driver.wait(.seconds(65))
            driver.read(300)
        }
        #expect(driver.appearance == .dark)
        #expect(driver.last?.reason == .schedule)
    }

    @Test func `one reading does not postpone the end of a silence`() {
        var driver = lit()
        driver.wait(.seconds(355))
        #expect(driver.appearance == .light)
        driver.read(300)
        driver.wait(.seconds(6))
        #expect(driver.appearance == .dark)
    }

    @Test func `a boundary soon after a change decides five minutes after the change`() {
        var driver = EngineDriver(Configuration(), at: "2026-03-20T06:50:00", sensor: "als")
        light(&driver, for: 360)
        light(&driver, 20, for: 60)
        #expect(driver.appearance == .dark)
        driver.send(.lightMissed(lastValid: driver.now.boot))
        // At 07:00 the schedule turns light; the light had turned dark half a minute before 06:57.
        driver.wait(.minutes(4))
        #expect(driver.last?.sensor == .distrusted && driver.appearance == .dark)
        driver.wait(.minutes(1))
        #expect(driver.appearance == .light && driver.last?.reason == .schedule)
    }

    @Test func `a returning sensor decides five minutes after the change`() {
        var driver = lit()
        driver.wait(.seconds(360))
        #expect(driver.appearance == .dark)
        light(&driver, for: 10)
        #expect(driver.last?.sensor == .trusted && driver.appearance == .dark)
        #expect(driver.last?.reason == .schedule)
        #expect(
            driver.live?.explanation.contains("would be light") == true,
            "\(driver.live?.explanation ?? "")")
        #expect(driver.rationale.dwell?.target == .light)
        #expect(driver.rationale.dwell?.needed == .minutes(5))
        light(&driver, for: 287)
        #expect(driver.appearance == .dark)
        light(&driver, for: 5)
        #expect(driver.appearance == .light)
        #expect(driver.last?.reason == .sensor)
    }

    @Test func `a sensor that returns long after the last change decides at once`() {
        var driver = lit()
        driver.wait(.minutes(20))
        light(&driver, for: 5)
        #expect(driver.last?.sensor == .trusted && driver.appearance == .light)
    }

    @Test func `reported light does not wait for a silent sensor`() throws {
        var driver = lit()
        driver.wait(.seconds(370))
        #expect(driver.appearance == .dark)
        driver.send(.lightReported(source: "phone", lux: try #require(Lux(300))))
        driver.wait(.seconds(16))
        #expect(driver.appearance == .light)
    }

    @Test func `the schedule decides after the source of reported light has ended`() throws {
        var driver = EngineDriver(Configuration(), at: "2026-03-20T20:00:00")
        driver.send(.lightReported(source: "phone", lux: try #require(Lux(300)), connection: 2))
        driver.wait(.seconds(16))
        #expect(driver.appearance == .light)
        driver.send(.reportEnded(connection: 1))
        #expect(driver.last?.reported?.source == "phone")
        driver.send(.reportEnded(connection: 2))
        #expect(driver.last?.reported == nil)
        #expect(driver.appearance == .light)
        driver.wait(.seconds(30))
        #expect(driver.appearance == .dark)
        #expect(driver.last?.reason == .schedule)
    }

    @Test func `a sensor has no vote of its own beside reported light`() throws {
        var driver = lit()
        #expect(driver.rationale.inputs.first { $0.name == "sensor" }?.vote == .light)
        driver.send(.lightReported(source: "phone", lux: try #require(Lux(5))))
        light(&driver, for: 60)
        #expect(driver.last?.sensor == .trusted && driver.appearance == .dark)
        let sensor = driver.rationale.inputs.first { $0.name == "sensor" }
        #expect(sensor?.vote == nil && sensor?.weight == .ignored)
    }

    /// Reports 300 lux from a lamp and a minute later 5 lux from a phone, each by a connection.
    private func twoReports() throws -> EngineDriver {
        var driver = EngineDriver(Configuration(), at: "2026-03-20T20:00:00")
        driver.send(.lightReported(source: "lamp", lux: try #require(Lux(300)), connection: 1))
        driver.wait(.minutes(1))
        driver.send(.lightReported(source: "phone", lux: try #require(Lux(5)), connection: 2))
        return driver
    }

    @Test func `the next report decides when the first one ends`() throws {
        var driver = try twoReports()
        driver.wait(.minutes(1))
        #expect(driver.appearance == .light)
        #expect(driver.last?.reported?.source == "lamp")
        #expect(
            driver.rationale.inputs.filter { $0.name == "fed" }.map(\.weight) == [
                .decides, .ignored,
            ])
        driver.send(.reportEnded(connection: 1))
        #expect(driver.last?.reported?.source == "phone")
        #expect(driver.live?.light == LightReading(try #require(Lux(5))))
        driver.wait(.minutes(6))
        #expect(driver.appearance == .dark)
        driver.wait(.hours(2))
        #expect(driver.last?.reported == nil)
    }

    @Test func `a report that has expired does not count`() throws {
        var driver = try twoReports()
        driver.wait(.minutes(119))
        #expect(driver.last?.reported?.source == "phone")
        driver.send(.reportEnded(connection: 2))
        #expect(driver.last?.reported == nil)
        let explanation = driver.live?.explanation ?? ""
        #expect(
            explanation.contains("(last 5 lux from phone): this source has stopped reporting"),
            "\(explanation)")
    }

    @Test func `an ended report does not count, one without a connection does`() throws {
        var driver = try twoReports()
        driver.send(.reportEnded(connection: 1))
        #expect(driver.last?.reported?.source == "phone")
        driver.send(.lightReported(source: "hand", lux: try #require(Lux(20))))
        driver.send(.lightReported(source: "desk", lux: try #require(Lux(30)), connection: 3))
        driver.send(.reportEnded(connection: 3))
        #expect(driver.last?.reported?.source == "phone")
        driver.send(.reportEnded(connection: 2))
        #expect(driver.last?.reported?.source == "hand")
        driver.wait(.minutes(30))
        #expect(driver.last?.reported == nil)
    }

    @Test func `a connection that reports again has one report`() throws {
        var driver = try twoReports()
        driver.send(.lightReported(source: "sill", lux: try #require(Lux(10)), connection: 1))
        #expect(driver.last?.reported?.source == "phone")
        driver.send(.reportEnded(connection: 1))
        #expect(driver.last?.reported?.source == "phone")
        driver.send(.reportEnded(connection: 2))
        #expect(driver.last?.reported == nil)
    }

    @Test(arguments: [nil, 1] as [UInt32?])
    func `a sensor in steady light decides again after reported light`(connection: UInt32?) throws {
        var driver = EngineDriver(
            Configuration(), sensor: "als", saved: .fresh(movers: ["als"], at: .calendarStart))
        driver.light(300, for: .minutes(1))
        let dark = try #require(Lux(10))
        driver.send(.lightReported(source: "phone", lux: dark, connection: connection))
        driver.light(300, for: .minutes(1))
        #expect(driver.appearance == .dark)
        if let connection {
            driver.send(.reportEnded(connection: connection))
        } else {
            driver.light(300, for: .minutes(29))
        }
        driver.light(300, for: .minutes(2))
        #expect(driver.appearance == .light && driver.last?.reason == .sensor)
    }

    @Test func `a sensor that is unplugged again and again changes the appearance twice at most`() {
        var driver = lit()
        for _ in 0..<4 {
            driver.send(.sensorLost)
            driver.wait(.seconds(40))
            driver.send(.sensorFound(key: "als"))
            light(&driver, for: 10)
        }
        // Once for the first loss and once for the way back; the rest of it waits.
        #expect(driver.changes == 3)
        driver.send(.sensorLost)
        driver.wait(.minutes(5))
        #expect(driver.appearance == .dark)
    }

    /// The seconds for which a sensor is there and is away, and whether its readings fail.
    private static let rhythms: [(up: Int64, down: Int64, fails: Bool)] = [
        (5, 5, true), (1, 1, false), (20, 1, true), (1, 29, false), (29, 1, false), (70, 2, true),
    ]

    @Test(.row("S23"), arguments: rhythms)
    func `a sensor that comes and goes without a reading has its promise kept`(
        up: Int64, down: Int64, fails: Bool
    ) throws {
        var driver = lit()
        let lastReading = driver.now.boot
        driver.send(.sensorLost)
        let promised = try #require(driver.last?.pending)
        #expect(promised.appearance == .dark)
        while driver.appearance == .light, driver.now.boot < lastReading + .minutes(20) {
            driver.wait(.seconds(down))
            driver.send(.sensorFound(key: "als"))
            if fails { driver.send(.lightMissed(lastValid: nil)) }
            driver.wait(.seconds(up))
            driver.send(.sensorLost)
        }
        let changed = try #require(driver.last?.since)
        #expect(driver.last?.reason == .schedule)
        #expect(changed >= promised.at && changed <= promised.at + .seconds(5))
        #expect(changed <= driver.now.wall - (driver.now.boot - lastReading) + .seconds(90))
    }

    @Test(.row("S23")) func `a sensor that comes and goes at the start does not decide`() {
        let start = WallTime(iso8601: "2026-03-20T20:00:00", zone: .utc) ?? .calendarStart
        let saved = SavedState(
            mode: .auto, until: nil, appearance: .light, isByLight: true, paused: false,
            pausedUntil: nil, movers: ["als"], savedAt: start - .minutes(1))
        var driver = EngineDriver(Configuration(), sensor: "als", saved: saved)
        driver = EngineDriver(
            Configuration(), at: "2026-03-20T20:00:00", sensor: "als", saved: saved)
        #expect(driver.appearance == .light && driver.last?.reason == .startup)
        for _ in 0..<8 {
            driver.wait(.seconds(5))
            driver.send(.sensorLost)
            driver.wait(.seconds(5))
            driver.send(.sensorFound(key: "als"))
        }
        #expect(driver.appearance == .dark)
    }

    @Test(.row("S23")) func `a lid that opens and closes over a dead sensor ends nothing`() {
        var driver = lit()
        driver.send(.lidClosed(true))
        driver.wait(.seconds(65))
        #expect(driver.last?.pending?.appearance == .dark)
        for _ in 0..<4 {
            driver.send(.lidClosed(false))
            driver.wait(.seconds(6))
            driver.send(.lidClosed(true))
            driver.wait(.seconds(4))
        }
        #expect(driver.appearance == .dark)
    }

    @Test(.row("S23"))
    func `a program that reports for seconds at a time changes the appearance`() throws {
        var driver = EngineDriver(Configuration(), at: "2026-03-20T20:00:00")
        driver.send(.lightReported(source: "lamp", lux: try #require(Lux(300)), connection: 5))
        driver.wait(.seconds(20))
        driver.send(.reportEnded(connection: 5))
        #expect(driver.appearance == .light)
        for connection in 10...17 {
            driver.send(
                .lightReported(
                    source: "phone", lux: try #require(Lux(5)), connection: UInt32(connection)))
            driver.wait(.seconds(5))
            driver.send(.reportEnded(connection: UInt32(connection)))
            driver.wait(.seconds(5))
        }
        #expect(driver.appearance == .dark)
    }

    @Test(.row("S23")) func `the sentence names the check of a sensor that is back`() {
        var driver = lit()
        driver.send(.sensorLost)
        driver.wait(.seconds(20))
        driver.send(.sensorFound(key: "als"))
        #expect(
            driver.last?.explanation
                == "Still light (last 300 lux): the light sensor is back without a reading,"
                + " so dark by schedule in 10 s.", "\(driver.last?.explanation ?? "")")
        driver.read(300)
        #expect(
            driver.last?.explanation
                == "Still light (last 300 lux): the light sensor is being checked,"
                + " or dark by schedule in 1 min.", "\(driver.last?.explanation ?? "")")
    }

    @Test func `a mode that the user chooses is not delayed`() {
        var driver = lit()
        driver.wait(.seconds(370))
        light(&driver, for: 10)
        #expect(driver.appearance == .dark)
        driver.send(.modeChosen(.light, end: nil))
        driver.send(.modeChosen(.auto, end: nil))
        light(&driver, for: 5)
        #expect(driver.appearance == .light && driver.last?.reason == .sensor)
    }
}
