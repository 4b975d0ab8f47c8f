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

    @Test mutating func `night that is foreseen is said two minutes before`() {
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

    @Test mutating func `what is said stays until the service speaks though the time has come`() {
        take(Self.dark, at: 900)
        take(Self.dark, at: 1001)
        #expect(isSaid(.scheduled, for: 1000))
        take(Self.night, at: 1001)
        #expect(!policy.isDelaying && policy.currentNotice == nil)
    }

    @Test mutating func `what does not come is taken back`() {
        take(Self.dark, at: 900)
        take(Self.evening, at: 910)
        #expect(policy.currentNotice == nil)
        #expect(nextUpdate(after: 910) == nil)
    }

    @Test mutating func `another time is announced again`() {
        take(Self.dark, at: 900)
        take(NightForecast(.no, next: Self.night(at: 1010)), at: 910)
        #expect(isSaid(.scheduled, for: 1010))
        take(NightForecast(.no, next: Self.night(at: 5000)), at: 910)
        #expect(policy.currentNotice == nil)
        #expect(nextUpdate(after: 910) == 4880)
    }

    @Test mutating func `night that comes before its time is held until then`() {
        take(Self.dark, at: 900)
        take(Self.night, at: 950)
        #expect(policy.isDelaying)
        #expect(isSaid(.scheduled, for: 1000))
        #expect(nextUpdate(after: 950) == 1000)
        take(Self.night, at: 1000)
        #expect(!policy.isDelaying)
    }

    @Test mutating func `the end of not now is foreseen while it is night`() {
        take(Self.off(Self.night, until: 5000), at: 100)
        #expect(nextUpdate(after: 100) == 4880)
        take(Self.off(Self.night, until: 5000), at: 4880)
        #expect(isSaid(.scheduled, for: 5000))
        take(Self.night, at: 5000)
        #expect(!policy.isDelaying && policy.currentNotice == nil)
    }

    @Test mutating func `the end of not now is foreseen where it will be night by then`() {
        take(Self.off(Self.dark, until: 5000), at: 100)
        #expect(nextUpdate(after: 100) == 4880)
        take(Self.off(Self.dark, until: 500), at: 200)
        #expect(nextUpdate(after: 200) == 880)
    }

    @Test(.row("N33")) mutating func `not tonight ends without a word and without a flash`() {
        take(Self.off(Self.night, until: Self.morning), at: 100)
        #expect(nextUpdate(after: 100) == nil)
        // The override ends, and the service has not said yet that the night does too.
        take(Self.night, at: Self.morning)
        #expect(policy.isDelaying && policy.currentNotice == nil)
        #expect(nextUpdate(after: Self.morning) == nil)
        take(NightForecast(.no), at: Self.morning)
        #expect(!policy.isDelaying)
    }

    @Test mutating func `a night that is longer than foreseen is said and comes`() {
        take(Self.off(Self.night, until: Self.morning), at: 100)
        take(Self.night, at: Self.morning)
        take(NightForecast(.automatic), at: Self.morning)
        #expect(isSaid(.delayed, for: Self.morning + 120))
    }

    // MARK: What is not

    @Test mutating func `night that comes unforeseen is said and held for two minutes`() {
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

    @Test mutating func `a lamp that goes on meanwhile takes it back`() {
        take(Self.evening, at: 0)
        take(Self.night, at: 100)
        take(Self.evening, at: 150)
        #expect(policy.currentNotice == nil && !policy.isDelaying)
        // It has never been red, so it is said again.
        take(Self.night, at: 500)
        #expect(isSaid(.delayed, for: 620))
    }

    @Test(.row("N30")) mutating func `a lamp that goes on and off later does not nag`() {
        take(Self.evening, at: 0)
        take(Self.night, at: 100)
        take(Self.night, at: 220)
        take(Self.evening, at: 400)
        take(Self.night, at: 600)
        #expect(!policy.isDelaying && policy.currentNotice == nil)
    }

    @Test mutating func `what was foreseen counts for the night too`() {
        take(Self.dark, at: 900)
        take(Self.night, at: 1000)
        take(Self.evening, at: 2000)
        take(Self.night, at: 3000)
        #expect(!policy.isDelaying && policy.currentNotice == nil)
    }

    @Test mutating func `the next night is said again`() {
        take(Self.dark, at: 900)
        take(Self.night, at: 1000)
        take(Self.evening, at: Self.morning)
        take(NightForecast(.automatic), at: Self.morning + 1)
        #expect(policy.isDelaying)
    }

    @Test mutating func `a suspend that swallows the time is said on resume`() {
        take(Self.dark, at: 0)
        take(Self.dark, at: 2000)
        #expect(policy.currentNotice == nil)
        #expect(nextUpdate(after: 2000) == nil)
        take(Self.night, at: 2000)
        #expect(isSaid(.delayed, for: 2120))
    }

    @Test(.row("N35")) mutating func `a clock that is set back does not hold it longer`() {
        take(Self.evening, at: 50_000)
        take(Self.night, at: 50_000)
        take(Self.night, at: 10_000)
        #expect(isSaid(.delayed, for: 10_120))
        take(Self.night, at: 10_120)
        #expect(!policy.isDelaying)
    }

    // MARK: What is found, and what is done by hand

    @Test mutating func `what is found at the start is red at once and said afterwards`() {
        take(Self.night, at: 100)
        #expect(!policy.isDelaying)
        #expect(isSaid(.done, for: 100))
        #expect(nextUpdate(after: 100) == 220)
        take(Self.night, at: 220)
        #expect(policy.currentNotice == nil && !policy.isDelaying)
    }

    @Test mutating func `a service that appears later is found too`() {
        take(NightForecast(.unknown), at: 99)
        take(Self.night, at: 100)
        #expect(!policy.isDelaying)
        #expect(isSaid(.done, for: 100))
    }

    @Test mutating func `a service that starts again at night is not announced`() {
        take(Self.night, at: 100)
        take(NightForecast(.unknown), at: 300)
        take(Self.night, at: 400)
        #expect(!policy.isDelaying && policy.currentNotice == nil)
    }

    @Test mutating func `a screen that is found red is not announced`() {
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
    mutating func `what is done by hand is done at once`(
        _ before: NightForecast, _ after: NightForecast
    ) {
        take(before, at: 100)
        take(after, at: 200)
        #expect(!policy.isDelaying && policy.currentNotice == nil)
    }

    @Test mutating func `what is done by hand meanwhile is done at once`() {
        take(Self.dark, at: 900)
        take(Self.chosen, at: 910)
        #expect(!policy.isDelaying && policy.currentNotice == nil)
    }

    @Test mutating func `a choice that ends by itself is none by hand`() {
        take(NightForecast(.no, mode: .dark, modeEnd: Self.time(150)), at: 100)
        take(Self.night, at: 150)
        #expect(policy.isDelaying)
    }

    // MARK: Nobody to hear it

    @Test mutating func `where nobody hears it nothing is kept back`() {
        take(Self.evening, at: 0)
        take(Self.night, at: 100)
        policy.noticeFailed()
        take(Self.night, at: 101)
        #expect(!policy.isDelaying && policy.currentNotice == nil)
    }

    @Test mutating func `where nobody heard of it night is not held until its time`() {
        take(Self.dark, at: 900)
        policy.noticeFailed()
        take(Self.night, at: 950)
        #expect(!policy.isDelaying)
    }

    @Test mutating func `without any notice nothing is said or held`() {
        policy = NoticePolicy(leadTime: .zero, findsRed: false)
        take(Self.dark, at: 999)
        #expect(policy.currentNotice == nil)
        take(Self.night, at: 1000)
        #expect(!policy.isDelaying && policy.currentNotice == nil)
    }
}
