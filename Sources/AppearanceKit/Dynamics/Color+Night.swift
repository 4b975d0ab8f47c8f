internal import Glibc

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
        let luminance = relativeLuminance
        func part(_ full: Double) -> Double { Self.encoded(Self.linear(full) * luminance) }
        return Color(
            red: part(tint.red), green: part(tint.green), blue: part(tint.blue), alpha: alpha)
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
