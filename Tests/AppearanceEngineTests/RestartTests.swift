import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

/// The state that a restart restores, and the state that it does not.
@Suite(.bounded) struct RestartTests {
    private let noon = "2026-03-20T12:00:00"

    private func saved(
        _ appearance: Appearance, mode: Mode = .auto, until: String? = nil,
        at time: String = "2026-03-20T11:00:00"
    ) throws -> SavedState {
        SavedState(
            mode: mode, until: try until.map { try instant($0) }, appearance: appearance,
            paused: false, pausedUntil: nil, movers: ["als"], savedAt: try instant(time))
    }

    private func instant(_ text: String) throws -> WallTime {
        try #require(WallTime(iso8601: text, zone: .utc))
    }

    @Test func `without a sensor the schedule decides at once`() throws {
        let driver = EngineDriver(at: noon, saved: try saved(.dark))
        #expect(driver.appearance == .light)
        #expect(driver.last?.reason == .schedule)
    }

    @Test func `with a sensor the saved appearance stays until the first reading`() throws {
        var driver = EngineDriver(at: noon, sensor: "als", saved: try saved(.dark))
        #expect(driver.appearance == .dark)
        #expect(driver.last?.reason == .startup)
        driver.light(20, for: .seconds(6))
        #expect(driver.appearance == .dark)
        #expect(driver.last?.reason == .sensor)
        #expect(driver.changes == 0)
    }

    /// iio-sensor-proxy answers after the start, and a sensor of a driver may come later still.
    @Test func `light that had decided may come after the start`() throws {
        var before = EngineDriver(at: noon, sensor: "als", saved: try saved(.dark))
        before.light(20, for: .seconds(6))
        before.send(.stopping)
        let state = try #require(before.saved.last)
        #expect(state.isByLight)

        var driver = EngineDriver(at: "2026-03-20T12:01:00", saved: state)
        #expect(driver.last?.reason == .startup && driver.last?.pending?.appearance == .light)
        driver.wait(.seconds(4))
        driver.send(.sensorFound(key: "als"))
        driver.light(20, for: .seconds(20))
        #expect(driver.last?.reason == .sensor)
        #expect(Set(driver.published.map(\.appearance)) == [.dark])

        var without = EngineDriver(at: "2026-03-20T12:01:00", saved: state)
        without.wait(.seconds(4))
        #expect(without.appearance == .dark)
        without.wait(.seconds(1))
        #expect(without.appearance == .light && without.last?.reason == .schedule)
    }

    @Test func `an appearance is saved as chosen until light or schedule decides again`() {
        var driver = EngineDriver()
        driver.send(.modeChosen(.dark, end: nil))
        #expect(driver.saved.last?.isAutomatic == false)
        driver.send(.modeChosen(.auto, end: nil))
        #expect(driver.saved.last?.isAutomatic == true)
    }

    @Test(arguments: ["2026-03-19T23:59:00", "2026-03-20T06:00:00", "2026-03-20T13:00:00"])
    func `a saved appearance that is stale or from the future is ignored`(_ time: String)
        throws
    {
        let driver = EngineDriver(at: noon, sensor: "als", saved: try saved(.dark, at: time))
        #expect(driver.appearance == .light)
        #expect(driver.last?.reason == .schedule)
    }

    /// The day is longer than that, and nothing else makes the saved appearance too old.
    @Test(arguments: [("17:59:59", Appearance.dark), ("18:00:00", .light)])
    func `a saved appearance is used for less than 12 hours`(
        _ start: String, _ expected: Appearance
    ) throws {
        let configuration = Configuration.test.with {
            $0.schedule.everyDay.light = .clock(ClockTime(wrapping: 5 * 60))
            $0.schedule.everyDay.dark = .clock(ClockTime(wrapping: 21 * 60))
            $0.schedule.everyDay.night = nil
        }
        let driver = EngineDriver(
            configuration, at: "2026-03-20T\(start)", sensor: "als",
            saved: try saved(.dark, at: "2026-03-20T06:00:00"))
        #expect(driver.appearance == expected)
    }

    @Test func `a chosen mode survives a restart`() throws {
        let driver = EngineDriver(at: noon, saved: try saved(.night, mode: .night))
        #expect(driver.appearance == .night)
        #expect(driver.last?.mode == .night)
    }

    @Test func `a mode that expired before the restart has ended`() throws {
        let driver = EngineDriver(
            at: noon, saved: try saved(.night, mode: .night, until: "2026-03-20T11:30:00"))
        #expect(driver.last?.mode == .auto)
        #expect(driver.appearance == .light)
    }

    @Test func `a saved end without an override or a pause is ignored`() throws {
        var state = try saved(.light, until: "2026-03-20T18:00:00")
        state.pausedUntil = state.until
        let driver = EngineDriver(at: noon, saved: state)
        #expect(driver.last?.mode == .auto && driver.last?.paused == false)
        #expect(driver.last?.until == nil && driver.last?.pausedUntil == nil)
    }

    @Test(arguments: [false, true])
    func `an override or a pause that expired meanwhile is not shown again`(_ isPause: Bool) throws
    {
        let end = "2026-03-20T11:30:00"
        var state = try saved(.night, mode: isPause ? .auto : .night, until: isPause ? nil : end)
        state.isAutomatic = false
        state.paused = isPause
        state.pausedUntil = isPause ? try instant(end) : nil
        let driver = EngineDriver(at: noon, sensor: "als", saved: state)
        #expect(driver.published.map(\.appearance) == [.light])
        #expect(driver.last?.mode == .auto && driver.last?.paused == false)
    }

    /// The sensor has yet to be read again, so only the override has decided.
    @Test func `an expired override's appearance does not count as a decision`()
        throws
    {
        var before = EngineDriver(at: noon, sensor: "als", saved: try saved(.dark))
        before.send(.modeChosen(.night, end: .after(.minutes(1))))
        before.wait(.minutes(1))
        #expect(before.last?.mode == .auto && before.appearance == .night)
        before.send(.stopping)
        let state = try #require(before.saved.last)
        let driver = EngineDriver(at: "2026-03-20T12:02:00", sensor: "als", saved: state)
        #expect(driver.published.map(\.appearance) == [.light])
    }

    /// A dark room that a phone reported at noon, and the state that the daemon left.
    private func reported() throws -> SavedState {
        var driver = EngineDriver(at: noon)
        driver.send(.lightReported(source: "phone", lux: try #require(Lux(10))))
        driver.wait(.minutes(1))
        #expect(driver.appearance == .dark)
        driver.send(.stopping)
        return try #require(driver.saved.last)
    }

    @Test func `reported light survives a restart within half an hour`() throws {
        var driver = EngineDriver(at: "2026-03-20T12:29:00", saved: try reported())
        #expect(driver.published.map(\.appearance) == [.dark])
        #expect(driver.last?.reason == .sensor)
        #expect(driver.last?.light?.value == 10)
        driver.wait(.seconds(59))
        #expect(driver.last?.light?.value == 10)
        driver.wait(.seconds(1))
        #expect(driver.last?.light == nil)
        #expect(driver.saved.last?.reported == nil)
        driver.wait(.seconds(5))
        #expect(driver.appearance == .light && driver.last?.reason == .schedule)
    }

    /// The age of a report from before the clock was set is that since then.
    @Test(arguments: ["1970-01-01T00:00:00", "2106-02-07T06:28:15"])
    func `reported light survives a restart after the clock was set`(_ start: String) throws {
        var before = EngineDriver(at: start)
        before.send(.lightReported(source: "phone", lux: try #require(Lux(10))))
        before.wait(.minutes(1))
        before.setWallClock(to: try instant(noon))
        before.send(.stopping)
        let state = try #require(before.saved.last)
        #expect(state.reported?.at == (try instant("2026-03-20T11:59:00")))
        let driver = EngineDriver(at: "2026-03-20T12:28:00", saved: state)
        #expect(driver.last?.light?.value == 10)
    }

    /// A program that reports by a connection does so again; until then the appearance stays.
    @Test func `reported light of a connection ends with the daemon`() throws {
        var before = EngineDriver(at: noon)
        before.send(.lightReported(source: "feed", lux: try #require(Lux(10)), connection: 1))
        before.wait(.minutes(1))
        #expect(before.appearance == .dark)
        before.send(.stopping)
        let state = try #require(before.saved.last)
        #expect(state.reported == nil && state.isByLight)
        var driver = EngineDriver(at: "2026-03-20T12:02:00", saved: state)
        #expect(driver.last?.light == nil)
        driver.wait(.seconds(1))
        driver.send(.lightReported(source: "feed", lux: try #require(Lux(10)), connection: 1))
        driver.wait(.minutes(1))
        #expect(driver.last?.reason == .sensor)
        #expect(Set(driver.published.map(\.appearance)) == [.dark])
    }

    @Test(arguments: ["2026-03-20T12:30:00", "2026-03-20T11:59:59"])
    func `reported light that is too old or from the future is not restored`(_ start: String)
        throws
    {
        let driver = EngineDriver(at: start, saved: try reported())
        #expect(driver.last?.light == nil)
        #expect(driver.appearance == .light)
    }

    /// The saved appearance was an override's, which has expired; the room is still dark.
    @Test func `reported light decides at once if no saved appearance is valid`() throws {
        var state = try reported()
        state.appearance = .night
        state.isAutomatic = false
        let driver = EngineDriver(at: "2026-03-20T12:05:00", saved: state)
        #expect(driver.published.map(\.appearance) == [.dark])
        #expect(driver.last?.reason == .sensor)
    }

    @Test func `the schedule decides if a sensor is silent after a restart`() throws {
        var driver = EngineDriver(at: noon, sensor: "als", saved: try saved(.dark))
        driver.wait(.seconds(59))
        #expect(driver.appearance == .dark)
        driver.wait(.seconds(10))
        #expect(driver.appearance == .light)
        #expect(driver.changes == 1)
    }

    @Test func `an unchanged state is saved only once`() throws {
        var driver = EngineDriver(at: noon)
        #expect(driver.saved.map(\.appearance) == [.light])
        driver.wait(.hours(2))
        #expect(driver.saved.count == 1)
        driver.send(.modeChosen(.dark, end: nil))
        #expect(driver.saved.last?.mode == .dark)
        driver.send(.stopping)
        #expect(driver.saved.last?.savedAt == driver.now.wall)
    }

    @Test func `a level that is reported again and again is saved once a minute`() throws {
        var driver = EngineDriver(at: noon)
        func report(_ lux: Double, to driver: inout EngineDriver) throws {
            driver.send(.lightReported(source: "phone", lux: try #require(Lux(lux))))
        }
        try report(300, to: &driver)
        let before = driver.saved.count
        for second in 1...120 {
            driver.wait(.seconds(1))
            try report(second % 2 == 0 ? 300 : 305, to: &driver)
        }
        #expect((1...2).contains(driver.saved.count - before))
        let last = driver.saved.count
        try report(200, to: &driver)
        #expect(driver.saved.count == last + 1 && driver.saved.last?.reported?.lux == Lux(200))
        driver.send(.stopping)
        #expect(driver.saved.last?.reported?.at == driver.now.wall)
    }

    @Test func `a sensor whose value has varied is remembered`() {
        var driver = EngineDriver(at: noon, sensor: "als")
        driver.light(300, for: .seconds(4))
        #expect(driver.saved.last?.movers == [])
        driver.light(310, for: .seconds(4))
        #expect(driver.saved.last?.movers == ["als"])
    }

    @Test func `the 32 sensors that were trusted last are remembered`() {
        var driver = EngineDriver(at: noon)
        for number in 0..<40 {
            driver.send(.sensorFound(key: "als \(number)"))
            for second in 0..<6 { driver.light(300 + Double(second), for: .seconds(1)) }
        }
        #expect(driver.saved.last?.movers == (8..<40).map { "als \($0)" })
        driver.send(.sensorFound(key: "als 9"))
        driver.light(300, for: .seconds(6))
        let others = (8..<40).filter { $0 != 9 }
        #expect(driver.saved.last?.movers == (others + [9]).map { "als \($0)" })
    }
}
