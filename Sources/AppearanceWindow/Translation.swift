import AppearanceEngine
import AppearanceModel
import Linux
import WindowPages

/// The language of the user who has started the program.
private let language = UserLanguage { CurrentProcess.variable($0) }

/// Returns a text of the window in the user's language; it is called with literals alone.
func tr(_ text: String) -> String { language.text(text) }

extension PageFormatter {
    /// The language of the user at an instant.
    init(zone: TimeZoneRules, at now: WallTime) {
        self.init(
            zone: zone, now: now, decimalPoint: language.decimalPoint,
            groupSeparator: language.groupSeparator, clock: language.clock,
            date: language.date, ntr: language.text(_:_:count:), tr: AppearanceWindow.tr)
    }
}
