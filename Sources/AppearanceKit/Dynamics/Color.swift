internal import Glibc

/// A colour in sRGB.
public struct Color: Hashable, Sendable {
    /// The red component, 0 to 1, with sRGB's transfer curve.
    public var red: Double
    /// The green component, 0 to 1.
    public var green: Double
    /// The blue component, 0 to 1.
    public var blue: Double
    /// The opacity, 0 to 1.
    public var alpha: Double

    /// Creates a colour from components, each from 0 to 1.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// Creates a colour from `0xRRGGBB`.
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
    /// The colour in CSS notation: `#rrggbb`, or `#rrggbbaa` if it is not opaque.
    public var description: String {
        let parts = alpha < 1 ? [red, green, blue, alpha] : [red, green, blue]
        return parts.reduce(into: "#") { text, part in
            let number = Int((min(max(part, 0), 1) * 255).rounded())
            text += (number < 16 ? "0" : "") + String(number, radix: 16)
        }
    }
}

extension Color {
    /// Creates a colour from CSS: `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`; `nil` for other text.
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

    /// Creates a colour from `0xAARRGGBB`, the order of Android; CSS has the alpha last.
    public init(argb number: UInt32) {
        self.init(number & 0xFF_FFFF, alpha: Double(number >> 24) / 255)
    }
}

extension Color {
    /// The relative luminance, 0 (black) to 1 (white).
    ///
    /// https://www.w3.org/TR/WCAG21/#dfn-relative-luminance
    public var relativeLuminance: Double {
        0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
    }

    /// Returns the shade of a tint with the same relative luminance: black stays black, white
    /// becomes the tint.
    public func shade(of tint: Color) -> Color {
        tint.scaled(by: relativeLuminance, alpha: alpha)
    }

    /// Returns the colour darkened by the ratio of a grey to white.
    func scaled(toLightOf grey: Color) -> Color {
        scaled(by: Self.linear(grey.red), alpha: grey.alpha)
    }

    func scaled(by light: Double, alpha: Double) -> Color {
        func part(_ full: Double) -> Double { Self.encoded(Self.linear(full) * light) }
        return Color(red: part(red), green: part(green), blue: part(blue), alpha: alpha)
    }

    /// Returns whether it is the tint or a darker colour of the same hue.
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
