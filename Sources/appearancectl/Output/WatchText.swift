internal import AppearanceModel

/// What `appearancectl watch` prints: a line for what a person would call a change.
struct WatchText {
    /// Whether light readings are wanted too.
    let showsLight: Bool
    private var last: Snapshot?

    init(showsLight: Bool) { self.showsLight = showsLight }

    /// Nil when nothing changed that is shown.
    mutating func line(_ status: Snapshot, now: WallTime) -> String? {
        let before = last
        last = status
        let time = LocalTime(now).clockWithSeconds
        if before.map(Change.init) != Change(status) {
            return
                "\(time)  \(status.appearance.rawValue.padded(to: 5))  \(status.explanation(now: now))"
        }
        guard showsLight, let light = status.light, light != before?.light else { return nil }
        return "\(time)         \(light.text)"
    }

    /// What is shown of a status, light readings apart: two equal lines would tell nothing.
    private struct Change: Equatable {
        let appearance: Appearance
        let explanation: String

        init(_ status: Snapshot) {
            appearance = status.appearance
            explanation = status.explanation
        }
    }
}
