extension Unicode.Scalar {
    /// Whether a terminal, or a reader's eye, could take the text around it for another one: a control
    /// character of ASCII or of Latin 1, a line separator, a control of the direction, or a character
    /// without a width.
    ///
    /// Joiners, which Persian, Indian scripts and emoji need, are none.
    package var isControl: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
        // Marks, embeddings, overrides and isolates of the direction.
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        // Spaces and signs without a width, and deprecated format characters.
        case 0x200B, 0x2060...0x2065, 0x206A...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
        default: false
        }
    }

    /// Returns false for bytes of UTF-8 with which no such character begins.
    package static func mayBeginControl(_ byte: UInt8) -> Bool {
        switch byte {
        // The last are the first bytes of U+0080 to U+00BF, U+0600 to U+063F, and U+2000 to U+2FFF
        // and U+F000 to U+FFFF.
        case 0..<0x20, 0x7F, 0xC2, 0xD8, 0xE2, 0xEF: true
        default: false
        }
    }
}
