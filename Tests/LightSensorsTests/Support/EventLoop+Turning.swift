import AppearanceModel
import AppearanceTestSupport
import EventLoop
import Linux

extension EventLoop {
    /// Turns until the condition holds, or fails the test.
    func turn(until condition: () -> Bool) throws {
        let deadline = Deadline()
        while !condition() {
            try deadline.check("an event")
            try runOnce(timeout: 100_000)
        }
    }

    /// Handles events until a condition without an event of its own holds, or fails the test.
    func poll(until condition: () throws -> Bool) throws {
        let deadline = Deadline()
        while try !condition() {
            try deadline.check("a condition")
            try turn(for: .milliseconds(1))
        }
    }

    /// Handles all that is ready now.
    func turnUntilIdle() throws {
        while try runOnce(timeout: 0) {}
    }

    /// Handles whatever comes within a span.
    func turn(for span: Microseconds) throws {
        let end = SystemClock.now().boot + span.count
        // Ends with the span.
        while case let left = end - SystemClock.now().boot, left > 0 {
            try runOnce(timeout: left)
        }
    }
}
