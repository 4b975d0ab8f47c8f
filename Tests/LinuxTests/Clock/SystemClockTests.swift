import AppearanceTestSupport
import Glibc
import Linux
import Testing

@Suite(.bounded) struct SystemClockTests {
    @Test func `both clocks are read in microseconds`() {
        let before = (seconds(of: CLOCK_BOOTTIME), seconds(of: CLOCK_REALTIME))
        let now = SystemClock.now()
        let after = (seconds(of: CLOCK_BOOTTIME), seconds(of: CLOCK_REALTIME))
        #expect((before.0...after.0).contains(now.boot / 1_000_000))
        #expect((before.1...after.1).contains(now.wall / 1_000_000))
    }

    @Test func `the time since boot never decreases`() {
        let instants = (0..<1_000).map { _ in SystemClock.now().boot }
        #expect(instants == instants.sorted())
    }

    private func seconds(of clock: clockid_t) -> Int64 {
        var now = timespec()
        clock_gettime(clock, &now)
        return Int64(now.tv_sec)
    }
}
