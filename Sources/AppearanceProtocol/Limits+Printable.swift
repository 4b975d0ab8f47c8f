package import AppearanceLimits

extension Limits {
    /// Whether a text is of at most so many printable characters.
    ///
    /// Characters are Unicode scalars here: one grapheme may be as long as it likes.
    package static func isPrintable(_ text: String, within length: Int) -> Bool {
        text.unicodeScalars.prefix(length + 1).count <= length
            && text.unicodeScalars.allSatisfy(isPrintable)
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        // It stands for bytes that are not text.
        guard scalar != "\u{FFFD}" else { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
            .unassigned:
            return false
        default: return true
        }
    }
}
