import AppearanceModel
import LinuxIO
import Testing

extension EventLoop {
    /// Turns until the condition holds; fails the test when nothing happens for 30 s.
    func turn(until condition: () -> Bool) throws {
        while !condition() {
            try #require(try runOnce(timeout: 30_000_000), "the awaited event did not come")
        }
    }

    /// Handles all that is ready now.
    func turnUntilIdle() throws {
        while try runOnce(timeout: 0) {}
    }

    /// Handles whatever comes within a span.
    func turn(for span: Microseconds) throws {
        let end = SystemClock.now().boot + span.count
        while case let left = end - SystemClock.now().boot, left > 0 {
            try runOnce(timeout: left)
        }
    }
}
