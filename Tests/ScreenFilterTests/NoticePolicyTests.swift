import AppearanceModel
import AppearanceTestSupport
import ScreenFilter
import Testing

/// The notification before the screen turns red by itself, two minutes ahead; times are in
/// seconds.
@Suite(.bounded) struct NoticePolicyTests {
    private var policy = NoticePolicy(leadTime: .minutes(2), findsRed: false)

    /// When the night's hours end.
    private static let morning: Int64 = 30_000

    private static func time(_ second: Int64) -> WallTime { WallTime(secondsSinceEpoch: second) }

    private static func night(at second: Int64) -> NextChange {
        NextChange(at: time(second), appearance: .night)
    }

    private static let dawn = NextChange(at: time(morning), appearance: .light)
    private static let evening = NightForecast(.no)
    private static let dark = NightForecast(.no, next: night(at: 1000))
    private static let night = NightForecast(.automatic, next: dawn)
    private static let chosen = NightForecast(.chosen, mode: .night)

    private static func off(_ forecast: NightForecast, until second: Int64) -> NightForecast {
        var forecast = forecast
        forecast.override = .off(until: time(second))
        return forecast
    }

    private mutating func take(_ forecast: NightForecast, at second: Int64) {
        policy.update(forecast, at: Self.time(second)) { Self.time(Self.morning) }
    }

    private func isSaid(_ occasion: Notice.Occasion, for second: Int64) -> Bool {
        policy.currentNotice?.occasion == occasion
            && policy.currentNotice?.turn == Self.time(second)
    }

    private func nextUpdate(after second: Int64) -> Int64? {
        policy.nextUpdate(after: Self.time(second))?.secondsSinceEpoch
    }

    // MARK: What is foreseen

    @Test mutating func nightThatIsForeseenIsSaidTwoMinutesBefore() {
        take(Self.dark, at: 0)
        #expect(policy.currentNotice == nil)
        #expect(nextUpdate(after: 0) == 880)
        take(Self.dark, at: 880)
        #expect(isSaid(.scheduled, for: 1000))
        #expect(nextUpdate(after: 880) == nil)
        take(Self.night, at: 1000)
        #expect(!policy.isDelaying)
        #expect(policy.currentNotice == nil)
    }

    @Test mutating func whatIsSaidStaysUntilTheServiceSpeaksThoughTheTimeHasCome() {
        take(Self.dark, at: 900)
        take(Self.dark, at: 1001)
        #expect(isSaid(.scheduled, for: 1000))
        take(Self.night, at: 1001)
        #expect(!policy.isDelaying && policy.currentNotice == nil)
    }

    @Test mutating func whatDoesNotComeIsTakenBack() {
        take(Self.dark, at: 900)
        take(Self.evening, at: 910)
        #expect(policy.currentNotice == nil)
        #expect(nextUpdate(after: 910) == nil)
    }

    @Test mutating func anotherTimeIsSaidAnew() {
        take(Self.dark, at: 900)
        take(NightForecast(.no, next: Self.night(at: 1010)), at: 910)
        #expect(isSaid(.scheduled, for: 1010))
        take(NightForecast(.no, next: Self.night(at: 5000)), at: 910)
        #expect(policy.currentNotice == nil)
        #expect(nextUpdate(after: 910) == 4880)
    }

    @Test mutating func nightThatComesBeforeItsTimeIsHeldUntilThen() {
        take(Self.dark, at: 900)
        take(Self.night, at: 950)
        #expect(policy.isDelaying)
        #expect(isSaid(.scheduled, for: 1000))
        #expect(nextUpdate(after: 950) == 1000)
        take(Self.night, at: 1000)
        #expect(!policy.isDelaying)
    }

    @Test mutating func theEndOfNotNowIsForeseenWhileItIsNight() {
        take(Self.off(Self.night, until: 5000), at: 100)
        #expect(nextUpdate(after: 100) == 4880)
        take(Self.off(Self.night, until: 5000), at: 4880)
        #expect(isSaid(.scheduled, for: 5000))
        take(Self.night, at: 5000)
        #expect(!policy.isDelaying && policy.currentNotice == nil)
    }

    @Test mutating func theEndOfNotNowIsForeseenWhereItWillBeNightByThen() {
        take(Self.off(Self.dark, until: 5000), at: 100)
        #expect(nextUpdate(after: 100) == 4880)
        take(Self.off(Self.dark, until: 500), at: 200)
        #expect(nextUpdate(after: 200) == 880)
    }

    @Test(.row("N33")) mutating func notTonightEndsWithoutAWordAndWithoutAFlash() {
        take(Self.off(Self.night, until: Self.morning), at: 100)
        #expect(nextUpdate(after: 100) == nil)
        // The override ends, and the service has not said yet that the night does too.
        take(Self.night, at: Self.morning)
        #expect(policy.isDelaying && policy.currentNotice == nil)
        #expect(nextUpdate(after: Self.morning) == nil)
        take(NightForecast(.no), at: Self.morning)
        #expect(!policy.isDelaying)
    }

    @Test mutating func aNightThatIsLongerThanForeseenIsSaidAndComes() {
        take(Self.off(Self.night, until: Self.morning), at: 100)
        take(Self.night, at: Self.morning)
        take(NightForecast(.automatic), at: Self.morning)
        #expect(isSaid(.delayed, for: Self.morning + 120))
    }

    // MARK: What is not

    @Test mutating func nightThatComesUnforeseenIsSaidAndHeldForTwoMinutes() {
        take(Self.evening, at: 0)
        take(Self.night, at: 100)
        #expect(policy.isDelaying)
        #expect(isSaid(.delayed, for: 220))
        #expect(nextUpdate(after: 100) == 220)
        take(Self.night, at: 219)
        #expect(policy.isDelaying)
        take(Self.night, at: 220)
        #expect(!policy.isDelaying && policy.currentNotice == nil)
    }

    @Test mutating func aLampThatGoesOnMeanwhileTakesItBack() {
        take(Self.evening, at: 0)
        take(Self.night, at: 100)
        take(Self.evening, at: 150)
        #expect(policy.currentNotice == nil && !policy.isDelaying)
        // It has never been red, so it is said again.
        take(Self.night, at: 500)
        #expect(isSaid(.delayed, for: 620))
    }

    @Test(.row("N30")) mutating func aLampThatGoesOnAndOffLaterDoesNotNag() {
        take(Self.evening, at: 0)
        take(Self.night, at: 100)
        take(Self.night, at: 220)
        take(Self.evening, at: 400)
        take(Self.night, at: 600)
        #expect(!policy.isDelaying && policy.currentNotice == nil)
    }

    @Test mutating func whatWasForeseenCountsForTheNightToo() {
        take(Self.dark, at: 900)
        take(Self.night, at: 1000)
        take(Self.evening, at: 2000)
        take(Self.night, at: 3000)
        #expect(!policy.isDelaying && policy.currentNotice == nil)
    }

    @Test mutating func theNextNightIsSaidAgain() {
        take(Self.dark, at: 900)
        take(Self.night, at: 1000)
        take(Self.evening, at: Self.morning)
        take(NightForecast(.automatic), at: Self.morning + 1)
        #expect(policy.isDelaying)
    }

    @Test mutating func aSuspendThatSwallowsTheTimeIsSaidOnResume() {
        take(Self.dark, at: 0)
        take(Self.dark, at: 2000)
        #expect(policy.currentNotice == nil)
        #expect(nextUpdate(after: 2000) == nil)
        take(Self.night, at: 2000)
        #expect(isSaid(.delayed, for: 2120))
    }

    @Test(.row("N35")) mutating func aClockThatIsSetBackDoesNotHoldItLonger() {
        take(Self.evening, at: 50_000)
        take(Self.night, at: 50_000)
        take(Self.night, at: 10_000)
        #expect(isSaid(.delayed, for: 10_120))
        take(Self.night, at: 10_120)
        #expect(!policy.isDelaying)
    }

    // MARK: What is found, and what is done by hand

    @Test mutating func whatIsFoundAtTheStartIsRedAtOnceAndSaidAfterwards() {
        take(Self.night, at: 100)
        #expect(!policy.isDelaying)
        #expect(isSaid(.done, for: 100))
        #expect(nextUpdate(after: 100) == 220)
        take(Self.night, at: 220)
        #expect(policy.currentNotice == nil && !policy.isDelaying)
    }

    @Test mutating func aServiceThatIsHeardOfLaterIsFoundToo() {
        take(NightForecast(.unknown), at: 99)
        take(Self.night, at: 100)
        #expect(!policy.isDelaying)
        #expect(isSaid(.done, for: 100))
    }

    @Test mutating func aServiceThatStartsAgainAtNightIsNotToldOf() {
        take(Self.night, at: 100)
        take(NightForecast(.unknown), at: 300)
        take(Self.night, at: 400)
        #expect(!policy.isDelaying && policy.currentNotice == nil)
    }

    @Test mutating func aScreenThatIsFoundRedIsNotToldOf() {
        policy = NoticePolicy(leadTime: .minutes(2), findsRed: true)
        take(Self.night, at: 100)
        #expect(!policy.isDelaying && policy.currentNotice == nil)
    }

    /// Each is the user's own doing.
    @Test(arguments: [
        (dark, chosen), (evening, NightForecast(.no, override: .on(until: time(5000)))),
        (off(night, until: 5000), night), (NightForecast(.no, mode: .dark), night),
        (NightForecast(.no, mode: .light, modeEnd: time(5000)), night),
    ])
    mutating func whatIsDoneByHandIsDoneAtOnce(_ before: NightForecast, _ after: NightForecast) {
        take(before, at: 100)
        take(after, at: 200)
        #expect(!policy.isDelaying && policy.currentNotice == nil)
    }

    @Test mutating func whatIsDoneByHandMeanwhileIsDoneAtOnce() {
        take(Self.dark, at: 900)
        take(Self.chosen, at: 910)
        #expect(!policy.isDelaying && policy.currentNotice == nil)
    }

    @Test mutating func aChoiceThatEndsByItselfIsNoneByHand() {
        take(NightForecast(.no, mode: .dark, modeEnd: Self.time(150)), at: 100)
        take(Self.night, at: 150)
        #expect(policy.isDelaying)
    }

    // MARK: Nobody to hear it

    @Test mutating func whereNobodyHearsItNothingIsHeldBack() {
        take(Self.evening, at: 0)
        take(Self.night, at: 100)
        policy.noticeFailed()
        take(Self.night, at: 101)
        #expect(!policy.isDelaying && policy.currentNotice == nil)
    }

    @Test mutating func whereNobodyHeardOfItNightIsNotHeldUntilItsTime() {
        take(Self.dark, at: 900)
        policy.noticeFailed()
        take(Self.night, at: 950)
        #expect(!policy.isDelaying)
    }

    @Test mutating func withoutAnyNoticeNothingIsSaidOrHeld() {
        policy = NoticePolicy(leadTime: .zero, findsRed: false)
        take(Self.dark, at: 999)
        #expect(policy.currentNotice == nil)
        take(Self.night, at: 1000)
        #expect(!policy.isDelaying && policy.currentNotice == nil)
    }
}
