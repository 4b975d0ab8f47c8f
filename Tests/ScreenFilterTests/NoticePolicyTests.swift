import AppearanceModel
import AppearanceTestSupport
import ScreenFilter
import Testing

/// What is said before the screen turns red by itself, with a notice of two minutes; times are in
/// seconds.
@Suite(.bounded) struct NoticePolicyTests {
    private var policy = NoticePolicy(notice: .minutes(2), findsRed: false)

    /// When the night's hours end.
    private static let morning: Int64 = 30_000

    private static func time(_ second: Int64) -> WallTime { WallTime(secondsSinceEpoch: second) }

    private static func night(at second: Int64) -> NextChange {
        NextChange(at: time(second), appearance: .night)
    }

    private static let dawn = NextChange(at: time(morning), appearance: .light)
    private static let evening = NightForecast(.no)
    private static let dark = NightForecast(.no, next: night(at: 1000))
    private static let night = NightForecast(.byItself, next: dawn)
    private static let chosen = NightForecast(.chosen, mode: .night)

    private static func off(_ outlook: NightForecast, until second: Int64) -> NightForecast {
        var outlook = outlook
        outlook.wish = .off(until: time(second))
        return outlook
    }

    private mutating func take(_ outlook: NightForecast, at second: Int64) {
        policy.take(outlook, at: Self.time(second)) { Self.time(Self.morning) }
    }

    private func isSaid(_ occasion: Notice.Occasion, for second: Int64) -> Bool {
        policy.announcement?.occasion == occasion
            && policy.announcement?.turn == Self.time(second)
    }

    private func nextLook(after second: Int64) -> Int64? {
        policy.nextLook(after: Self.time(second))?.secondsSinceEpoch
    }

    // MARK: What is foreseen

    @Test mutating func nightThatIsForeseenIsSaidTwoMinutesBefore() {
        take(Self.dark, at: 0)
        #expect(policy.announcement == nil)
        #expect(nextLook(after: 0) == 880)
        take(Self.dark, at: 880)
        #expect(isSaid(.foreseen, for: 1000))
        #expect(nextLook(after: 880) == nil)
        take(Self.night, at: 1000)
        #expect(!policy.holdsBack)
        #expect(policy.announcement == nil)
    }

    @Test mutating func whatIsSaidStaysUntilTheServiceSpeaksThoughTheTimeHasCome() {
        take(Self.dark, at: 900)
        take(Self.dark, at: 1001)
        #expect(isSaid(.foreseen, for: 1000))
        take(Self.night, at: 1001)
        #expect(!policy.holdsBack && policy.announcement == nil)
    }

    @Test mutating func whatDoesNotComeIsTakenBack() {
        take(Self.dark, at: 900)
        take(Self.evening, at: 910)
        #expect(policy.announcement == nil)
        #expect(nextLook(after: 910) == nil)
    }

    @Test mutating func anotherTimeIsSaidAnew() {
        take(Self.dark, at: 900)
        take(NightForecast(.no, next: Self.night(at: 1010)), at: 910)
        #expect(isSaid(.foreseen, for: 1010))
        take(NightForecast(.no, next: Self.night(at: 5000)), at: 910)
        #expect(policy.announcement == nil)
        #expect(nextLook(after: 910) == 4880)
    }

    @Test mutating func nightThatComesBeforeItsTimeIsHeldUntilThen() {
        take(Self.dark, at: 900)
        take(Self.night, at: 950)
        #expect(policy.holdsBack)
        #expect(isSaid(.foreseen, for: 1000))
        #expect(nextLook(after: 950) == 1000)
        take(Self.night, at: 1000)
        #expect(!policy.holdsBack)
    }

    @Test mutating func theEndOfNotNowIsForeseenWhileItIsNight() {
        take(Self.off(Self.night, until: 5000), at: 100)
        #expect(nextLook(after: 100) == 4880)
        take(Self.off(Self.night, until: 5000), at: 4880)
        #expect(isSaid(.foreseen, for: 5000))
        take(Self.night, at: 5000)
        #expect(!policy.holdsBack && policy.announcement == nil)
    }

    @Test mutating func theEndOfNotNowIsForeseenWhereItWillBeNightByThen() {
        take(Self.off(Self.dark, until: 5000), at: 100)
        #expect(nextLook(after: 100) == 4880)
        take(Self.off(Self.dark, until: 500), at: 200)
        #expect(nextLook(after: 200) == 880)
    }

    @Test(.row("N33")) mutating func notTonightEndsWithoutAWordAndWithoutAFlash() {
        take(Self.off(Self.night, until: Self.morning), at: 100)
        #expect(nextLook(after: 100) == nil)
        // The wish ends, and the service has not said yet that the night does too.
        take(Self.night, at: Self.morning)
        #expect(policy.holdsBack && policy.announcement == nil)
        #expect(nextLook(after: Self.morning) == nil)
        take(NightForecast(.no), at: Self.morning)
        #expect(!policy.holdsBack)
    }

    @Test mutating func aNightThatIsLongerThanForeseenIsSaidAndComes() {
        take(Self.off(Self.night, until: Self.morning), at: 100)
        take(Self.night, at: Self.morning)
        take(NightForecast(.byItself), at: Self.morning)
        #expect(isSaid(.held, for: Self.morning + 120))
    }

    // MARK: What is not

    @Test mutating func nightThatComesUnforeseenIsSaidAndHeldForTwoMinutes() {
        take(Self.evening, at: 0)
        take(Self.night, at: 100)
        #expect(policy.holdsBack)
        #expect(isSaid(.held, for: 220))
        #expect(nextLook(after: 100) == 220)
        take(Self.night, at: 219)
        #expect(policy.holdsBack)
        take(Self.night, at: 220)
        #expect(!policy.holdsBack && policy.announcement == nil)
    }

    @Test mutating func aLampThatGoesOnMeanwhileTakesItBack() {
        take(Self.evening, at: 0)
        take(Self.night, at: 100)
        take(Self.evening, at: 150)
        #expect(policy.announcement == nil && !policy.holdsBack)
        // It has never been red, so it is said again.
        take(Self.night, at: 500)
        #expect(isSaid(.held, for: 620))
    }

    @Test(.row("N30")) mutating func aLampThatGoesOnAndOffLaterDoesNotNag() {
        take(Self.evening, at: 0)
        take(Self.night, at: 100)
        take(Self.night, at: 220)
        take(Self.evening, at: 400)
        take(Self.night, at: 600)
        #expect(!policy.holdsBack && policy.announcement == nil)
    }

    @Test mutating func whatWasForeseenCountsForTheNightToo() {
        take(Self.dark, at: 900)
        take(Self.night, at: 1000)
        take(Self.evening, at: 2000)
        take(Self.night, at: 3000)
        #expect(!policy.holdsBack && policy.announcement == nil)
    }

    @Test mutating func theNextNightIsSaidAgain() {
        take(Self.dark, at: 900)
        take(Self.night, at: 1000)
        take(Self.evening, at: Self.morning)
        take(NightForecast(.byItself), at: Self.morning + 1)
        #expect(policy.holdsBack)
    }

    @Test mutating func aSuspendThatSwallowsTheTimeIsSaidOnResume() {
        take(Self.dark, at: 0)
        take(Self.dark, at: 2000)
        #expect(policy.announcement == nil)
        #expect(nextLook(after: 2000) == nil)
        take(Self.night, at: 2000)
        #expect(isSaid(.held, for: 2120))
    }

    @Test(.row("N35")) mutating func aClockThatIsSetBackDoesNotHoldItLonger() {
        take(Self.evening, at: 50_000)
        take(Self.night, at: 50_000)
        take(Self.night, at: 10_000)
        #expect(isSaid(.held, for: 10_120))
        take(Self.night, at: 10_120)
        #expect(!policy.holdsBack)
    }

    // MARK: What is found, and what is done by hand

    @Test mutating func whatIsFoundAtTheStartIsRedAtOnceAndSaidAfterwards() {
        take(Self.night, at: 100)
        #expect(!policy.holdsBack)
        #expect(isSaid(.done, for: 100))
        #expect(nextLook(after: 100) == 220)
        take(Self.night, at: 220)
        #expect(policy.announcement == nil && !policy.holdsBack)
    }

    @Test mutating func aServiceThatIsHeardOfLaterIsFoundToo() {
        take(NightForecast(.unknown), at: 99)
        take(Self.night, at: 100)
        #expect(!policy.holdsBack)
        #expect(isSaid(.done, for: 100))
    }

    @Test mutating func aServiceThatStartsAgainAtNightIsNotToldOf() {
        take(Self.night, at: 100)
        take(NightForecast(.unknown), at: 300)
        take(Self.night, at: 400)
        #expect(!policy.holdsBack && policy.announcement == nil)
    }

    @Test mutating func aScreenThatIsFoundRedIsNotToldOf() {
        policy = NoticePolicy(notice: .minutes(2), findsRed: true)
        take(Self.night, at: 100)
        #expect(!policy.holdsBack && policy.announcement == nil)
    }

    /// Each is the user's own doing.
    @Test(arguments: [
        (dark, chosen), (evening, NightForecast(.no, wish: .on(until: time(5000)))),
        (off(night, until: 5000), night), (NightForecast(.no, mode: .dark), night),
        (NightForecast(.no, mode: .light, modeEnd: time(5000)), night),
    ])
    mutating func whatIsDoneByHandIsDoneAtOnce(_ before: NightForecast, _ after: NightForecast) {
        take(before, at: 100)
        take(after, at: 200)
        #expect(!policy.holdsBack && policy.announcement == nil)
    }

    @Test mutating func whatIsDoneByHandMeanwhileIsDoneAtOnce() {
        take(Self.dark, at: 900)
        take(Self.chosen, at: 910)
        #expect(!policy.holdsBack && policy.announcement == nil)
    }

    @Test mutating func aChoiceThatEndsByItselfIsNoneByHand() {
        take(NightForecast(.no, mode: .dark, modeEnd: Self.time(150)), at: 100)
        take(Self.night, at: 150)
        #expect(policy.holdsBack)
    }

    // MARK: Nobody to hear it

    @Test mutating func whereNobodyHearsItNothingIsHeldBack() {
        take(Self.evening, at: 0)
        take(Self.night, at: 100)
        policy.findNobody()
        take(Self.night, at: 101)
        #expect(!policy.holdsBack && policy.announcement == nil)
    }

    @Test mutating func whereNobodyHeardOfItNightIsNotHeldUntilItsTime() {
        take(Self.dark, at: 900)
        policy.findNobody()
        take(Self.night, at: 950)
        #expect(!policy.holdsBack)
    }

    @Test mutating func withoutAnyNoticeNothingIsSaidOrHeld() {
        policy = NoticePolicy(notice: .zero, findsRed: false)
        take(Self.dark, at: 999)
        #expect(policy.announcement == nil)
        take(Self.night, at: 1000)
        #expect(!policy.holdsBack && policy.announcement == nil)
    }
}
