public import AppearanceKit

extension DesignTokens {
    /// The colours as the article has them that the standard set follows.
    ///
    /// Many of its pairs are below level AA of WCAG 2, of light text above all; `standard` has the same tokens
    /// with values that can be read. `appearance-tokens show` prints both. Values for night and for high
    /// contrast are those of the standard set, since the article has none.
    public static let article: DesignTokens = {
        var tokens = DesignTokens.standard
        for (token, light, dark) in articleColors {
            tokens.palette[token].light = Color(light)
            tokens.palette[token].dark = Color(dark)
        }
        return tokens
    }()

    private static let articleColors: [(ColorToken, UInt32, UInt32)] = [
        (.backgroundPrimary, 0xFFFFFF, 0x0A0A0A), (.backgroundSecondary, 0xF5F5F7, 0x1C1C1E),
        (.backgroundTertiary, 0xE8E8ED, 0x2C2C2E), (.surfaceCard, 0xFFFFFF, 0x1C1C1E),
        (.surfaceElevated, 0xFFFFFF, 0x2C2C2E), (.textPrimary, 0x000000, 0xFFFFFF),
        (.textSecondary, 0x6B6B6B, 0xA1A1A6), (.textTertiary, 0x8E8E93, 0x636366),
        (.textOnAccent, 0xFFFFFF, 0xFFFFFF), (.borderDefault, 0xD1D1D6, 0x38383A),
        (.borderSubtle, 0xE5E5EA, 0x2C2C2E), (.accent, 0x007AFF, 0x0A84FF),
        (.success, 0x34C759, 0x30D158), (.warning, 0xFF9500, 0xFF9F0A),
        (.error, 0xFF3B30, 0xFF453A),
    ]
}
