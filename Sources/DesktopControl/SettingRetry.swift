internal import AppearanceModel
package import EventLoop
package import Linux

/// The attempts to set what cannot be set: a problem is logged once, and so is its end.
package final class SettingRetry {
    private let name: String
    private let log: Log
    private var timer: TimerSource?
    private var backoff = Backoff(first: .seconds(30), longest: .seconds(3600))
    /// The pause before each attempt, instead of a longer one each time.
    package var pause: Duration?
    /// The problem that was logged last; `nil` after a success.
    package private(set) var problem: String?

    /// Creates the attempts for a setting, by its name in the log; `attempt` makes one.
    package init(
        of name: String, on loop: EventLoop, log: Log, _ attempt: @escaping () -> Void
    ) throws(IOError) {
        self.name = name
        self.log = log
        timer = try loop.timer(.monotonic, attempt)
    }

    /// Logs a problem, unless it was logged last, and arranges another attempt.
    package func fail(_ reason: String) {
        if reason != problem { log.warning("cannot set \(name): \(reason)") }
        problem = reason
        arm()
    }

    /// Arranges another attempt.
    package func arm() { timer?.arm(after: pause ?? backoff.next()) }

    /// Makes no further attempt.
    package func disarm() { timer?.disarm() }

    /// Logs the end of the problem, if there was one, and makes no further attempt.
    package func succeed() {
        disarm()
        backoff.reset()
        if problem != nil { log.notice("\(name) is set again") }
        problem = nil
    }
}
