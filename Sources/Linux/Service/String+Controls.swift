extension String {
    /// The text on one line, without anything that a terminal would obey: each control character of
    /// ASCII and of Latin 1, and each other line separator, is a blank.
    package var withoutControls: String {
        guard utf8.contains(where: Self.mayBeginControl) else { return self }
        return String(
            String.UnicodeScalarView(unicodeScalars.map { Self.isControl($0) ? " " : $0 }))
    }

    /// False for bytes that begin no control character: most lines have none, and the bytes are
    /// read faster than the characters.
    private static func mayBeginControl(_ byte: UInt8) -> Bool {
        // The first byte of U+0080 to U+00BF, and that of U+2028 and U+2029.
        byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0xE2
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
        default: false
        }
    }
}
