import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

/// The change that does not come: a pause until the change after the next one.
@Suite(.bounded) struct SkipTests {
    private static func configuration(nightFrom night: Int? = nil) -> Configuration {
        var configuration = Configuration.test
        configuration.schedule.everyDay.light = .clock(ClockTime(wrapping: 7 * 60))
        configuration.schedule.everyDay.dark = .clock(ClockTime(wrapping: 18 * 60))
        configuration.schedule.everyDay.night = night.map { .clock(ClockTime(wrapping: $0 * 60)) }
        configuration.ambient.nightNeeds = .schedule
        return configuration
    }

    /// The end of the pause by a driver's local times.
    private func skip(_ driver: inout EngineDriver) -> String? {
        driver.send(.paused(end: .changeAfterNext))
        return driver.last?.pausedUntil.map { "\($0.iso8601(in: .utc).dropFirst(8).prefix(8))" }
    }

    @Test func `light stays past a boundary, until the schedule is light again, and says so`() {
        var driver = EngineDriver(Self.configuration(), at: "2026-03-20T17:00:00")
        #expect(skip(&driver) == "21T07:00")
        #expect(
            driver.last?.explanation
                == "Light stays past 18:00, until 07:00: you skipped the change before.")
        driver.wait(.hours(3))
        #expect(driver.appearance == .light && driver.changes == 0)
        #expect(
            driver.live?.explanation
                == "Light stays until 07:00: you skipped the change before.")
        driver.wait(.hours(11))
        #expect(driver.last?.paused == false && driver.changes == 0)
        driver.wait(.hours(11))
        #expect(driver.appearance == .dark && driver.changes == 1)
    }

    @Test func `only one change is skipped, and resume takes it back`() {
        var driver = EngineDriver(Self.configuration(nightFrom: 22), at: "2026-03-20T17:00:00")
        #expect(skip(&driver) == "20T22:00")
        driver.wait(.hours(4))
        #expect(driver.appearance == .light)
        driver.wait(.hours(1))
        #expect(driver.appearance == .night && driver.changes == 1)

        var undone = EngineDriver(Self.configuration(), at: "2026-03-20T17:00:00")
        #expect(skip(&undone) != nil)
        undone.wait(.hours(2))
        undone.send(.resumed)
        #expect(undone.appearance == .dark && undone.last?.paused == false)
    }

    /// A lamp in the evening: the change that the schedule would make is the one that is skipped.
    @Test func `light of a lamp stays until the schedule asks for another change`() {
        var driver = EngineDriver(
            Self.configuration(), at: "2026-03-20T20:00:00", sensor: "als")
        driver.light(400, for: .minutes(1))
        driver.light(500, for: .minutes(1))
        #expect(driver.appearance == .light)
        #expect(skip(&driver) == "21T07:00")
        driver.light(1, for: .minutes(5))
        #expect(driver.appearance == .light && driver.changes <= 1)
    }

    @Test func `a change that the light asks for already is the one that is skipped`() {
        var driver = EngineDriver(
            Self.configuration(), at: "2026-03-20T12:00:00", sensor: "als")
        driver.light(400, for: .minutes(1))
        driver.light(500, for: .minutes(1))
        driver.light(10, for: .seconds(4))
        #expect(driver.last?.pending?.appearance == .dark)
        #expect(skip(&driver) == "21T07:00")
        driver.light(10, for: .minutes(5))
        #expect(driver.appearance == .light)
    }

    @Test func `a day without a second change is skipped for twelve hours`() {
        var driver = EngineDriver(
            .test.with { $0.schedule.everyDay.night = nil }, at: "2026-06-20T12:00:00",
            place: Coordinates(latitudeDegrees: 78, longitudeDegrees: 16))
        #expect(skip(&driver) == "21T00:00")
    }

    @Test func `the end survives a restart, and a clock that was wrong`() throws {
        var driver = EngineDriver(Self.configuration(), at: "2026-03-20T17:00:00")
        _ = skip(&driver)
        let saved = try #require(driver.saved.last)
        #expect(saved.pausedUntilEvent == .changeAfterNext)
        let later = EngineDriver(Self.configuration(), at: "2026-03-20T19:00:00", saved: saved)
        #expect(later.appearance == .light && later.last?.pausedUntil == driver.last?.pausedUntil)
        #expect(
            later.live?.explanation
                == "Light stays until 07:00: you skipped the change before.")

        var wrong = EngineDriver(Self.configuration(), at: "2027-03-20T17:00:00")
        _ = skip(&wrong)
        wrong.setWallClock(
            to: try #require(WallTime(iso8601: "2026-03-20T17:00:00", zone: .utc)))
        #expect(wrong.last?.pausedUntil == driver.last?.pausedUntil)
    }
}
