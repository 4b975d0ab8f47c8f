package import AppearanceModel
internal import Glibc

/// The appearance that the environment asks for instead of the desktop's, to try a program out.
package enum FakeAppearance {
    static let variable = "APPEARANCE_FAKE"

    /// Nil when the environment asks for none.
    package static var present: Appearance? {
        guard let value = getenv(variable), value.pointee != 0 else { return nil }
        let word = String(cString: value)
        if let appearance = Appearance(rawValue: word) { return appearance }
        complain(of: word)
        return nil
    }

    private static func complain(of word: String) {
        let line =
            "AppearanceKit: \(variable)=\(word) is ignored: write light, dark or night\n"
        _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    }
}
