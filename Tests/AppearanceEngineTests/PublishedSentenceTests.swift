import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

/// The published sentence when a fact in it changes, and neither the appearance nor its reason does.
@Suite(.bounded) struct PublishedSentenceTests {
    @Test func `the threshold of night is named in the night hours only`() {
        var driver = Self.lit(10, at: "2026-03-20T22:00:00")
        #expect(driver.last?.explanation == "Dark: 10 lux, below 40. Light above 80 lux.")
        driver.light(10, for: .minutes(31))
        #expect(
            driver.last?.explanation
                == "Dark: 10 lux, below 40. Light above 80 lux, night below 3 lux.")
        driver.light(10, for: .hours(8))
        #expect(driver.last?.explanation == "Dark: 10 lux, below 40. Light above 80 lux.")
    }

    @Test func `a lit room turns to night in the night hours if night needs only the schedule`() {
        var configuration = Configuration()
        configuration.ambient.nightNeeds = .schedule
        var driver = Self.lit(300, configuration, at: "2026-03-20T22:00:00")
        #expect(driver.last?.explanation == "Light: 300 lux, above 80. Dark below 40 lux.")
        driver.light(300, for: .minutes(31))
        #expect(driver.last?.explanation == "Light: 300 lux, above 80. Night below 40 lux.")
    }

    @Test func `a locked session whose light a client wants has readings`() {
        var driver = Self.lit(300)
        driver.send(.sessionUse(.locked))
        let unread =
            "Light as before (last 300 lux); no reading until the session is unlocked."
        #expect(driver.last?.explanation == unread)
        driver.send(.lightWanted(true))
        #expect(driver.last?.explanation == "Light: 300 lux, above 80. Dark below 40 lux.")
        driver.send(.lightWanted(false))
        #expect(driver.last?.explanation == unread)
    }

    @Test func `a level that is back within the thresholds after a lock asks for no change`() {
        var configuration = Configuration.test
        configuration.ambient.dwell.lightToDark = .minutes(1)
        var driver = Self.lit(300, configuration)
        driver.light(20, for: .seconds(20))
        driver.light(45, for: .seconds(3))
        driver.send(.sessionUse(.locked))
        driver.wait(.seconds(1))
        driver.send(.sessionUse(.inUse))
        #expect(driver.last?.explanation.hasPrefix("Still light: 20 lux would be dark") == true)
        driver.light(45, for: .seconds(2))
        #expect(driver.last?.explanation == "Light: 45 lux. Dark below 40 lux.")
    }

    @Test func `a level a hair above a threshold asks for no change`() {
        var configuration = Configuration.test
        configuration.ambient.nightNeeds = .sensor
        var driver = Self.lit(20, configuration)
        driver.light(3.0004, for: .minutes(5))
        driver.send(.configured(EngineSettings(configuration, place: nil, zone: Situation.zone)))
        #expect(driver.last?.explanation.contains("Still") == false)
        #expect(driver.last?.explanation.contains("3 lux") == true)
    }

    @Test func `the readings of a check are not the last light`() throws {
        var before = Self.lit(300, at: "2026-03-20T20:00:00")
        before.send(.stopping)
        var driver = EngineDriver(
            Configuration(), at: "2026-03-20T20:02:00", place: Situation.place,
            zone: Situation.zone, saved: before.saved.last)
        driver.wait(.seconds(4))
        driver.send(.sensorFound(key: "other"))
        driver.light(20, for: .seconds(3))
        let words = try #require(driver.live?.explanation)
        #expect(words.hasPrefix("Still light: the light sensor is being checked, or dark"))
    }

    @Test func `a sensor that is stuck over a suspend keeps its reason`() {
        var driver = Self.lit(300, at: "2026-03-20T20:00:00")
        driver.send(.lightStuck(true))
        driver.wait(.minutes(5))
        driver.suspend(for: .minutes(30))
        let words = "has reported 300 lux for 30 min"
        #expect(driver.live?.explanation.contains(words) == true)
        for _ in 0..<12 {
            driver.read(300)
            driver.wait(.seconds(1))
        }
        #expect(driver.live?.explanation.contains(words) == true)
    }

    @Test func `a sunset days ago is no cause of a polar night`() {
        var driver = EngineDriver(
            at: "2026-11-26T20:00:00",
            place: Coordinates(latitudeDegrees: 69.65, longitudeDegrees: 18.96),
            zone: Situation.zone)
        let end = "as there is no light sensor"
        #expect(
            driver.last?.explanation.hasPrefix("Dark since sunset (12:05), by schedule, \(end)")
                == true, "\(driver.last?.explanation ?? "")")
        driver.wait(.days(5))
        #expect(
            driver.last?.explanation
                == "Dark, by schedule, \(end), while the sun does not rise; light at sunrise on 15 January 2027."
        )
    }

    @Test func `a reading that varies publishes no other sentence`() {
        var driver = Self.lit(300)
        let sentence = driver.last?.explanation
        for second in 0..<300 { driver.light(second % 2 == 0 ? 250 : 350, for: .seconds(1)) }
        #expect(driver.last?.explanation == sentence)
    }

    private static func lit(
        _ level: Double, _ configuration: Configuration = Configuration(),
        at start: String = "2026-03-20T12:00:00"
    ) -> EngineDriver {
        var driver = EngineDriver(
            configuration, at: start, place: Situation.place, zone: Situation.zone, sensor: "als",
            saved: .fresh(movers: ["als"], at: .calendarStart))
        driver.light(level, for: .seconds(60))
        return driver
    }
}
