import AppearanceTestSupport
import EventLoop

extension EventLoop {
    /// Turns until the condition holds, or fails the test.
    func turn(until condition: () -> Bool) throws {
        let deadline = Deadline()
        while !condition() {
            try deadline.check("an event")
            try runOnce(timeout: 100_000)
        }
    }

    /// Handles all that is ready now.
    func turnUntilIdle() throws {
        while try runOnce(timeout: 0) {}
    }
}
