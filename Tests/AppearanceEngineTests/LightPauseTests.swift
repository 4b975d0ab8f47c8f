import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

/// Light that decides nothing for a while, as the user asked.
@Suite(.bounded) struct LightPauseTests {
    private static let configuration = Configuration.test.with {
        $0.schedule.everyDay.light = .clock(ClockTime(wrapping: 7 * 60))
        $0.schedule.everyDay.dark = .clock(ClockTime(wrapping: 18 * 60))
        $0.schedule.everyDay.night = nil
    }

    /// A dim room at noon, which is dark by light and light by schedule.
    private func driver(saved: SavedState? = nil) -> EngineDriver {
        var driver = EngineDriver(
            Self.configuration, at: "2026-03-20T12:00:00", sensor: "als", saved: saved)
        driver.light(9, for: .minutes(1))
        driver.light(10, for: .minutes(1))
        return driver
    }

    @Test func `the schedule decides alone until the end, and light again then`() {
        var driver = driver()
        #expect(driver.appearance == .dark && driver.last?.reason == .sensor)
        driver.send(.lightPaused(end: .after(.hours(2))))
        #expect(driver.appearance == .light && driver.last?.reason == .schedule)
        #expect(
            driver.last?.explanation
                == "Light since 07:00, by schedule, as you left light out until 14:02."
        )
        // Light that is not read until then decides before the boundary.
        #expect(driver.last?.next == nil)
        driver.light(10, for: .minutes(90))
        #expect(driver.appearance == .light && driver.last?.lightPausedUntil != nil)
        driver.light(10, for: .minutes(32))
        #expect(driver.last?.lightPausedUntil == nil)
        #expect(driver.appearance == .dark && driver.last?.reason == .sensor)
    }

    @Test func `the next change is a boundary before the end, or any without light`() throws {
        var driver = driver()
        driver.send(.lightPaused(end: .sunrise))
        #expect(driver.last?.explanation.hasSuffix("; dark at 18:00.") == true)
        var dark = EngineDriver(Self.configuration, at: "2026-03-20T12:00:00")
        dark.send(.lightPaused(end: .after(.hours(2))))
        #expect(dark.last?.explanation.hasSuffix("until 14:00; dark at 18:00.") == true)
        // Of a single report, which has ended by then, as well.
        dark.send(.lightReported(source: "phone", lux: try #require(Lux(10))))
        #expect(dark.last?.explanation.hasSuffix("until 14:00; dark at 18:00.") == true)
        dark.send(.lightPaused(end: .after(.minutes(10))))
        #expect(dark.last?.explanation.hasSuffix("until 12:10.") == true)
    }

    @Test func `a choice that outlasts it ends in light that is not known`() {
        var driver = driver()
        driver.send(.lightPaused(end: .after(.hours(1))))
        driver.send(.modeChosen(.dark, end: .after(.minutes(30))))
        #expect(driver.last?.next?.appearance == .light)
        driver.send(.modeChosen(.dark, end: .after(.hours(3))))
        #expect(driver.last?.next == nil)
    }

    @Test func `resume ends it, and the schedule changes meanwhile`() {
        var driver = driver()
        driver.send(.lightPaused(end: .sunrise))
        driver.wait(.hours(7))
        #expect(driver.appearance == .dark && driver.last?.reason == .schedule)
        driver.send(.resumed)
        #expect(driver.last?.lightPausedUntil == nil)
        driver.light(500, for: .minutes(2))
        #expect(driver.appearance == .light && driver.last?.reason == .sensor)
    }

    @Test func `it survives a restart and another configuration`() throws {
        var first = driver()
        first.send(.lightPaused(end: .clock(ClockTime(wrapping: 16 * 60))))
        let saved = try #require(first.saved.last)
        #expect(saved.lightPausedUntilEvent == .clock(ClockTime(wrapping: 16 * 60)))
        var later = driver(saved: saved)
        #expect(later.appearance == .light && later.last?.reason == .schedule)
        #expect(later.last?.lightPausedUntil == first.last?.lightPausedUntil)
        let other = Self.configuration.with { $0.ambient.thresholds.darkBelow = 20 }
        later.send(.configured(EngineSettings(other, place: nil, zone: .utc)))
        #expect(later.appearance == .light && later.last?.reason == .schedule)
        later.light(10, for: .hours(5))
        #expect(later.appearance == .dark && later.last?.lightPausedUntil == nil)
    }
}
