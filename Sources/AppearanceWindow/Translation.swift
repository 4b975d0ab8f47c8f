import AppearanceEngine
import AppearanceModel
import Glibc
import WindowPages

/// Returns the text of the window in the user's language; there is only English so far.
func tr(_ text: String) -> String { text }

extension PageFormatter {
    /// The language of the user at an instant.
    init(zone: TimeZoneRules, at now: WallTime) {
        // GTK has adopted the user's locale.
        let point = localeconv().pointee.decimal_point.map { String(cString: $0) }
        self.init(zone: zone, now: now, decimalPoint: point ?? ".", tr: AppearanceWindow.tr)
    }
}
