import AppearanceLimits
import Glibc

/// The log of a service: one line each on standard error.
///
/// In the journal, the level is in front as in sd-daemon(3), `<4>`; anywhere else, the name of the program and
/// a word.
package struct Log: Sendable {
    package enum Level: Int, Sendable {
        case error = 3
        case warning = 4
        case notice = 5
        case info = 6

        /// Whether lines of this level have an allowance of their own.
        fileprivate var isUrgent: Bool {
            switch self {
            case .error, .warning: true
            case .notice, .info: false
            }
        }

        fileprivate var word: String {
            switch self {
            case .error: "error: "
            case .warning: "warning: "
            case .notice, .info: ""
            }
        }
    }

    private let put: @Sendable (Level, String) -> Void

    /// The log of a program of this name, on standard error; writing it never waits.
    package init(of program: String) {
        let speaker = StandardStream.error.isJournal ? nil : program
        let output = LogOutput(to: STDERR_FILENO)
        put = { level, text in
            output.write(Self.line(level, text, speaker), isUrgent: level.isUrgent) { count in
                Self.line(
                    .notice,
                    "\(count) lines are missing here: the log was full, or there were more than"
                        + " \(Limits.logLinesPerSecond) a second", speaker)
            }
        }
    }

    /// A log whose lines go elsewhere, one by one.
    package init(to put: @escaping @Sendable (String) -> Void) {
        self.put = { level, text in put(Self.line(level, text, nil)) }
    }

    package func error(_ text: String) { put(.error, text) }
    package func warning(_ text: String) { put(.warning, text) }
    package func notice(_ text: String) { put(.notice, text) }
    package func info(_ text: String) { put(.info, text) }

    private static func line(_ level: Level, _ text: String, _ speaker: String?) -> String {
        let prefix = speaker.map { "\($0): \(level.word)" } ?? "<\(level.rawValue)>"
        return "\(prefix)\(text.withoutControls)\n"
    }
}

/// The output of log lines to a descriptor: it never waits, and limits the number of lines.
///
/// A reader that is alive but does not read, such as a journal that hangs, must not stop the service:
/// a line that the descriptor does not accept at once is dropped. So is a line beyond `Limits`. The
/// next line that is written comes after one with the number of those that are missing.
final class LogOutput: Sendable {
    private struct State: Sendable {
        /// Errors and warnings have an allowance of their own, so no flood of others drops them.
        var urgent = LogAllowance()
        var ordinary = LogAllowance()
        var missing = 0
    }

    private let descriptor: Int32
    private let state = Locked(State())

    /// Writes to a descriptor that stays open; it may block or not.
    init(to descriptor: Int32) { self.descriptor = descriptor }

    /// Writes a line, which ends in a newline, or drops it; `report` words the line for those dropped.
    func write(_ line: String, isUrgent: Bool, report: (Int) -> String) {
        state.withLock { state in
            let now = SystemClock.microseconds(of: CLOCK_MONOTONIC)
            // A line that the descriptor refuses costs nothing of the allowance.
            guard isReady, isUrgent ? state.urgent.spend(at: now) : state.ordinary.spend(at: now)
            else { return state.missing += 1 }
            if state.missing > 0 {
                put(report(state.missing))
                state.missing = 0
                guard isReady else { return state.missing = 1 }
            }
            put(line)
        }
    }

    /// Whether a write of `Limits.logLineBytes` does not wait; a pipe and a socket promise that.
    private var isReady: Bool {
        var target = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&target, 1, 0) > 0
    }

    private func put(_ line: String) {
        var bytes = Array(line.utf8)
        if bytes.count > Limits.logLineBytes {
            // Leaves room for the ellipsis, which has three bytes, and the newline.
            bytes = Array((line.cut(toBytes: Limits.logLineBytes - 4) + "\n").utf8)
        }
        _ = SystemCall.attempt { Glibc.write(descriptor, bytes, bytes.count) }
    }
}

/// The number of lines that may be written now: a burst after a quiet time, then a rate.
struct LogAllowance: Sendable {
    private var lines = Limits.logBurst
    private var filledAt: Int64?

    /// Counts one line; `false` if the limit is reached.
    mutating func spend(at microseconds: Int64) -> Bool {
        let perLine = 1_000_000 / Int64(Limits.logLinesPerSecond)
        let earned = (microseconds - (filledAt ?? microseconds)) / perLine
        filledAt = (filledAt ?? microseconds) + earned * perLine
        lines = min(Limits.logBurst, lines + Int(clamping: earned))
        guard lines > 0 else { return false }
        lines -= 1
        return true
    }
}
