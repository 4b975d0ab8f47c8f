internal import AppearanceModel
internal import Glibc

/// The status that the environment sets instead of the desktop's, to try a program.
///
/// `APPEARANCE_FAKE` is an appearance, and optionally `high-contrast` and `reduced-motion`, separated
/// by commas.
enum FakeAppearance {
    private static let variable = "APPEARANCE_FAKE"

    /// The status in the environment; `nil` if the variable is unset or invalid.
    static var status: AppearanceStatus? {
        guard let value = getenv(variable), value.pointee != 0 else { return nil }
        let text = String(cString: value)
        guard let status = status(in: text) else {
            reportInvalid(text)
            return nil
        }
        return status
    }

    private static func status(in text: String) -> AppearanceStatus? {
        let words = text.split(separator: ",", omittingEmptySubsequences: false)
        guard let first = words.first, let appearance = Appearance(rawValue: String(first))
        else { return nil }
        var status = AppearanceStatus(
            appearance, from: .environment, "\(variable)=\(text) in the environment.")
        for word in words.dropFirst() {
            switch word {
            case "high-contrast": status.contrast = .high
            case "reduced-motion": status.reducedMotion = true
            default: return nil
            }
        }
        return status
    }

    private static func reportInvalid(_ text: String) {
        let line =
            "AppearanceKit: \(variable)=\(text) is invalid and ignored: use light, dark or night, "
            + "optionally with ,high-contrast or ,reduced-motion\n"
        _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    }
}
