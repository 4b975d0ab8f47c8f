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
            let number = part.colorByte
            text += (number < 16 ? "0" : "") + String(number, radix: 16)
        }
    }
}

extension Double {
    /// A component of a colour as a byte: its nearest one, 0 if it is no number.
    package var colorByte: UInt8 { UInt8((colorPart * 255).rounded()) }

    /// The number limited to 0 to 1, 0 if it is none: any app may compute a colour that is none.
    var colorPart: Double { self > 0 ? Swift.min(self, 1) : 0 }
}

extension Color {
    /// Creates a colour from hexadecimal digits as in CSS: `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`; `nil` for
    /// other text.
    ///
    /// https://www.w3.org/TR/css-color-4/#hex-notation
    public init?(hex text: some StringProtocol) {
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

/// The role of a colour, which decides how far it is shaded at night.
///
/// At night all colours become shades of one tint, and half of the range of brightness is too dark to
/// read. So text and signs keep the upper part of it, in the same order: of two colours the brighter
/// one stays the brighter one.
public enum ColorRole: String, CaseIterable, Hashable, Sendable {
    /// A surface or a separator: the same brightness, relative to white.
    case fill
    /// A symbol, an edge, the fill of a control.
    case sign
    /// Text, and controls that look like text.
    case text
    /// Text on a bright fill, such as that of the accent.
    case textOnAccent

    /// The minimum contrast on the background: for text and signs that of level AA of WCAG 2.
    ///
    /// That of a fill makes it distinguishable from its surroundings.
    public var minimumRatio: Double {
        switch self {
        case .fill: 1.1
        case .sign: 3
        case .text, .textOnAccent: 4.5
        }
    }

    /// The luminance of the brightest dark surface, `#2c2c2e`, and of the darkest light one.
    private static let surfaces = (dark: 0.0253, light: 0.9)
    /// The excess of the ratio that covers the rounding to eight bits.
    private static let excess = 0.03

    /// Returns the light of a shade, relative to its tint, for a colour of this luminance.
    func light(_ luminance: Double, in style: NightStyle) -> Double {
        let tint = style.tint.relativeLuminance
        // The bright fill below text on an accent has the shades of text itself.
        func text(_ luminance: Double) -> Double { ColorRole.text.light(luminance, in: style) }
        switch (self, style.base) {
        case (.fill, _): return luminance
        case (.sign, .dark), (.text, .dark), (.textOnAccent, .light):
            let surface = self == .textOnAccent ? text(1) : Self.surfaces.dark
            let least = leastLight(on: surface, tint)
            return least + (1 - least) * luminance
        case (.sign, .light), (.text, .light), (.textOnAccent, .dark):
            let surface = self == .textOnAccent ? text(0) : Self.surfaces.light
            return mostLight(on: surface, tint) * luminance
        }
    }

    /// Returns the least light that has the minimum ratio on a darker surface, at most 1.
    private func leastLight(on surface: Double, _ tint: Double) -> Double {
        guard tint > 0 else { return 1 }
        let needed = (minimumRatio + Self.excess) * (surface * tint + 0.05) - 0.05
        return min(max(needed / tint, 0), 1)
    }

    /// Returns the most light that has the minimum ratio on a brighter surface, at least 0.
    private func mostLight(on surface: Double, _ tint: Double) -> Double {
        guard tint > 0 else { return 0 }
        let allowed = (surface * tint + 0.05) / (minimumRatio + Self.excess) - 0.05
        return min(max(allowed / tint, 0), 1)
    }
}

extension Color {
    /// Returns the shade of the style's tint for a role.
    public func shade(in style: NightStyle, as role: ColorRole) -> Color {
        style.tint.scaled(by: role.light(relativeLuminance, in: style), alpha: alpha)
    }

    /// Returns the colour itself if it is black or a shade of the style's tint; of a shade of red the
    /// shade of the tint as far from black; of any other colour the shade for a role.
    func night(in style: NightStyle, as role: ColorRole) -> Color {
        if isShade(of: style.tint) { return self }
        guard isShade(of: .red) else { return shade(in: style, as: role) }
        return style.tint.scaled(toLightOf: Color(red: red, green: red, blue: red, alpha: alpha))
    }
}
