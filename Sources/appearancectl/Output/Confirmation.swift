internal import AppearanceModel

/// What was done, when it ends, and how to undo it.
enum Confirmation {
    /// After a change of mode.
    static func ofMode(_ status: Snapshot, now: WallTime) -> [String] {
        guard status.mode != .auto else {
            return [
                "Auto: it is \(status.appearance.rawValue) now.", status.explanation(now: now),
            ]
        }
        let mode = status.mode.capitalized
        guard let until = status.until else {
            return ["\(mode) until you change it. Undo: appearancectl set auto"]
        }
        let outlasts = status.paused && status.pausedUntil.map { $0 > until } ?? true
        let after = outlasts ? "the pause goes on" : "auto"
        return [
            "\(mode) until \(status.text(until, now: now)), then \(after)."
                + " Undo: appearancectl set auto"
        ]
    }

    /// After a pause, which was asked for with an end or without.
    static func ofPause(_ status: Snapshot, end: ModeEnd?, now: WallTime) -> String {
        let appearance = status.appearance.rawValue
        // An older daemon does not tell the end.
        let span =
            status.pausedUntil.map { " until \(status.text($0, now: now))" }
            ?? end.map { " " + $0.phrase } ?? ""
        return "Paused: \(appearance) stays\(span). Undo: appearancectl resume"
    }
}
