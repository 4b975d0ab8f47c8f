internal import Glibc

/// A colour in sRGB.
public struct Color: Hashable, Sendable {
    /// How much red, 0 to 1, as it is written (with sRGB's curve).
    public var red: Double
    /// How much green, 0 to 1.
    public var green: Double
    /// How much blue, 0 to 1.
    public var blue: Double
    /// How much it covers, 0 to 1.
    public var alpha: Double

    /// A colour of its parts, each from 0 to 1.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// A colour as it is commonly written, `0xRRGGBB`.
    public init(_ number: UInt32, alpha: Double = 1) {
        self.init(
            red: Double(number >> 16 & 0xFF) / 255, green: Double(number >> 8 & 0xFF) / 255,
            blue: Double(number & 0xFF) / 255, alpha: alpha)
    }

    /// Pure red, the colour of night.
    public static let red = Color(0xFF0000)
    /// Black, which on some screens emits nothing.
    public static let black = Color(0x000000)
    /// White.
    public static let white = Color(0xFFFFFF)
}

extension Color: CustomStringConvertible {
    /// As CSS writes it: `#rrggbb`, or `#rrggbbaa` where it does not cover.
    public var description: String {
        let parts = alpha < 1 ? [red, green, blue, alpha] : [red, green, blue]
        return parts.reduce(into: "#") { text, part in
            let number = Int((min(max(part, 0), 1) * 255).rounded())
            text += (number < 16 ? "0" : "") + String(number, radix: 16)
        }
    }
}

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

extension Color {
    /// How bright it is to the eye, 0 (black) to 1 (white).
    ///
    /// https://www.w3.org/TR/WCAG21/#dfn-relative-luminance
    public var relativeLuminance: Double {
        0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
    }

    /// The same brightness relative to white, as a shade of a colour: black stays black, white
    /// becomes the tint.
    public func shade(of tint: Color) -> Color {
        tint.scaled(by: relativeLuminance, alpha: alpha)
    }

    /// So much less light of every part as a grey has than white.
    func scaled(toLightOf grey: Color) -> Color {
        scaled(by: Self.linear(grey.red), alpha: grey.alpha)
    }

    private func scaled(by light: Double, alpha: Double) -> Color {
        func part(_ full: Double) -> Double { Self.encoded(Self.linear(full) * light) }
        return Color(red: part(red), green: part(green), blue: part(blue), alpha: alpha)
    }

    /// Whether it is the tint or something darker of the same hue, and so need not be shaded.
    func isShade(of tint: Color) -> Bool {
        let own = [red, green, blue].map(Self.linear)
        let full = [tint.red, tint.green, tint.blue].map(Self.linear)
        let ratio = zip(own, full).compactMap { $1 > 0 ? $0 / $1 : nil }.max() ?? 0
        return ratio <= 1 && zip(own, full).allSatisfy { abs($0 - $1 * ratio) < 0.001 }
    }

    private static func linear(_ part: Double) -> Double {
        part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }

    private static func encoded(_ light: Double) -> Double {
        light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    }
}
