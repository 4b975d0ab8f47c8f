import AppearanceLimits
import Glibc

/// The log of a service: one line each on standard error, for the journal.
///
/// The level stands in front as sd-daemon(3) has it, `<4>`; on a terminal in words.
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
        let speaker = StandardError.isTerminal ? program : nil
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
