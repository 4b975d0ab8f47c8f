/// What a service says to its journal: one line each on standard error.
///
/// The level stands in front as sd-daemon(3) has it, `<4>`; on a terminal in words.
package struct Log: Sendable {
    package enum Level: Int, Sendable {
        case error = 3
        case warning = 4
        case notice = 5
        case info = 6

        fileprivate var word: String {
            switch self {
            case .error: "error: "
            case .warning: "warning: "
            case .notice, .info: ""
            }
        }
    }

    /// Who speaks, where a person reads it; nil where the journal knows.
    private let speaker: String?
    private let put: @Sendable (String) -> Void

    /// What a program of this name says to standard error.
    package init(of program: String) {
        speaker = StandardError.isTerminal ? program : nil
        put = StandardError.write
    }

    /// What goes elsewhere, line by line.
    package init(to put: @escaping @Sendable (String) -> Void) {
        speaker = nil
        self.put = put
    }

    package func error(_ text: String) { write(.error, text) }
    package func warning(_ text: String) { write(.warning, text) }
    package func notice(_ text: String) { write(.notice, text) }
    package func info(_ text: String) { write(.info, text) }

    private func write(_ level: Level, _ text: String) {
        let oneLine = text.mayHoldNewline ? String(text.map { $0.isNewline ? " " : $0 }) : text
        let prefix = speaker.map { "\($0): \(level.word)" } ?? "<\(level.rawValue)>"
        put("\(prefix)\(oneLine)\n")
    }
}

extension String {
    /// False where no character can be a newline, by a look at the bytes alone: there is one line
    /// for every change, and most have none.
    fileprivate var mayHoldNewline: Bool {
        // VT, FF, LF and CR, or the first byte of NEL and of LS and PS.
        utf8.contains { (0x0A...0x0D).contains($0) || $0 == 0xC2 || $0 == 0xE2 }
    }
}
