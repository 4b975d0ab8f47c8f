internal import Linux

/// A colour by its purpose: one of the standard set, or one of the app's own.
///
/// ```swift
/// extension ColorToken {
///     static let decorativeRed: Self = "decorative.red"
/// }
///
/// tokens.palette[.decorativeRed] = ColorValues(
///     light: Color(0xB03A2E), dark: Color(0xF1948A), as: .sign)
/// ```
///
/// Files, style sheets, the contrast table and the linter treat both alike.
public struct ColorToken: RawRepresentable, Hashable, Sendable {
    /// The path in a token file, below `color`.
    public let rawValue: String

    /// Creates a token from its path, such as `decorative.red`; `nil` if that is invalid.
    ///
    /// A path consists of names of letters, digits, `-` and `_` of ASCII, separated by dots; the first
    /// character is a letter. No path is the beginning of one in the standard set, or the reverse.
    public init?(rawValue: String) {
        let dot = UInt8(ascii: ".")
        let names = rawValue.utf8.split(separator: dot, omittingEmptySubsequences: false)
        let hasNames = names.allSatisfy { !$0.isEmpty && $0.allSatisfy(Self.isOfName) }
        let overlaps = Self.allCases.map(\.rawValue).contains {
            $0.hasPrefix(rawValue + ".") || rawValue.hasPrefix($0 + ".")
        }
        guard hasNames, !overlaps, rawValue.first?.isLetter == true else { return nil }
        self.rawValue = rawValue
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
        default: false
        }
    }

    private init(standard rawValue: String) { self.rawValue = rawValue }

    /// The background of a window.
    public static let backgroundPrimary = ColorToken(standard: "background.primary")
    /// A region set off from the background: a sidebar, a group.
    public static let backgroundSecondary = ColorToken(standard: "background.secondary")
    /// A region set off from a secondary background: a field, a row.
    public static let backgroundTertiary = ColorToken(standard: "background.tertiary")
    /// A card on the background.
    public static let surfaceCard = ColorToken(standard: "surface.card")
    /// An elevated layer: a dialog, a menu.
    public static let surfaceElevated = ColorToken(standard: "surface.elevated")
    /// Primary text.
    public static let textPrimary = ColorToken(standard: "text.primary")
    /// Secondary text.
    public static let textSecondary = ColorToken(standard: "text.secondary")
    /// Tertiary text: a hint in a field, a note.
    public static let textTertiary = ColorToken(standard: "text.tertiary")
    /// Words about success.
    public static let textSuccess = ColorToken(standard: "text.success")
    /// Words of a warning.
    public static let textWarning = ColorToken(standard: "text.warning")
    /// Words about an error.
    public static let textError = ColorToken(standard: "text.error")
    /// Text on the accent colour or on that of errors.
    public static let textOnAccent = ColorToken(standard: "text.on-accent")
    /// The edge of a control.
    public static let borderDefault = ColorToken(standard: "border.default")
    /// A separator.
    public static let borderSubtle = ColorToken(standard: "border.subtle")
    /// Interactive and selected elements.
    public static let accent = ColorToken(standard: "accent")
    /// A symbol of success; its words are `textSuccess`.
    public static let success = ColorToken(standard: "success")
    /// A symbol of a warning; its words are `textWarning`.
    public static let warning = ColorToken(standard: "warning")
    /// A symbol of an error, or the fill of a destructive action; its words are `textError`.
    public static let error = ColorToken(standard: "error")
}

extension ColorToken: ExpressibleByStringLiteral {
    /// Creates a token from its path.
    ///
    /// Of an invalid path `invalid-` and its letters and digits are the name, and standard error has the
    /// reason: a token of one's own is first used where an app draws.
    public init(stringLiteral path: String) {
        if let token = ColorToken(rawValue: path) {
            self = token
            return
        }
        StandardStream.error.write(
            "AppearanceKit: invalid colour token \"\(path)\": write it like decorative.red\n")
        let name = path.utf8.map {
            $0 != UInt8(ascii: ".") && Self.isOfName($0) ? $0 : UInt8(ascii: "-")
        }
        self.init(standard: "invalid-" + String(decoding: name, as: UTF8.self))
    }
}

extension ColorToken: CustomStringConvertible {
    /// The path.
    public var description: String { rawValue }
}

extension ColorToken: CaseIterable {
    /// The tokens of the standard set.
    public static let allCases: [ColorToken] = [
        .backgroundPrimary, .backgroundSecondary, .backgroundTertiary, .surfaceCard,
        .surfaceElevated, .textPrimary, .textSecondary, .textTertiary, .textSuccess, .textWarning,
        .textError, .textOnAccent, .borderDefault, .borderSubtle, .accent, .success, .warning,
        .error,
    ]

    /// The colours behind text.
    public static let backgrounds: [ColorToken] = [
        .backgroundPrimary, .backgroundSecondary, .backgroundTertiary, .surfaceCard,
        .surfaceElevated,
    ]

    /// The role of a token of the standard set; `nil` for others, whose values have one.
    public var standardRole: ColorRole? { Self.roles[self] }

    private static let roles: [ColorToken: ColorRole] = [
        .backgroundPrimary: .fill, .backgroundSecondary: .fill, .backgroundTertiary: .fill,
        .surfaceCard: .fill, .surfaceElevated: .fill, .borderSubtle: .fill,
        .borderDefault: .sign, .success: .sign, .warning: .sign, .textPrimary: .text,
        .textSecondary: .text, .textTertiary: .text, .textSuccess: .text, .textWarning: .text,
        .textError: .text, .accent: .text, .error: .text,
        .textOnAccent: .textOnAccent,
    ]

    /// The token that replaces it on an elevated layer, where a card is set into the layer.
    var raised: ColorToken { Self.elevated[self] ?? self }

    private static let elevated: [ColorToken: ColorToken] = [
        .backgroundPrimary: .surfaceElevated, .surfaceCard: .backgroundSecondary,
        .borderSubtle: .borderDefault,
    ]
}

/// A value for every colour token of the standard set, and for those of the app's own.
public struct Palette: Hashable, Sendable {
    private var values: [ColorToken: ColorValues]

    /// Creates a palette from the values of the standard set.
    public init(_ values: (ColorToken) -> ColorValues) {
        self.values = [:]
        for token in ColorToken.allCases { self[token] = values(token) }
    }

    /// The tokens of the standard set, then the others by name.
    public var tokens: [ColorToken] {
        ColorToken.allCases + ownTokens
    }

    /// The tokens of the app's own, by name.
    public var ownTokens: [ColorToken] {
        values.keys.filter { $0.standardRole == nil }.sorted { $0.rawValue < $1.rawValue }
    }

    /// The values of a token in every appearance; those of the standard set keep their role.
    public subscript(_ token: ColorToken) -> ColorValues {
        get { values[token] ?? Self.missing }
        set {
            values[token] = newValue
            if let role = token.standardRole { values[token]?.role = role }
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
    /// trails, and accents are brighter. Every text has 4.5 : 1 on every background and every symbol
    /// and edge of a control 3 : 1, as level AA of WCAG 2 requires; with high contrast all text has 7 : 1
    /// in light and dark. Night is black and red only. Pure red on black has a contrast of 5.25, the
    /// maximum; so backgrounds differ slightly, and size and weight distinguish text.
    public static let standard = Palette { standardValues[$0] ?? missing }

    private static let missing = ColorValues(light: .black, dark: .white)

    private static let standardValues: [ColorToken: ColorValues] = [
        .backgroundPrimary: values(0xFFFFFF, 0x0A0A0A, 0x000000),
        .backgroundSecondary: values(0xF5F5F7, 0x1C1C1E, 0x100000, high: nil, nil, 0x000000),
        .backgroundTertiary: values(0xE8E8ED, 0x2C2C2E, 0x1A0000, high: nil, nil, 0x000000),
        .surfaceCard: values(0xFFFFFF, 0x1C1C1E, 0x100000, high: nil, nil, 0x000000),
        .surfaceElevated: values(0xFFFFFF, 0x2C2C2E, 0x1A0000, high: nil, nil, 0x000000),
        .textPrimary: values(0x000000, 0xFFFFFF, 0xFF0000),
        .textSecondary: values(0x545458, 0xB8B8BD, 0xF80000, high: 0x3A3A3C, 0xD1D1D6, 0xFF0000),
        .textTertiary: values(0x66666B, 0x98989D, 0xF00000, high: 0x48484A, 0xC0C0C5, nil),
        .textSuccess: values(0x1C7530, 0x30D158, 0xFF0000, high: 0x12561F, 0x30DB5B, nil),
        .textWarning: values(0x985200, 0xFF9F0A, 0xFF0000, high: 0x703C00, 0xFFB340, nil),
        .textError: values(0xD0021B, 0xFF6961, 0xFF0000, high: 0x9A000B, 0xFFA09B, nil),
        .textOnAccent: values(0xFFFFFF, 0x000000, 0x000000),
        .borderDefault: values(0x828287, 0x7C7C80, 0xBC0000, high: 0x6C6C70, 0x8E8E93, 0xC80000),
        .borderSubtle: values(0xE5E5EA, 0x2C2C2E, 0x500000, high: 0x76767B, 0x7C7C80, 0xBC0000),
        .accent: values(0x0064D2, 0x409CFF, 0xFF0000, high: 0x003AC8, 0x84BFFF, nil),
        .success: values(0x248A3D, 0x30D158, 0xFF0000, high: 0x1A6B2E, 0x30DB5B, nil),
        .warning: values(0xB86200, 0xFF9F0A, 0xFF0000, high: 0x8A4B00, 0xFFB340, nil),
        .error: values(0xD0021B, 0xFF6961, 0xFF0000, high: 0x9A000B, 0xFFA09B, nil),
    ]

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
