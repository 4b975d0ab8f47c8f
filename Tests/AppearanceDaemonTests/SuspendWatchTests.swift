import AppearanceModel
import AppearanceTestSupport
import Testing

@testable import AppearanceDaemon

/// A suspend, as the two clocks tell it.
@Suite(.bounded) struct SuspendWatchTests {
    @Test func `a second apart is a suspend, and less is not`() {
        var watch = SuspendWatch(suspended: .seconds(100))
        #expect(watch.look(at: .seconds(100)) == nil)
        #expect(watch.look(at: .seconds(101) - Microseconds(1)) == nil)
        watch = SuspendWatch(suspended: .seconds(100))
        #expect(watch.look(at: .seconds(101)) == .seconds(1))
    }

    @Test func `a suspend is reported once, and the next one by itself`() {
        var watch = SuspendWatch(suspended: .seconds(0))
        #expect(watch.look(at: .seconds(3600)) == .seconds(3600))
        #expect(watch.look(at: .seconds(3600)) == nil)
        #expect(watch.look(at: .seconds(3605)) == .seconds(5))
    }

    /// A thread that is held up between reading the two clocks sees less than there was.
    @Test func `a look that sees too little makes no suspend of the next one`() {
        var watch = SuspendWatch(suspended: .seconds(10))
        #expect(watch.look(at: .seconds(8)) == nil)
        #expect(watch.look(at: .seconds(10)) == nil)
    }
}
