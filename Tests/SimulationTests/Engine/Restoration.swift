import AppearanceEngine
import AppearanceModel

/// The state that a restart must restore.
struct Restoration {
    let saved: SavedState
    let at: Moment

    func check(_ after: Snapshot) throws(InvariantViolation) {
        let choiceIsOver = saved.until.map { $0 <= at.wall } ?? false
        let mode = choiceIsOver ? Mode.auto : saved.mode
        guard after.mode == mode, after.until == (choiceIsOver ? nil : end)
        else { throw InvariantViolation("a restart restores another mode: \(after.mode)") }
        let pauseIsOver = saved.pausedUntil.map { $0 <= at.wall } ?? false
        guard after.paused == (saved.paused && !pauseIsOver)
        else { throw InvariantViolation("a restart loses a pause, or adds one") }
        guard !after.paused || mode != .auto || after.appearance == saved.held ?? saved.appearance
        else { throw InvariantViolation("a restart changes the pause") }
    }

    /// The end of the choice: by a clock that is behind, what was left of a duration is left now.
    private var end: WallTime? {
        guard let until = saved.until, saved.untilEvent == nil, at.wall < saved.savedAt,
            saved.savedAt < until
        else { return saved.until }
        return at.wall + (until - saved.savedAt)
    }

    /// A restart that takes no time changes nothing that anyone sees.
    static func check(
        _ before: Snapshot, _ after: Snapshot, _ saved: SavedState, hasSensor: Bool
    ) throws(InvariantViolation) {
        // Inhibitors are not known to the next daemon.
        if before.reason == .inhibited, !before.paused { return }
        // A restart shows what was decided.
        if before.isHeldBack { return }
        let mustBeSame =
            before.mode != .auto || before.paused || before.reason == .schedule
            || hasSensor && saved.isAutomatic
        guard !mustBeSame || after.appearance == before.appearance
        else {
            throw InvariantViolation(
                "a restart turns \(before.appearance) (\(before.explanation))"
                    + " into \(after.appearance) (\(after.explanation))")
        }
    }
}
