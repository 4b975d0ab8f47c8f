import AppearanceEngine
import AppearanceModel
import Testing

/// What the user says, and what wins over what.
@Suite struct ChoiceTests {
    private static let noon = "2026-03-20T12:00:00"
    private let berlin = Coordinates(latitudeDegrees: 52.5, longitudeDegrees: 13.4)
    private let tromso = Coordinates(latitudeDegrees: 69.65, longitudeDegrees: 18.96)

    private func driver(at start: String = noon, sensor: String? = nil) -> EngineDriver {
        EngineDriver(at: start, place: berlin, sensor: sensor)
    }

    @Test(arguments: [Mode.light, .dark, .night])
    func aChosenModeIsShownAtOnceAndStays(_ mode: Mode) throws {
        var driver = driver()
        driver.send(.modeChosen(mode, end: nil))
        #expect(driver.appearance == mode.fixedAppearance)
        #expect(driver.last?.reason == .manual)
        driver.wait(.days(3))
        #expect(driver.appearance == mode.fixedAppearance)
        #expect(driver.last?.next == nil)
    }

    @Test func theSameChoiceAgainIsNoNews() {
        var driver = driver()
        driver.send(.modeChosen(.dark, end: nil))
        let told = driver.published.count
        for _ in 0..<100 { driver.send(.modeChosen(.dark, end: nil)) }
        #expect(driver.published.count == told)
        #expect(driver.changes == 1)
    }

    @Test func aChoiceForATimeEndsByItself() {
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

    @Test func aPauseThatOutlastsAChoiceLeavesNoChangeToForetell() {
        var driver = driver()
        driver.send(.paused(end: nil))
        driver.send(.modeChosen(.dark, end: .after(.hours(1))))
        #expect(driver.last?.next == nil)
        driver.wait(.hours(2))
        #expect(driver.appearance == .dark && driver.last?.reason == .inhibited)
    }

    @Test func aChoiceWithinAPauseForetellsWhatComesAfterBoth() {
        var driver = driver()
        driver.send(.paused(end: .after(.hours(2))))
        driver.send(.modeChosen(.dark, end: .after(.hours(1))))
        #expect(driver.last?.next?.at == driver.now.wall + .hours(2))
        driver.wait(.hours(2))
        #expect(driver.appearance == .light)
    }

    /// While somebody watches, the light of a chosen mode is read on, and may have changed.
    @Test func aChoiceForetellsWhatTheLightSaysByThen() {
        var driver = driver(sensor: "als")
        for second in 0..<90 { driver.light(Double(300 + second % 2), for: .seconds(1)) }
        driver.send(.lightWanted(true))
        driver.send(.modeChosen(.dark, end: .after(.hours(1))))
        #expect(driver.last?.next?.appearance == .light)
        driver.send(.modeChosen(.light, end: .after(.hours(1))))
        driver.light(10, for: .seconds(20))
        driver.send(.modeChosen(.night, end: .after(.hours(1))))
        #expect(driver.last?.next?.appearance == .dark)
    }

    /// A timer that is due at once, again and again, is a processor that never rests.
    @Test func aChoiceMadeWhileTheLightIsLostWakesNobodyAtOnce() throws {
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

    @Test func aChoiceUntilSunsetEndsThere() {
        var driver = driver()
        driver.send(.modeChosen(.light, end: .sunset))
        driver.wait(.hours(8))
        #expect(driver.last?.mode == .auto)
        #expect(driver.appearance == .dark)
    }

    @Test func aSunriseThatDoesNotComeIsRefusedWithTheNextOneAndChangesNothing() throws {
        var driver = EngineDriver(at: "2026-12-21T12:00:00", place: tromso)
        let before = driver.last
        driver.send(.modeChosen(.light, end: .sunrise))
        guard case .noSuchEvent(.sunrise, let next)? = driver.objections.first else {
            Issue.record("it was not refused: \(driver.objections)")
            return
        }
        #expect(try #require(next).iso8601.hasPrefix("2027-01-15"))
        #expect(driver.last == before)
    }

    @Test func autoTakesNoEnd() {
        var driver = driver()
        driver.send(.modeChosen(.auto, end: .nextBoundary))
        #expect(driver.objections == [.autoCannotEnd])
    }

    @Test(arguments: [
        (Mode.light, Appearance.dark), (.dark, .light), (.night, .light),
    ])
    func togglingGoesToTheOtherSide(_ mode: Mode, _ other: Appearance) {
        var driver = driver(at: "2026-03-20T20:00:00")
        driver.send(.modeChosen(mode, end: nil))
        driver.send(.toggled)
        #expect(driver.appearance == other)
    }

    @Test func togglingAwayHoldsUntilTheNextBoundaryAndTogglingBackIsAuto() {
        var driver = driver()
        driver.send(.toggled)
        #expect(driver.last?.mode == .dark)
        #expect(driver.last?.until?.iso8601 == "2026-03-20T17:19:29Z")
        driver.send(.toggled)
        #expect(driver.last?.mode == .auto)
        #expect(driver.appearance == .light)
        driver.send(.toggled)
        driver.wait(.days(1))
        #expect(driver.last?.mode == .auto)
    }

    @Test func aPauseHoldsWhatIsShownThroughABoundaryAndEndsWithoutDwell() {
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

    @Test func aChoiceWinsOverAPauseAndThePauseHoldsItAfterwards() {
        var driver = driver()
        driver.send(.paused(end: nil))
        driver.send(.modeChosen(.night, end: nil))
        #expect(driver.appearance == .night)
        driver.send(.modeChosen(.auto, end: nil))
        #expect(driver.appearance == .night)
        #expect(driver.last?.reason == .inhibited)
    }

    @Test func twoHoldersMustBothLetGo() {
        var driver = driver()
        driver.send(.inhibited(cookie: 1, Inhibitor(who: "a", why: "x")))
        driver.send(.inhibited(cookie: 2, Inhibitor(who: "b", why: "y")))
        driver.wait(.hours(9))
        driver.send(.released(cookie: 1))
        #expect(driver.appearance == .light)
        driver.send(.released(cookie: 2))
        #expect(driver.appearance == .dark)
    }

    @Test func anyNumberOfHoldersIsRefused() {
        var driver = driver()
        for cookie in UInt32(0)..<100 {
            driver.send(.inhibited(cookie: cookie, Inhibitor(who: "a", why: "b")))
        }
        #expect(driver.last?.inhibitors.count == 64)
        #expect(driver.objections.count == 36)
        #expect(driver.objections.allSatisfy { $0 == .tooManyHolders(limit: 64) })
    }

    @Test func manualModeAndPauseReadNoSensor() {
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

    @Test func backInAutoASensorThatWasNotReadIsHeardBeforeAnythingChanges() {
        var driver = driver(sensor: "als")
        for second in 0..<8 { driver.light(300 + Double(second % 2), for: .seconds(1)) }
        driver.send(.modeChosen(.night, end: nil))
        driver.wait(.hours(1))
        driver.send(.modeChosen(.auto, end: nil))
        #expect(driver.appearance == .night)
        #expect(driver.last?.reason == .startup)
        driver.light(300, for: .seconds(5))
        #expect(driver.appearance == .light)
        #expect(driver.last?.reason == .sensor)
    }

    @Test func backInAutoSteadyLightIsReadAnewUntilItIsBelieved() {
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

    @Test func aSensorFoundInAManualModeIsNotSilentForNotBeingRead() throws {
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

    @Test func backInAutoSoonTheSensorDecidesAtOnce() {
        var driver = driver(sensor: "als")
        for second in 0..<8 { driver.light(300 + Double(second % 2), for: .seconds(1)) }
        driver.send(.modeChosen(.night, end: nil))
        driver.wait(.seconds(3))
        driver.send(.modeChosen(.auto, end: nil))
        #expect(driver.appearance == .light)
        #expect(driver.last?.reason == .sensor)
    }
}
