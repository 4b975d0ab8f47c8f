package import AppearanceModel

/// What the daemon takes from outside, whichever wire it comes on.
package enum Limits {
    /// The longest a temporary mode or a pause may last: ten years.
    package static let longestSpan = Microseconds.days(3653)

    /// The brightest light that is believed, in lux; direct sun is about 100,000.
    package static let brightestLux = 200_000.0

    /// The longest name of a source of light, in characters.
    package static let sourceLength = 64

    /// The longest name of someone who inhibits, in characters.
    package static let whoLength = 256

    /// The longest reason for an inhibition, in characters.
    package static let whyLength = 1024

    /// Whether a text is of at most so many printable characters.
    ///
    /// Characters are Unicode scalars here: one grapheme may be as long as it likes.
    package static func isPrintable(_ text: String, within length: Int) -> Bool {
        text.unicodeScalars.prefix(length + 1).count <= length
            && text.unicodeScalars.allSatisfy(isPrintable)
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
            .unassigned:
            false
        default: true
        }
    }
}
