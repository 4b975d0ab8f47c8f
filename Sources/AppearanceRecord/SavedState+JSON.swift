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
        self.init(
            mode: try fields.word("mode"), until: try fields.optionalTime("until"),
            chosenIn: try fields.optionalWord("chosen_in"),
            appearance: try fields.word("appearance"), paused: try fields.bool("paused"),
            pausedUntil: try fields.optionalTime("paused_until"),
            movers: try fields.strings("movers"), savedAt: try fields.time("saved_at"))
    }
}
