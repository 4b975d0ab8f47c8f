import AppearanceEngine
import AppearanceModel

/// The state that a restart must restore.
struct Restoration {
    let saved: SavedState
    let at: Moment

    func judge(_ after: Snapshot) throws(BrokenPromise) {
        let choiceIsOver = saved.until.map { $0 <= at.wall } ?? false
        let mode = choiceIsOver ? Mode.auto : saved.mode
        guard after.mode == mode, after.until == (choiceIsOver ? nil : saved.until)
        else { throw BrokenPromise("a restart brings back another mode: \(after.mode)") }
        let pauseIsOver = saved.pausedUntil.map { $0 <= at.wall } ?? false
        guard after.paused == (saved.paused && !pauseIsOver)
        else { throw BrokenPromise("a restart forgets a pause, or makes one up") }
        guard !after.paused || mode != .auto || after.appearance == saved.held ?? saved.appearance
        else { throw BrokenPromise("a restart changes what is paused") }
    }

    /// A restart that takes no time changes nothing that anyone sees.
    static func judge(
        _ before: Snapshot, _ after: Snapshot, _ saved: SavedState, hasSensor: Bool
    ) throws(BrokenPromise) {
        // Who inhibits is not known to the next service.
        if before.reason == .inhibited, !before.paused { return }
        let mustBeSame =
            before.mode != .auto || before.paused || before.reason == .schedule
            || hasSensor && saved.isAutomatic
        guard !mustBeSame || after.appearance == before.appearance
        else {
            throw BrokenPromise(
                "a restart turns \(before.appearance) (\(before.explanation))"
                    + " into \(after.appearance) (\(after.explanation))")
        }
    }
}
