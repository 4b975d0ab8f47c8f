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
        if let held = state.held { member("held", held.rawValue) }
        member("paused", state.paused)
        member("paused_until", state.pausedUntil?.microsecondsSinceEpoch)
        if let reported = state.reported {
            member(
                "reported",
                object: { writer in
                    writer.member("source", reported.source)
                    writer.member("lux", reported.lux.value)
                    writer.member("at", reported.at.microsecondsSinceEpoch)
                })
        }
        name("movers")
        array(state.movers) { $0.string($1) }
        member("saved_at", state.savedAt.microsecondsSinceEpoch)
    }
}

extension SavedState {
    /// Reads what `members(of:)` has written; half a state is as good as none.
    package init(_ fields: Fields) throws(JSONError) {
        let mode: Mode = try fields.word("mode")
        let paused = try fields.bool("paused")
        self.init(
            mode: mode, until: try fields.optionalTime("until"),
            chosenIn: try fields.optionalWord("chosen_in"),
            appearance: try fields.word("appearance"),
            // A file of an earlier version does not say it.
            isAutomatic: try fields.optionalBool("automatic") ?? (mode == .auto && !paused),
            held: try fields.optionalWord("held"), paused: paused,
            pausedUntil: try fields.optionalTime("paused_until"),
            reported: try fields.reported(), movers: try fields.strings("movers"),
            savedAt: try fields.time("saved_at"))
    }
}

extension Fields {
    /// Reported light; `nil` where there is none.
    fileprivate func reported() throws(JSONError) -> SavedState.Reported? {
        guard let fields = try optionalObject("reported") else { return nil }
        guard let lux = Lux(try fields.number("lux")) else { throw fields.unexpected("lux") }
        return SavedState.Reported(
            source: try fields.string("source"), lux: lux, at: try fields.time("at"))
    }
}
