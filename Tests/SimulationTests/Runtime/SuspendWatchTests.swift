import AppearanceDaemon
import AppearanceModel
import AppearanceTestSupport
import Testing

/// A suspend that the clocks show.
@Suite(.bounded) struct SuspendWatchTests {
    @Test func `a suspend of a second or more is detected`() {
        var watch = SuspendWatch(suspended: .seconds(10))
        #expect(watch.update(total: .seconds(10)) == nil)
        #expect(watch.update(total: .seconds(11) - Microseconds(1)) == nil)
        #expect(watch.update(total: .seconds(12) - Microseconds(1)) == .seconds(1))
        #expect(watch.update(total: .seconds(12)) == nil)
        #expect(watch.update(total: .minutes(1)) == .seconds(48))
    }
}
