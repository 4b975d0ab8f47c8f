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
    /// A night whose end the daemon has not yet reported.
    private static let ending = NightForecast(
        .automatic, next: NextChange(at: time(150), appearance: .light))

    private static func off(_ forecast: NightForecast, until second: Int64) -> NightForecast {
        var forecast = forecast
        forecast.override = .off(until: time(second))
        return forecast
    }

    private static func on(_ forecast: NightForecast, until second: Int64) -> NightForecast {
        var forecast = forecast
        forecast.override = .on(until: time(second))
        return forecast
    }

    private mutating func receive(_ forecast: NightForecast, at second: Int64) {
        policy.update(forecast, at: Self.time(second)) { Self.time(Self.morning) }
    }

    private func isAnnounced(_ occasion: Notice.Occasion, for second: Int64) -> Bool {
        policy.currentNotice?.occasion == occasion
            && policy.currentNotice?.turn == Self.time(second)
    }

    private func nextUpdate(after second: Int64) -> Int64? {
        policy.nextUpdate(after: Self.time(second))?.secondsSinceEpoch
    }

    // MARK: Foreseen nights

    @Test mutating func `a foreseen night is announced two minutes before`() {
        receive(Self.dark, at: 0)
        #expect(policy.currentNotice == nil)
        #expect(nextUpdate(after: 0) == 880)
        receive(Self.dark, at: 880)
        #expect(isAnnounced(.scheduled, for: 1000))
        #expect(nextUpdate(after: 880) == nil)
        receive(Self.night, at: 1000)
        #expect(!policy.isDelaying)
        #expect(policy.currentNotice == nil)
    }

    @Test mutating func `a notice stays past its time until the daemon reports the change`() {
        receive(Self.dark, at: 900)
        receive(Self.dark, at: 1001)
        #expect(isAnnounced(.scheduled, for: 1000))
        receive(Self.night, at: 1001)
        #expect(!policy.isDelaying && policy.currentNotice == nil)
    }

    @Test mutating func `the notice of a night that does not come is withdrawn`() {
        receive(Self.dark, at: 900)
        receive(Self.evening, at: 910)
        #expect(policy.currentNotice == nil)
        #expect(nextUpdate(after: 910) == nil)
    }

    @Test(arguments: [
        NightForecast(.no, next: NextChange(at: time(1000), appearance: .dark)),
        NightForecast(.unknown, next: night(at: 1000)),
    ])
    mutating func `only a change to night is foreseen`(_ forecast: NightForecast) {
        receive(forecast, at: 900)
        #expect(policy.currentNotice == nil && nextUpdate(after: 0) == nil)
    }

    @Test mutating func `another time is announced again`() {
        receive(Self.dark, at: 900)
        receive(NightForecast(.no, next: Self.night(at: 1010)), at: 910)
        #expect(isAnnounced(.scheduled, for: 1010))
        receive(NightForecast(.no, next: Self.night(at: 5000)), at: 910)
        #expect(policy.currentNotice == nil)
        #expect(nextUpdate(after: 910) == 4880)
    }

    @Test(.row("M26")) mutating func `a night that waits for a film is announced once it comes`() {
        receive(Self.dark, at: 880)
        #expect(isAnnounced(.scheduled, for: 1000))
        // The service names the time until which it waits at most.
        receive(NightForecast(.no, next: Self.night(at: 2800)), at: 1000)
        #expect(policy.currentNotice == nil && !policy.isDelaying)
        receive(Self.night, at: 1500)
        #expect(isAnnounced(.delayed, for: 1620) && policy.isDelaying)
        receive(Self.night, at: 1620)
        #expect(!policy.isDelaying)
    }

    @Test mutating func `a night that comes early is delayed until its announced time`() {
        receive(Self.dark, at: 900)
        receive(Self.night, at: 950)
        #expect(policy.isDelaying)
        #expect(isAnnounced(.scheduled, for: 1000))
        #expect(nextUpdate(after: 950) == 1000)
        receive(Self.night, at: 1000)
        #expect(!policy.isDelaying)
    }

    @Test mutating func `the end of not now is foreseen while it is night`() {
        receive(Self.off(Self.night, until: 5000), at: 100)
        #expect(nextUpdate(after: 100) == 4880)
        receive(Self.off(Self.night, until: 5000), at: 4880)
        #expect(isAnnounced(.scheduled, for: 5000))
        receive(Self.night, at: 5000)
        #expect(!policy.isDelaying && policy.currentNotice == nil)
    }

    @Test mutating func `the end of not now is foreseen where it will be night by then`() {
        receive(Self.off(Self.dark, until: 5000), at: 100)
        #expect(nextUpdate(after: 100) == 4880)
        receive(Self.off(Self.dark, until: 500), at: 200)
        #expect(nextUpdate(after: 200) == 880)
    }

    @Test(.row("N33")) mutating func `an override until tomorrow ends without notice and flash`() {
        receive(Self.off(Self.night, until: Self.morning), at: 100)
        #expect(nextUpdate(after: 100) == nil)
        // The override ends, and the daemon has not yet reported the end of the night.
        receive(Self.night, at: Self.morning)
        #expect(policy.isDelaying && policy.currentNotice == nil)
        #expect(nextUpdate(after: Self.morning) == nil)
        receive(NightForecast(.no), at: Self.morning)
        #expect(!policy.isDelaying)
    }

    @Test mutating func `a night that lasts longer than foreseen is announced`() {
        receive(Self.off(Self.night, until: Self.morning), at: 100)
        receive(Self.night, at: Self.morning)
        receive(NightForecast(.automatic), at: Self.morning)
        #expect(isAnnounced(.delayed, for: Self.morning + 120))
    }

    // MARK: Unforeseen nights

    @Test mutating func `an unforeseen night is announced and delayed for two minutes`() {
        receive(Self.evening, at: 0)
        receive(Self.night, at: 100)
        #expect(policy.isDelaying)
        #expect(isAnnounced(.delayed, for: 220))
        #expect(nextUpdate(after: 100) == 220)
        receive(Self.night, at: 219)
        #expect(policy.isDelaying)
        receive(Self.night, at: 220)
        #expect(!policy.isDelaying && policy.currentNotice == nil)
    }

    @Test mutating func `a lamp that is switched on meanwhile withdraws the notice`() {
        receive(Self.evening, at: 0)
        receive(Self.night, at: 100)
        receive(Self.evening, at: 150)
        #expect(policy.currentNotice == nil && !policy.isDelaying)
        // It has never been red, so it is announced again.
        receive(Self.night, at: 500)
        #expect(isAnnounced(.delayed, for: 620))
    }

    @Test(.row("N30")) mutating func `a lamp that goes on and off later causes no second notice`() {
        receive(Self.evening, at: 0)
        receive(Self.night, at: 100)
        receive(Self.night, at: 220)
        receive(Self.evening, at: 400)
        receive(Self.night, at: 600)
        #expect(!policy.isDelaying && policy.currentNotice == nil)
    }

    @Test mutating func `a foreseen night is announced only once that night`() {
        receive(Self.dark, at: 900)
        receive(Self.night, at: 1000)
        receive(Self.evening, at: 2000)
        receive(Self.night, at: 3000)
        #expect(!policy.isDelaying && policy.currentNotice == nil)
    }

    @Test mutating func `the next night is announced again`() {
        receive(Self.dark, at: 900)
        receive(Self.night, at: 1000)
        receive(Self.evening, at: Self.morning)
        receive(NightForecast(.automatic), at: Self.morning)
        #expect(policy.isDelaying)
    }

    @Test mutating func `the next night is announced after a night that lasted longer`() {
        receive(Self.dark, at: 900)
        receive(Self.night, at: 1000)
        policy.update(Self.night, at: Self.time(Self.morning)) { Self.time(90_000) }
        receive(Self.evening, at: Self.morning + 1)
        receive(NightForecast(.automatic), at: Self.morning + 2)
        #expect(policy.isDelaying)
    }

    @Test(arguments: [
        chosen, on(night, until: 5000),
    ])
    mutating func `a night by hand does not count as announced`(_ red: NightForecast) {
        receive(Self.evening, at: 0)
        receive(red, at: 100)
        receive(Self.evening, at: 200)
        receive(Self.night, at: 300)
        #expect(policy.isDelaying)
    }

    @Test(arguments: [dark, off(night, until: 1000)])
    mutating func `a night that began during a suspend is announced on resume`(
        _ before: NightForecast
    ) {
        receive(before, at: 0)
        receive(before, at: 1000)
        #expect(policy.currentNotice == nil)
        #expect(nextUpdate(after: 1000) == nil)
        receive(Self.night, at: 1000)
        #expect(isAnnounced(.delayed, for: 1120))
    }

    @Test(.row("N35")) mutating func `a clock that is set back does not delay night longer`() {
        receive(Self.evening, at: 50_000)
        receive(Self.night, at: 50_000)
        receive(Self.night, at: 10_000)
        #expect(isAnnounced(.delayed, for: 10_120))
        receive(Self.night, at: 10_001)
        #expect(policy.isDelaying)
        receive(Self.night, at: 10_120)
        #expect(!policy.isDelaying)
    }

    // MARK: Nights at the start, and manual changes

    @Test mutating func `a night at the start is red at once and reported afterwards`() {
        receive(Self.night, at: 100)
        #expect(!policy.isDelaying)
        #expect(isAnnounced(.done, for: 100))
        #expect(nextUpdate(after: 100) == 220)
        receive(Self.night, at: 220)
        #expect(policy.currentNotice == nil && !policy.isDelaying)
    }

    @Test mutating func `a night at a later start of the daemon is handled the same`() {
        receive(NightForecast(.unknown), at: 99)
        receive(Self.night, at: 100)
        #expect(!policy.isDelaying)
        #expect(isAnnounced(.done, for: 100))
    }

    @Test mutating func `a service that starts again at night is not announced`() {
        receive(Self.night, at: 100)
        receive(NightForecast(.unknown), at: 300)
        receive(Self.night, at: 400)
        #expect(!policy.isDelaying && policy.currentNotice == nil)
    }

    @Test mutating func `a screen that is found red is not announced`() {
        policy = NoticePolicy(leadTime: .minutes(2), findsRed: true)
        receive(Self.night, at: 100)
        #expect(!policy.isDelaying && policy.currentNotice == nil)
        receive(Self.evening, at: 200)
        receive(Self.night, at: 300)
        #expect(!policy.isDelaying)
    }

    /// Each is the user's own doing.
    @Test(arguments: [
        (dark, chosen), (evening, on(evening, until: 5000)),
        (off(night, until: 5000), night), (NightForecast(.no, mode: .dark), night),
        (NightForecast(.no, mode: .light, modeEnd: time(5000)), night),
        (NightForecast(.unknown, mode: .night), chosen), (off(ending, until: 5000), ending),
        (off(ending, until: 150), on(ending, until: 5000)),
    ])
    mutating func `a manual change is applied at once`(
        _ before: NightForecast, _ after: NightForecast
    ) {
        receive(before, at: 100)
        receive(after, at: 200)
        #expect(after.wantsRed && !policy.isDelaying && policy.currentNotice == nil)
    }

    @Test mutating func `a manual change during the delay is applied at once`() {
        receive(Self.dark, at: 900)
        receive(Self.chosen, at: 910)
        #expect(!policy.isDelaying && policy.currentNotice == nil)
    }

    @Test mutating func `an expired override does not count as a manual change`() {
        receive(NightForecast(.no, mode: .dark, modeEnd: Self.time(150)), at: 100)
        receive(Self.night, at: 150)
        #expect(policy.isDelaying)
    }

    // MARK: Without a notification service

    @Test mutating func `without a notification service night is not delayed`() {
        receive(Self.evening, at: 0)
        receive(Self.night, at: 100)
        policy.noticeFailed()
        receive(Self.night, at: 101)
        #expect(!policy.isDelaying && policy.currentNotice == nil)
    }

    @Test mutating func `a night whose notice was not shown is not delayed`() {
        receive(Self.dark, at: 900)
        policy.noticeFailed()
        receive(Self.night, at: 950)
        #expect(!policy.isDelaying)
    }

    @Test mutating func `with notices disabled night is neither announced nor delayed`() {
        policy = NoticePolicy(leadTime: .zero, findsRed: false)
        receive(Self.dark, at: 999)
        #expect(policy.currentNotice == nil)
        #expect(nextUpdate(after: 1000) == nil)
        receive(Self.night, at: 1000)
        #expect(!policy.isDelaying && policy.currentNotice == nil)
    }
}
