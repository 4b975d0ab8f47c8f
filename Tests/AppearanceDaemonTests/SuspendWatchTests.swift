import AppearanceModel
import AppearanceTestSupport
import Testing

@testable import AppearanceDaemon

/// A suspend, derived from the two clocks.
@Suite(.bounded) struct SuspendWatchTests {
    @Test func `clocks that differ by a second mean a suspend`() {
        var watch = SuspendWatch(suspended: .seconds(100))
        #expect(watch.update(total: .seconds(100)) == nil)
        #expect(watch.update(total: .seconds(101) - Microseconds(1)) == nil)
        watch = SuspendWatch(suspended: .seconds(100))
        #expect(watch.update(total: .seconds(101)) == .seconds(1))
    }

    @Test func `each suspend is reported once`() {
        var watch = SuspendWatch(suspended: .seconds(0))
        #expect(watch.update(total: .seconds(3600)) == .seconds(3600))
        #expect(watch.update(total: .seconds(3600)) == nil)
        #expect(watch.update(total: .seconds(3605)) == .seconds(5))
    }

    /// A thread that is held up between reading the two clocks sees less than there was.
    @Test func `a value that goes back does not make the next one a suspend`() {
        var watch = SuspendWatch(suspended: .seconds(10))
        #expect(watch.update(total: .seconds(8)) == nil)
        #expect(watch.update(total: .seconds(10)) == nil)
    }
}
