/// A colour by its purpose.
///
/// The raw value is its path in a token file, below `color`.
public enum ColorToken: String, CaseIterable, Hashable, Sendable {
    /// The background of a window.
    case backgroundPrimary = "background.primary"
    /// A region set off from the background: a sidebar, a group.
    case backgroundSecondary = "background.secondary"
    /// A region set off from a secondary background: a field, a row.
    case backgroundTertiary = "background.tertiary"
    /// A card on the background.
    case surfaceCard = "surface.card"
    /// An elevated layer: a dialog, a menu.
    case surfaceElevated = "surface.elevated"
    /// Primary text.
    case textPrimary = "text.primary"
    /// Secondary text.
    case textSecondary = "text.secondary"
    /// Tertiary text: a hint in a field, a disabled control.
    case textTertiary = "text.tertiary"
    /// Text on the accent colour or on that of errors.
    case textOnAccent = "text.on-accent"
    /// The edge of a control.
    case borderDefault = "border.default"
    /// A separator.
    case borderSubtle = "border.subtle"
    /// Interactive and selected elements.
    case accent
    /// Success.
    case success
    /// A warning.
    case warning
    /// An error or a destructive action.
    case error
}

extension ColorToken {
    /// The colours behind text.
    public static let backgrounds: [ColorToken] = [
        .backgroundPrimary, .backgroundSecondary, .backgroundTertiary, .surfaceCard,
        .surfaceElevated,
    ]

    /// The role of its values.
    public var role: ColorRole {
        switch self {
        case .backgroundPrimary, .backgroundSecondary, .backgroundTertiary, .surfaceCard,
            .surfaceElevated, .borderSubtle:
            .fill
        case .borderDefault, .success, .warning: .sign
        case .textPrimary, .textSecondary, .textTertiary, .accent, .error: .text
        case .textOnAccent: .textOnAccent
        }
    }

    /// The token that replaces it on an elevated layer, where a card is set into the layer.
    var raised: ColorToken {
        switch self {
        case .backgroundPrimary: .surfaceElevated
        case .surfaceCard: .backgroundSecondary
        case .borderSubtle: .borderDefault
        case .backgroundSecondary, .backgroundTertiary, .surfaceElevated, .textPrimary,
            .textSecondary, .textTertiary, .textOnAccent, .borderDefault, .accent, .success,
            .warning, .error:
            self
        }
    }
}

/// A value for every colour token.
public struct Palette: Hashable, Sendable {
    private var values: [ColorToken: ColorValues]

    /// Creates a palette from a closure.
    public init(_ values: (ColorToken) -> ColorValues) {
        self.values = [:]
        for token in ColorToken.allCases { self[token] = values(token) }
    }

    /// The values of a token in every appearance, with the role of the token.
    public subscript(_ token: ColorToken) -> ColorValues {
        get { values[token] ?? ColorValues(light: .black, dark: .white) }
        set {
            values[token] = newValue
            values[token]?.role = token.role
        }
    }

    /// Returns the colour to draw with; on an elevated layer backgrounds are elevated.
    public func color(_ token: ColorToken, in traits: Traits) -> Color {
        self[traits.isElevated ? token.raised : token].resolved(in: traits)
    }
}

extension Palette {
    /// The colours of the standard set.
    ///
    /// Dark is not light inverted: backgrounds are not pure black, so that scrolling leaves no
    /// trails, and accents are brighter. Night is black and red only. Pure red on black has a
    /// contrast of 5.25, the maximum; so backgrounds differ slightly, and size and weight
    /// distinguish text. With high contrast all text has 7 : 1 in light and dark.
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
