internal import LinuxIO

/// What the filter says: one line each on standard error, with the levels of sd-daemon(3).
struct FilterLog {
    private let isTerminal = StandardError.isTerminal

    func error(_ text: String) { write("<3>", "error: ", text) }
    func warning(_ text: String) { write("<4>", "warning: ", text) }
    func notice(_ text: String) { write("<5>", "", text) }

    private func write(_ level: String, _ word: String, _ text: String) {
        let oneLine = String(text.map { $0.isNewline ? " " : $0 })
        StandardError.write(
            isTerminal ? "appearance-nightfilter: \(word)\(oneLine)\n" : "\(level)\(oneLine)\n")
    }
}
