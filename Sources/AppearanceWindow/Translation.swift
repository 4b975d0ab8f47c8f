import AppearanceEngine
import AppearanceModel
import WindowPages

/// Returns the text of the window in the user's language; there is only English so far.
func tr(_ text: String) -> String { text }

extension PageFormatter {
    /// The language of the user at an instant.
    init(zone: TimeZoneRules, at now: WallTime) {
        self.init(zone: zone, now: now, tr: AppearanceWindow.tr)
    }
}
