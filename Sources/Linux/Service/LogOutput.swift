import AppearanceLimits
import Glibc

/// The way of log lines to a descriptor: it never waits, and limits how many lines are written.
///
/// A reader that is alive but does not read, such as a journal that hangs, must not stop the service:
/// a line that the descriptor does not take at once is dropped. So is a line beyond `Limits`. The
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

/// The lines that may be written now: a burst after a quiet time, then so many a second.
struct LogAllowance: Sendable {
    private var lines = Limits.logBurst
    private var filledAt: Int64?

    /// Takes one line off; `false` if none is left.
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
