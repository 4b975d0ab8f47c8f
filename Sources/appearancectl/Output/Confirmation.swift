internal import AppearanceModel

/// What was done, when it ends, and how to undo it.
enum Confirmation {
    /// After a change of mode.
    static func ofMode(_ status: Snapshot, now: WallTime) -> [String] {
        guard status.mode != .auto else {
            return ["Auto: it is \(status.appearance.rawValue) now.", status.explanation]
        }
        let mode = status.mode.capitalized
        guard let until = status.until else {
            return ["\(mode) until you change it. Undo: appearancectl set auto"]
        }
        let end = LocalTime(until).text(now: now)
        return ["\(mode) until \(end), then auto. Undo: appearancectl set auto"]
    }

    /// After a pause, which was asked for with an end or without.
    static func ofPause(_ status: Snapshot, end: ModeEnd?) -> String {
        let appearance = status.appearance.rawValue
        let span = end.map { " " + $0.phrase } ?? ""
        return "Paused: \(appearance) stays\(span). Undo: appearancectl resume"
    }
}
