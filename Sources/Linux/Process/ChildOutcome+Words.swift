internal import AppearanceLimits

extension ChildOutcome {
    /// The first line that it complained in, or else said, cut to a length for the log.
    package var firstWords: String? {
        String(decoding: complaints + output, as: UTF8.self)
            .split(whereSeparator: \.isNewline).first
            .map { String($0).cut(toBytes: Limits.echoedBytes).withoutControls }
    }

    /// Why it is no success, in its own words where it has any; `command` is what was run, as it is
    /// typed into a shell.
    package func complaint(of command: String) -> String {
        let words = firstWords.map { ": \($0)" } ?? ""
        return switch ending {
        case .exited(0): "`\(command)` said nothing that makes sense\(words)"
        case .exited(let code): "`\(command)` failed with code \(code)\(words)"
        case .killed(let signal): "`\(command)` was ended by signal \(signal)\(words)"
        case .stuck: "`\(command)` did not end and was stopped\(words)"
        case .unknown: "`\(command)` has ended, and its exit status is unknown\(words)"
        }
    }
}
