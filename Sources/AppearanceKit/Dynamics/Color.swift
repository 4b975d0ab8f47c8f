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
