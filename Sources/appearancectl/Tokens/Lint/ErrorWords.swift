/// Words by which a name says that something is wrong or would be lost.
enum ErrorWords {
    private static let words = [
        "error", "err", "danger", "destructive", "destroy", "invalid", "alert", "delete", "remove",
        "fail", "critical", "problem", "warn", "fatal", "wrong",
    ]

    static func speak(in text: some StringProtocol) -> Bool {
        let lower = text.lowercased()
        return words.contains { lower.contains($0) }
    }
}
