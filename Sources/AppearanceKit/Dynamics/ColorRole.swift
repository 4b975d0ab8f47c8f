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
