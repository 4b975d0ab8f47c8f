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
    /// The last problem; `nil` after a success.
    package private(set) var problem: String?
    private let problems: SettingProblems
    /// Whether the last problem was logged for this setting.
    private var isLogged = false

    /// Creates the attempts for a setting, by its name in the log; `attempt` makes one.
    ///
    /// A problem that another setting has already, such as a missing program, is not logged.
    package init(
        of name: String, among problems: SettingProblems, on loop: EventLoop, log: Log,
        _ attempt: @escaping () -> Void
    ) throws(IOError) {
        self.name = name
        self.problems = problems
        self.log = log
        timer = try loop.timer(.monotonic, attempt)
    }

    /// Logs a problem, unless it was the last one, and arranges another attempt.
    package func fail(_ reason: String) {
        if reason != problem {
            problems.replace(problem, by: reason)
            isLogged = problems.count(of: reason) == 1
            if isLogged { log.warning("cannot set \(name): \(reason)") }
        }
        problem = reason
        arm()
    }

    package func arm() { timer?.arm(after: pause ?? backoff.next()) }

    /// Makes no further attempt.
    package func disarm() { timer?.disarm() }

    /// Logs the end of the problem, if there was one, and makes no further attempt.
    package func succeed() {
        disarm()
        backoff.reset()
        if problem != nil, isLogged { log.notice("\(name) is set again") }
        problems.replace(problem, by: nil)
        problem = nil
    }
}

/// The present problems of several settings.
package final class SettingProblems {
    private var counts: [String: Int] = [:]

    package init() {}

    /// Returns the number of settings with a problem.
    func count(of problem: String) -> Int { counts[problem] ?? 0 }

    /// Replaces the problem of a setting; `nil` is none.
    func replace(_ last: String?, by next: String?) {
        if let last { counts[last] = counts[last].flatMap { $0 > 1 ? $0 - 1 : nil } }
        if let next { counts[next, default: 0] += 1 }
    }
}
