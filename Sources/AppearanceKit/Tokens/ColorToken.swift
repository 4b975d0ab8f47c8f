/// A colour by what it is for.
///
/// The raw value is its path in a token file, below `color`.
public enum ColorToken: String, CaseIterable, Hashable, Sendable {
    /// The ground of a window.
    case backgroundPrimary = "background.primary"
    /// A part of the ground that is set off: a sidebar, a group.
    case backgroundSecondary = "background.secondary"
    /// A part that is set off from that: a field, a row.
    case backgroundTertiary = "background.tertiary"
    /// A card on the ground.
    case surfaceCard = "surface.card"
    /// What lies above everything: a dialog, a menu.
    case surfaceElevated = "surface.elevated"
    /// What is read first.
    case textPrimary = "text.primary"
    /// What explains it.
    case textSecondary = "text.secondary"
    /// What may be overlooked: a hint in an empty field, a control that is off.
    case textTertiary = "text.tertiary"
    /// Text on the accent, or on the colour of errors.
    case textOnAccent = "text.on-accent"
    /// The edge of a control.
    case borderDefault = "border.default"
    /// A line between things.
    case borderSubtle = "border.subtle"
    /// What can be pressed, and what is chosen.
    case accent
    /// Something went well.
    case success
    /// Something may go wrong.
    case warning
    /// Something went wrong, or would be lost.
    case error
}

extension ColorToken {
    /// Those that text is put on.
    public static let grounds: [ColorToken] = [
        .backgroundPrimary, .backgroundSecondary, .backgroundTertiary, .surfaceCard,
        .surfaceElevated,
    ]

    /// What takes its place on a layer that is raised above others.
    var raised: ColorToken {
        switch self {
        case .backgroundPrimary, .surfaceCard: .surfaceElevated
        case .backgroundSecondary, .backgroundTertiary, .surfaceElevated, .textPrimary,
            .textSecondary, .textTertiary, .textOnAccent, .borderDefault, .borderSubtle, .accent,
            .success, .warning, .error:
            self
        }
    }
}

/// A value for every colour token.
public struct Palette: Hashable, Sendable {
    private var values: [ColorToken: ColorValues]

    /// The colours that a closure finds.
    public init(_ values: (ColorToken) -> ColorValues) {
        self.values = Dictionary(
            uniqueKeysWithValues: ColorToken.allCases.map { ($0, values($0)) })
    }

    /// What a token is, on every ground.
    public subscript(_ token: ColorToken) -> ColorValues {
        get { values[token] ?? ColorValues(light: .black, dark: .white) }
        set { values[token] = newValue }
    }

    /// The colour to draw with; on a raised layer a ground is a raised one.
    public func color(_ token: ColorToken, in traits: Traits) -> Color {
        self[traits.isElevated ? token.raised : token].resolved(in: traits)
    }
}

extension Palette {
    /// The colours of the standard set.
    ///
    /// Dark is not light turned round: grounds are not quite black, so that shadows and scrolling
    /// leave no trails, and accents are brighter. Night is black and red alone. Pure red on black
    /// has a contrast of 5.25, which is all there is; so grounds differ by a trace, and what text is
    /// for is told by its size and weight. With high contrast all text has 7 : 1 in light and dark.
    public static let standard = Palette { token in
        switch token {
        case .backgroundPrimary: values(0xFFFFFF, 0x0A0A0A, 0x000000)
        case .backgroundSecondary: values(0xF5F5F7, 0x1C1C1E, 0x100000, high: nil, nil, 0x000000)
        case .backgroundTertiary: values(0xE8E8ED, 0x2C2C2E, 0x1A0000, high: nil, nil, 0x000000)
        case .surfaceCard: values(0xFFFFFF, 0x1C1C1E, 0x100000, high: nil, nil, 0x000000)
        case .surfaceElevated: values(0xFFFFFF, 0x2C2C2E, 0x1A0000, high: nil, nil, 0x000000)
        case .textPrimary: values(0x000000, 0xFFFFFF, 0xFF0000)
        case .textSecondary:
            values(0x6B6B6B, 0xA1A1A6, 0xF00000, high: 0x3A3A3C, 0xD1D1D6, 0xFF0000)
        case .textTertiary:
            values(0x8E8E93, 0x636366, 0xC80000, high: 0x48484A, 0xC0C0C5, 0xF00000)
        case .textOnAccent: values(0xFFFFFF, 0xFFFFFF, 0x000000, high: nil, 0x000000, nil)
        case .borderDefault:
            values(0xD1D1D6, 0x38383A, 0x8C0000, high: 0x6C6C70, 0x8E8E93, 0xC80000)
        case .borderSubtle:
            values(0xE5E5EA, 0x2C2C2E, 0x500000, high: 0x76767B, 0x7C7C80, 0xBC0000)
        case .accent: values(0x007AFF, 0x0A84FF, 0xFF0000, high: 0x0040DD, 0x70B5FF, nil)
        case .success: values(0x34C759, 0x30D158, 0xFF0000, high: 0x1A6B2E, 0x30DB5B, nil)
        case .warning: values(0xFF9500, 0xFF9F0A, 0xFF0000, high: 0x8A4B00, 0xFFB340, nil)
        case .error: values(0xFF3B30, 0xFF453A, 0xFF0000, high: 0xB8000F, 0xFF8A84, nil)
        }
    }

    private static func values(
        _ light: UInt32, _ dark: UInt32, _ night: UInt32,
        high lightHigh: UInt32? = nil, _ darkHigh: UInt32? = nil, _ nightHigh: UInt32? = nil
    ) -> ColorValues {
        ColorValues(
            light: Color(light), dark: Color(dark), night: Color(night),
            lightHighContrast: lightHigh.map { Color($0) },
            darkHighContrast: darkHigh.map { Color($0) },
            nightHighContrast: nightHigh.map { Color($0) })
    }
}
