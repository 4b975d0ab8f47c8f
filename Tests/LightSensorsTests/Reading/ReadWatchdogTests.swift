import AppearanceModel
import AppearanceTestSupport
import EventLoop
import LightSensors
import Linux
import Testing

/// The timer that reports a thread which no longer postpones it.
@Suite(.bounded) struct ReadWatchdogTests {
    private static func now(_ offset: Microseconds = .zero) -> Int64 {
        SystemClock.now().boot + offset.count
    }

    @Test func `the watchdog fires if it is not postponed`() throws {
        let loop = try EventLoop()
        var isOver = false
        let watchdog = try ReadWatchdog(on: loop) { isOver = true }
        let due = Self.now(.milliseconds(5))
        watchdog.timer.arm(at: due)
        try loop.turn { isOver }
        #expect(Self.now() >= due)
    }

    @Test func `the watchdog fires once`() throws {
        let loop = try EventLoop()
        var count = 0
        let watchdog = try ReadWatchdog(on: loop) { count += 1 }
        watchdog.timer.arm(at: Self.now())
        try loop.turn { count == 1 }
        try loop.turnUntilIdle()
        #expect(count == 1)
        watchdog.timer.arm(at: Self.now())
        try loop.turn { count == 2 }
    }

    /// The thread may answer in the very moment in which the loop wakes up.
    @Test func `a watchdog postponed after its time does not fire`() throws {
        let loop = try EventLoop()
        var isOver = false
        let watchdog = try ReadWatchdog(on: loop) { isOver = true }
        watchdog.timer.arm(at: Self.now(-.seconds(1)))
        watchdog.timer.arm(at: Self.now(.hours(1)))
        try loop.turnUntilIdle()
        #expect(!isOver)
    }

    @Test func `a watchdog at rest does not fire`() throws {
        let loop = try EventLoop()
        var isOver = false
        let watchdog = try ReadWatchdog(on: loop) { isOver = true }
        try loop.turnUntilIdle()
        watchdog.timer.arm(at: Self.now(-.seconds(1)))
        watchdog.timer.disarm()
        try loop.turnUntilIdle()
        #expect(!isOver)
    }

    @Test func `another thread can postpone a released watchdog`() throws {
        let loop = try EventLoop()
        var watchdog: ReadWatchdog? = try ReadWatchdog(on: loop) {}
        let timer = try #require(watchdog?.timer)
        watchdog = nil
        let thread = try BackgroundThread.start(name: "late") {
            timer.arm(at: 1)
        }
        thread.join()
        #expect(try loop.runOnce(timeout: 0) == false)
    }
}
