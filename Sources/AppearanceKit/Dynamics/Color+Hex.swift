extension Color {
    /// A colour as CSS writes it: `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`; nil for anything else.
    ///
    /// https://www.w3.org/TR/css-color-4/#hex-notation
    public init?(css text: some StringProtocol) {
        let digits = text.utf8.dropFirst().compactMap {
            Character(Unicode.Scalar($0)).hexDigitValue
        }
        guard text.utf8.first == UInt8(ascii: "#"), digits.count == text.utf8.count - 1 else {
            return nil
        }
        let bytes: [Int]
        switch digits.count {
        case 3, 4: bytes = digits.map { $0 * 17 }
        case 6, 8:
            bytes = stride(from: 0, to: digits.count, by: 2).map {
                digits[$0] * 16 + digits[$0 + 1]
            }
        default: return nil
        }
        let parts = bytes.map { Double($0) / 255 }
        self.init(
            red: parts[0], green: parts[1], blue: parts[2], alpha: parts.count > 3 ? parts[3] : 1)
    }

    /// A colour of eight digits in the order of Android and of many Swift programs, `0xAARRGGBB`;
    /// CSS has the alpha last.
    public init(argb number: UInt32) {
        self.init(number & 0xFF_FFFF, alpha: Double(number >> 24) / 255)
    }
}
