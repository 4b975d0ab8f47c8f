package import AppearanceEngine
import AppearanceModel
package import AppearanceProtocol

extension JSONWriter {
    /// Writes what outlives a restart.
    package mutating func members(of state: SavedState) {
        member("mode", state.mode.rawValue)
        member("until", state.until?.microsecondsSinceEpoch)
        member("chosen_in", state.chosenIn?.rawValue)
        member("appearance", state.appearance.rawValue)
        member("automatic", state.isAutomatic)
        member("paused", state.paused)
        member("paused_until", state.pausedUntil?.microsecondsSinceEpoch)
        name("movers")
        array(state.movers) { $0.string($1) }
        member("saved_at", state.savedAt.microsecondsSinceEpoch)
    }
}

extension SavedState {
    /// Reads what `members(of:)` has written; half a state is as good as none.
    package init(_ fields: Fields) throws(UnexpectedShape) {
        let mode: Mode = try fields.word("mode")
        let paused = try fields.bool("paused")
        self.init(
            mode: mode, until: try fields.optionalTime("until"),
            chosenIn: try fields.optionalWord("chosen_in"),
            appearance: try fields.word("appearance"),
            // A file of an earlier version does not say it.
            isAutomatic: try fields.optionalBool("automatic") ?? (mode == .auto && !paused),
            paused: paused,
            pausedUntil: try fields.optionalTime("paused_until"),
            movers: try fields.strings("movers"), savedAt: try fields.time("saved_at"))
    }
}
