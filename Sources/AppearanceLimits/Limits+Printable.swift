extension Limits {
    /// Returns whether a text has at most so many characters, all printable.
    ///
    /// Characters are Unicode scalars here, because a grapheme may be of any length.
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
