import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

/// Choices of the user, and the order in which they win.
@Suite(.bounded) struct ChoiceTests {
    private static let noon = "2026-03-20T12:00:00"
    private let berlin = Coordinates(latitudeDegrees: 52.5, longitudeDegrees: 13.4)
    private let tromso = Coordinates(latitudeDegrees: 69.65, longitudeDegrees: 18.96)

    /// Reads light that moves a little.
    private func shine(_ lux: Double, on driver: inout EngineDriver, seconds: Int) {
        for second in 0..<seconds { driver.light(lux + Double(second % 2), for: .seconds(1)) }
    }

    private func driver(at start: String = noon, sensor: String? = nil) -> EngineDriver {
        EngineDriver(at: start, place: berlin, sensor: sensor)
    }

    @Test(arguments: [Mode.light, .dark, .night])
    func `a chosen mode is in effect at once and stays`(_ mode: Mode) throws {
        var driver = driver()
        driver.send(.modeChosen(mode, end: nil))
        #expect(driver.appearance == mode.fixedAppearance)
        #expect(driver.last?.reason == .manual)
        driver.wait(.days(3))
        #expect(driver.appearance == mode.fixedAppearance)
        #expect(driver.last?.next == nil)
    }

    @Test func `a repeated choice publishes nothing`() {
        var driver = driver()
        driver.send(.modeChosen(.dark, end: nil))
        let count = driver.published.count
        for _ in 0..<100 { driver.send(.modeChosen(.dark, end: nil)) }
        #expect(driver.published.count == count)
        #expect(driver.changes == 1)
    }

    @Test func `a choice with a duration ends by itself`() {
        var driver = driver()
        driver.send(.modeChosen(.night, end: .after(.minutes(45))))
        #expect(driver.last?.until == driver.now.wall + .minutes(45))
        driver.wait(.minutes(44))
        #expect(driver.appearance == .night)
        driver.wait(.minutes(1))
        #expect(driver.last?.mode == .auto)
        #expect(driver.appearance == .light)
        #expect(driver.last?.until == nil)
    }

    /// The pause keeps the appearance, so the choice ends although the pause does not.
    @Test func `a choice made in a pause ends at its time`() {
        var driver = driver()
        driver.send(.paused(end: nil))
        let pausedIn = driver.appearance
        driver.send(.modeChosen(.dark, end: .after(.hours(1))))
        let end = driver.now.wall + .hours(1)
        #expect(driver.last?.next == NextChange(at: end, appearance: .light))
        driver.wait(.hours(2))
        #expect(driver.appearance == pausedIn && driver.last?.reason == .inhibited)
        #expect(driver.last?.next == nil)
    }

    @Test func `a choice within a pause names the next change after both`() {
        var driver = driver()
        driver.send(.paused(end: .after(.hours(2))))
        driver.wait(.seconds(30))
        let start = driver.now.wall
        driver.send(.modeChosen(.dark, end: .after(.hours(1))))
        #expect(driver.last?.next == NextChange(at: start + .hours(1), appearance: .light))
        driver.wait(.hours(1))
        #expect(driver.appearance == .light && driver.last?.reason == .inhibited)
        driver.wait(.hours(7))
        #expect(driver.last?.reason == .schedule && driver.appearance == .dark)
    }

    /// By then the light is another one, such as that of the morning.
    @Test func `a choice does not name the appearance of a sensor that is read after it`() {
        var driver = driver(sensor: "als")
        for second in 0..<90 { driver.light(Double(300 + second % 2), for: .seconds(1)) }
        driver.send(.modeChosen(.dark, end: .sunrise))
        #expect(driver.last?.until != nil && driver.last?.next == nil)
        driver.send(.modeChosen(.auto, end: nil))
        driver.send(.paused(end: .after(.hours(1))))
        #expect(driver.last?.pausedUntil != nil && driver.last?.next == nil)
    }

    @Test func `a choice names the appearance of reported light that outlasts it`() throws {
        var driver = driver()
        driver.send(.lightReported(source: "phone", lux: try #require(Lux(300))))
        driver.send(.modeChosen(.dark, end: .after(.minutes(10))))
        let end = driver.now.wall + .minutes(10)
        #expect(driver.last?.next == NextChange(at: end, appearance: .light))
        driver.send(.modeChosen(.light, end: .after(.minutes(40))))
        driver.send(.lightReported(source: "phone", lux: try #require(Lux(10))))
        // Without a sensor, the schedule decides after the report.
        #expect(driver.last?.next.map { $0.at - driver.now.wall > .hours(5) } == true)
        driver.wait(.minutes(40))
        #expect(driver.appearance == .light && driver.last?.reason == .schedule)
    }

    @Test
    func `back in auto a sensor that was stuck is not trusted, and the schedule decides at once`() {
        var driver = driver(sensor: "als")
        driver.light(12, for: .minutes(2))
        #expect(driver.last?.sensor == .distrusted && driver.appearance == .light)
        for _ in 0..<2 {
            driver.send(.modeChosen(.dark, end: nil))
            driver.wait(.hours(1))
            driver.send(.modeChosen(.auto, end: nil))
            #expect(driver.appearance == .light && driver.last?.sensor == .distrusted)
            driver.light(12, for: .minutes(3))
            #expect(driver.appearance == .light && driver.changes % 2 == 0)
        }
        shine(20, on: &driver, seconds: 8)
        #expect(driver.last?.sensor == .trusted && driver.appearance == .dark)
    }

    @Test func `back in auto a silent sensor decides once it has readings again`() {
        var driver = driver(sensor: "als")
        shine(20, on: &driver, seconds: 60)
        driver.send(.lightMissed(lastValid: driver.now.boot))
        driver.wait(.minutes(10))
        #expect(driver.last?.sensor == .distrusted && driver.appearance == .light)
        driver.send(.modeChosen(.dark, end: nil))
        driver.wait(.hours(1))
        driver.send(.modeChosen(.auto, end: nil))
        #expect(driver.appearance == .light && driver.last?.reason == .schedule)
        shine(20, on: &driver, seconds: 8)
        #expect(driver.last?.reason == .sensor && driver.appearance == .dark)
    }

    /// A timer that is due at once, again and again, is a processor that never rests.
    @Test func `a choice without a sensor causes no immediate wakeup`() throws {
        var driver = driver(sensor: "als")
        for second in 0..<90 { driver.light(Double(20 + second % 2), for: .seconds(1)) }
        #expect(driver.last?.reason == .sensor)
        driver.send(.sensorLost)
        driver.wait(.seconds(1))
        let asked = driver.bootAlarms.count
        driver.send(.modeChosen(.light, end: nil))
        #expect(driver.bootAlarms.dropFirst(asked).allSatisfy { $0 > driver.now.boot })
        driver.send(.modeChosen(.auto, end: nil))
        #expect(driver.appearance == .light && driver.last?.reason == .schedule)
    }

    @Test func `a choice until sunset ends at sunset`() {
        var driver = driver()
        driver.send(.modeChosen(.light, end: .sunset))
        driver.wait(.hours(8))
        #expect(driver.last?.mode == .auto)
        #expect(driver.appearance == .dark)
    }

    @Test func `an end at a missing sunrise is refused with the next one`()
        throws
    {
        var driver = EngineDriver(at: "2026-12-21T12:00:00", place: tromso)
        let before = driver.last
        driver.send(.modeChosen(.light, end: .sunrise))
        guard case .noSuchEvent(.sunrise, let next)? = driver.rejections.first else {
            Issue.record("it was not refused: \(driver.rejections)")
            return
        }
        #expect(try #require(next).iso8601.hasPrefix("2027-01-15"))
        #expect(driver.last == before)
    }

    @Test func `auto refuses an end`() {
        var driver = driver()
        driver.send(.modeChosen(.auto, end: .nextBoundary))
        #expect(driver.rejections == [.autoCannotEnd])
    }

    @Test(arguments: [
        (Mode.light, Appearance.dark), (.dark, .light), (.night, .light),
    ])
    func `toggle changes to the opposite appearance`(_ mode: Mode, _ other: Appearance) {
        var driver = driver(at: "2026-03-20T20:00:00")
        driver.send(.modeChosen(mode, end: nil))
        driver.send(.toggled)
        #expect(driver.appearance == other)
    }

    @Test func `toggle lasts until the next boundary, and twice is auto`() {
        var driver = driver()
        driver.send(.toggled)
        #expect(driver.last?.mode == .dark)
        #expect(driver.last?.until?.iso8601 == "2026-03-20T17:19:00Z")
        driver.send(.toggled)
        #expect(driver.last?.mode == .auto)
        #expect(driver.appearance == .light)
        driver.send(.toggled)
        driver.wait(.days(1))
        #expect(driver.last?.mode == .auto)
    }

    /// In `auto` 70 lux was still dark, from below; chosen again without that, it would be light.
    @Test(arguments: [Event.toggled, .switchTurned(.dark, in: .gnome, whileAway: false)])
    func `a toggle back is auto with what it showed`(_ toggle: Event) throws {
        var driver = driver()
        for level in [5.0, 70] {
            driver.send(.lightReported(source: "phone", lux: try #require(Lux(level))))
            driver.wait(.seconds(20))
        }
        #expect(driver.appearance == .dark && driver.last?.mode == .auto)
        driver.send(.modeChosen(.light, end: nil))
        driver.wait(.seconds(2))
        driver.send(toggle)
        #expect(driver.appearance == .dark && driver.last?.mode == .auto)
        driver.wait(.minutes(5))
        #expect(driver.appearance == .dark)
        driver.send(.toggled)
        #expect(driver.appearance == .light && driver.last?.mode == .light)
        driver.send(toggle)
        #expect(driver.appearance == .dark && driver.last?.mode == .auto)
    }

    /// While a mode is chosen the sensor is not read, unless somebody watches the light.
    @Test(arguments: [
        (Event.toggled, Event.toggled, false), (.toggled, .toggled, true),
        (
            .switchTurned(.dark, in: .gnome, whileAway: false),
            .switchTurned(.light, in: .gnome, whileAway: false), false
        ),
    ])
    func `a switch pressed twice is auto again with a sensor`(
        _ there: Event, _ back: Event, _ isWatched: Bool
    ) {
        var driver = driver(sensor: "als")
        shine(300, on: &driver, seconds: 120)
        #expect(driver.appearance == .light && driver.last?.reason == .sensor)
        driver.send(.lightWanted(isWatched))
        driver.send(there)
        #expect(driver.appearance == .dark && driver.last?.mode == .dark)
        shine(300, on: &driver, seconds: 3600)
        driver.send(back)
        #expect(driver.appearance == .light && driver.last?.mode == .auto)
        shine(3, on: &driver, seconds: 180)
        #expect(driver.appearance == .dark && driver.last?.reason == .sensor)
    }

    /// The room went dark meanwhile: the press is seen, and the light decides after its dwell time.
    @Test func `a toggle back shows what auto showed before the light decides`() {
        var driver = driver(sensor: "als")
        shine(300, on: &driver, seconds: 120)
        driver.send(.lightWanted(true))
        driver.send(.toggled)
        shine(3, on: &driver, seconds: 300)
        driver.send(.toggled)
        #expect(driver.appearance == .light && driver.last?.mode == .auto)
        shine(3, on: &driver, seconds: 5)
        #expect(driver.appearance == .light)
        shine(3, on: &driver, seconds: 120)
        #expect(driver.appearance == .dark && driver.last?.mode == .auto)
        driver.send(.toggled)
        shine(3, on: &driver, seconds: 300)
        #expect(driver.appearance == .light && driver.last?.mode == .light)
    }

    @Test func `a toggle back is auto after a restart, but not in another phase`() throws {
        var before = driver(sensor: "als")
        shine(300, on: &before, seconds: 120)
        before.send(.modeChosen(.dark, end: nil))
        before.send(.stopping)
        let saved = try #require(before.saved.last)
        #expect(saved.replaced == .light)
        for (time, mode) in [("2026-03-20T13:00:00", Mode.auto), ("2026-03-20T20:00:00", .light)] {
            var after = EngineDriver(at: time, place: berlin, sensor: "als", saved: saved)
            after.send(.toggled)
            #expect(after.appearance == .light && after.last?.mode == mode)
        }
    }

    /// The last level may be hours old; that of a choice is published with it, for the history.
    @Test func `no light level is known while the sensor is not read`() {
        var driver = driver(sensor: "als")
        shine(300, on: &driver, seconds: 60)
        #expect(driver.last?.light != nil)
        driver.send(.modeChosen(.dark, end: nil))
        #expect(driver.last?.light != nil && driver.live?.light == nil)
        driver.send(.lightWanted(true))
        shine(300, on: &driver, seconds: 2)
        #expect(driver.live?.light != nil)
        driver.send(.lightWanted(false))
        driver.send(.lightReported(source: "phone", lux: Lux(12).unsafelyUnwrapped))
        #expect(driver.live?.light == LightReading(value: 12, unit: .lux))
    }

    /// By schedule, by a choice of days ago, and after a change while the daemon was away.
    @Test(arguments: [
        (Mode.auto, "2026-03-20T14:00:00", Appearance.light, true),
        (.dark, "2026-03-24T14:00:00", .dark, true), (.auto, "2026-03-21T14:00:00", .light, false),
        (.auto, "2026-03-20T20:00:00", .dark, false),
    ])
    func `an appearance is since before the restart`(
        _ mode: Mode, _ restart: String, _ appearance: Appearance, _ isSame: Bool
    ) throws {
        var before = driver(at: "2026-03-20T10:00:00")
        let start = before.now.wall
        before.wait(.hours(2))
        if mode != .auto { before.send(.modeChosen(mode, end: nil)) }
        let since = mode == .auto ? start : before.now.wall
        before.wait(.hours(1))
        before.send(.stopping)
        let saved = try #require(before.saved.last)
        var after = EngineDriver(at: restart, place: berlin, saved: saved)
        #expect(after.appearance == appearance)
        #expect(after.last?.since == (isSame ? since : after.now.wall))
        after.send(.modeChosen(.night, end: nil))
        #expect(after.last?.since == after.now.wall)
    }

    @Test func `a toggle back is night again at night`() {
        var driver = EngineDriver(
            .test.with { $0.ambient.nightNeeds = .schedule }, at: "2026-03-20T23:30:00",
            place: berlin)
        #expect(driver.appearance == .night)
        driver.send(.toggled)
        #expect(driver.appearance == .light)
        driver.send(.toggled)
        #expect(driver.appearance == .night && driver.last?.mode == .auto)
    }

    /// At 06:30 the night's hours end, while it is dark until sunrise: nothing changes then.
    @Test(arguments: [Event.toggled, .switchTurned(.light, in: .gnome, whileAway: false)])
    func `a toggle continues over a boundary without a change`(_ toggle: Event) {
        var driver = driver(at: "2026-12-20T23:00:00")
        driver.send(toggle)
        #expect(driver.last?.mode == .light)
        #expect(driver.last?.until?.iso8601 == "2026-12-21T07:15:00Z")
        driver.wait(.hours(8))
        #expect(driver.last?.mode == .light)
        driver.wait(.minutes(30))
        #expect(driver.last?.mode == .auto && driver.changes == 1)
    }

    @Test func `until next ends at the next boundary that changes auto`() {
        var driver = driver(at: "2026-12-20T16:30:00")
        driver.send(.modeChosen(.light, end: .nextBoundary))
        #expect(driver.last?.until?.iso8601 == "2026-12-21T07:15:00Z")
        // Night by the schedule is another appearance.
        driver.send(
            .configured(
                EngineSettings(
                    .test.with { $0.ambient.nightNeeds = .schedule }, place: berlin, zone: .utc)))
        driver.send(.paused(end: .nextBoundary))
        #expect(driver.last?.pausedUntil?.iso8601 == "2026-12-20T22:30:00Z")
    }

    /// The night begins at 22:30, when it stays dark in a room whose light is unknown.
    @Test(arguments: ["2026-12-20T16:30:00", "2026-12-20T23:00:00", "2026-12-20T12:00:00"])
    func `the explanation names the end that until next would give`(start: String) {
        var driver = driver(at: start)
        let named = driver.rationale.untilNext
        #expect(named != nil)
        driver.send(.modeChosen(.night, end: .nextBoundary))
        #expect(driver.last?.until == named)
        #expect(driver.rationale.untilNext == named)
        var never = EngineDriver(
            .test.with {
                $0.schedule.everyDay.light = .clock(ClockTime(wrapping: 480))
                $0.schedule.everyDay.dark = .clock(ClockTime(wrapping: 480))
            }, place: berlin)
        never.send(.modeChosen(.light, end: nil))
        #expect(never.rationale.untilNext == nil)
    }

    @Test func `until next is refused if the schedule never changes`() {
        var driver = EngineDriver(
            .test.with {
                $0.schedule.everyDay.light = .clock(ClockTime(wrapping: 480))
                $0.schedule.everyDay.dark = .clock(ClockTime(wrapping: 480))
            }, place: berlin)
        driver.send(.modeChosen(.light, end: .nextBoundary))
        #expect(driver.rejections == [.noSuchEvent(.nextBoundary, next: nil)])
        let now = driver.now.wall
        driver.send(.toggled)
        #expect(driver.last?.until == now + .hours(12))
    }

    @Test(.row("T11")) func `until next lasts half a day in a polar night`() {
        var driver = EngineDriver(at: "2026-12-10T12:00:00", place: tromso)
        driver.send(.toggled)
        let end = driver.now.wall + .hours(12)
        #expect(driver.last?.mode == .light)
        #expect(driver.last?.until == end)
        driver.send(.modeChosen(.light, end: .nextBoundary))
        #expect(driver.last?.until == end)
        driver.send(.paused(end: .nextBoundary))
        #expect(driver.last?.pausedUntil == end)
        #expect(driver.rejections == [])
        driver.wait(.hours(12))
        #expect(driver.last?.mode == .auto && driver.last?.paused == false)
    }

    /// In a lit room no boundary changes the appearance while light decides; that of the schedule does.
    @Test func `a toggle in a lit room ends with the day`() {
        var driver = driver(sensor: "als")
        shine(300, on: &driver, seconds: 8)
        driver.send(.toggled)
        #expect(driver.last?.until?.iso8601 == "2026-03-20T17:19:00Z")
    }

    @Test func `a double toggle in a pause returns to the pause`() {
        var driver = driver()
        driver.send(.paused(end: nil))
        driver.send(.toggled)
        #expect(driver.appearance == .dark && driver.last?.mode == .dark)
        driver.send(.toggled)
        #expect(driver.appearance == .light && driver.last?.mode == .auto)
        #expect(driver.last?.reason == .inhibited)
    }

    @Test func `a choice made in a pause ends at its time after a restart too`() throws {
        var before = driver()
        before.send(.paused(end: nil))
        before.send(.modeChosen(.night, end: .after(.hours(1))))
        let saved = try #require(before.saved.last)
        #expect(saved.held == .light)
        var after = EngineDriver(
            at: "2026-03-20T12:30:00", place: berlin, saved: saved)
        #expect(after.appearance == .night)
        after.wait(.minutes(31))
        #expect(after.appearance == .light && after.last?.reason == .inhibited)
        let late = EngineDriver(at: "2026-03-20T13:30:00", place: berlin, saved: saved)
        #expect(late.appearance == .light && late.last?.reason == .inhibited)
    }

    /// The sun rises some seconds past a minute; on one of these days more than half of one.
    @Test(arguments: 10..<20)
    func `a choice that ends in the minute of sunrise changes nothing`(_ day: Int) throws {
        var driver = EngineDriver(
            .test.with { $0.schedule.everyDay.nightEnd = .clock(ClockTime(wrapping: 60)) },
            at: "2026-03-\(day)T04:00:00", place: berlin)
        let sunrise = try #require(driver.last?.next?.at)
        driver.send(.modeChosen(.light, end: .sunrise))
        #expect(driver.last?.until == sunrise)
        let shown = Int((sunrise.secondsSinceEpoch / 60) % 1440)
        driver.send(.modeChosen(.light, end: .clock(ClockTime(wrapping: shown))))
        #expect(driver.last?.until == sunrise)
        let before = driver.changes
        driver.wait(.hours(3))
        #expect(driver.last?.mode == .auto && driver.changes == before)
    }

    @Test(arguments: [Int64(3), 10, 400])
    func `a choice for days names the next change after it`(_ days: Int64) {
        var driver = driver()
        driver.send(.modeChosen(.light, end: .after(.days(days))))
        // At noon it is light, so the change is the sunset of that day.
        let end = driver.now.wall + .days(days)
        let next = driver.last?.next
        #expect(next?.appearance == .dark)
        #expect(next.map { $0.at > end && $0.at - end < .hours(9) } == true)
        driver.send(.modeChosen(.night, end: .after(.days(days))))
        #expect(driver.last?.next == NextChange(at: end, appearance: .light))
    }

    @Test func `a pause keeps the appearance at a boundary and ends without dwell`() {
        var driver = driver()
        driver.send(.paused(end: nil))
        #expect(driver.last?.reason == .inhibited)
        #expect(driver.last?.paused == true)
        driver.wait(.hours(9))
        #expect(driver.appearance == .light)
        driver.send(.resumed)
        #expect(driver.appearance == .dark)
        #expect(driver.last?.reason == .schedule)
    }

    @Test func `a choice overrides a pause, and auto returns to what the pause keeps`() {
        var driver = driver()
        driver.send(.paused(end: nil))
        driver.send(.modeChosen(.night, end: nil))
        #expect(driver.appearance == .night)
        driver.send(.modeChosen(.auto, end: nil))
        #expect(driver.appearance == .light)
        #expect(driver.last?.reason == .inhibited)
    }

    @Test func `a toggle over a mode is undone by the next one, also after a boundary`() {
        var driver = driver()
        driver.send(.modeChosen(.dark, end: nil))
        driver.send(.toggled)
        #expect(driver.last?.mode == .auto && driver.appearance == .light)
        driver.send(.toggled)
        #expect(driver.last?.mode == .dark && driver.last?.until == nil)
        driver.send(.modeChosen(.light, end: nil))
        driver.send(.toggled)
        #expect(driver.last?.mode == .dark && driver.last?.until != nil)
        driver.wait(.hours(3))
        driver.send(.toggled)
        #expect(driver.last?.mode == .light && driver.last?.until == nil)
    }

    @Test func `an inhibition lasts until both inhibitors have ended`() {
        var driver = driver()
        driver.send(.inhibited(cookie: 1, Inhibitor(who: "a", why: "x")))
        driver.send(.inhibited(cookie: 2, Inhibitor(who: "b", why: "y")))
        driver.wait(.hours(9))
        driver.send(.released(cookie: 1))
        #expect(driver.appearance == .light)
        driver.send(.released(cookie: 2))
        #expect(driver.appearance == .dark)
    }

    @Test func `more than 64 inhibitors are refused`() {
        var driver = driver()
        for cookie in UInt32(0)..<100 {
            driver.send(.inhibited(cookie: cookie, Inhibitor(who: "a", why: "b")))
        }
        #expect(driver.last?.inhibitors.count == 64)
        #expect(driver.rejections.count == 36)
        #expect(driver.rejections.allSatisfy { $0 == .tooManyInhibitors(limit: 64) })
    }

    @Test func `a manual mode and a pause read no sensor`() {
        var driver = driver(sensor: "als")
        #expect(driver.plans.last == .every(.seconds(1)))
        driver.send(.modeChosen(.dark, end: nil))
        #expect(driver.plans.last == .off)
        driver.send(.lightWanted(true))
        #expect(driver.plans.last == .every(.seconds(1)))
        driver.send(.lightWanted(false))
        driver.send(.modeChosen(.auto, end: nil))
        #expect(driver.plans.last == .every(.seconds(1)))
        driver.send(.paused(end: nil))
        #expect(driver.plans.last == .off)
    }

    @Test func `back in auto an unread sensor is read before any change`() {
        var driver = driver(sensor: "als")
        shine(300, on: &driver, seconds: 8)
        driver.send(.modeChosen(.night, end: nil))
        driver.wait(.hours(1))
        driver.send(.modeChosen(.auto, end: nil))
        #expect(driver.appearance == .night)
        #expect(driver.last?.reason == .startup)
        driver.light(300, for: .seconds(5))
        #expect(driver.appearance == .light)
        #expect(driver.last?.reason == .sensor)
    }

    @Test func `back in auto steady light is read again until it is trusted`() {
        var driver = driver(sensor: "als")
        for second in 0..<45 { driver.light(300 + Double(second % 2), for: .seconds(1)) }
        driver.send(.modeChosen(.dark, end: nil))
        driver.wait(.minutes(1))
        driver.send(.modeChosen(.auto, end: nil))
        #expect(driver.plans.last == .every(.seconds(1)))
        driver.light(300, for: .seconds(5))
        #expect(driver.appearance == .light)
        #expect(driver.last?.sensor == .trusted)
    }

    @Test func `a sensor found in a manual mode does not count as silent`() throws {
        var driver = EngineDriver(
            at: Self.noon, place: berlin, sensor: "als",
            saved: SavedState(
                mode: .dark, until: nil, appearance: .dark, paused: false, pausedUntil: nil,
                movers: ["als"], savedAt: .calendarStart))
        driver.wait(.minutes(5))
        driver.send(.modeChosen(.auto, end: nil))
        #expect(driver.last?.sensor == .warming)
        #expect(driver.appearance == .dark)
        driver.light(300, for: .seconds(5))
        #expect(driver.appearance == .light)
    }

    @Test func `soon back in auto the sensor decides at once`() {
        var driver = driver(sensor: "als")
        shine(300, on: &driver, seconds: 8)
        driver.send(.modeChosen(.night, end: nil))
        driver.wait(.seconds(3))
        driver.send(.modeChosen(.auto, end: nil))
        #expect(driver.appearance == .light)
        #expect(driver.last?.reason == .sensor)
    }
}
