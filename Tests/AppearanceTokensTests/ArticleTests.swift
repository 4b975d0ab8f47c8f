import AppearanceKit
import AppearanceTestSupport
import AppearanceTokens
import Testing

/// The colours of the article, and the perceived contrast beside the ratio.
@Suite(.bounded) struct ArticleTests {
    private static let colors: [(ColorToken, String, String)] = [
        (.backgroundPrimary, "ffffff", "0a0a0a"), (.backgroundSecondary, "f5f5f7", "1c1c1e"),
        (.backgroundTertiary, "e8e8ed", "2c2c2e"), (.surfaceCard, "ffffff", "1c1c1e"),
        (.surfaceElevated, "ffffff", "2c2c2e"), (.textPrimary, "000000", "ffffff"),
        (.textSecondary, "6b6b6b", "a1a1a6"), (.textTertiary, "8e8e93", "636366"),
        (.textOnAccent, "ffffff", "ffffff"), (.borderDefault, "d1d1d6", "38383a"),
        (.borderSubtle, "e5e5ea", "2c2c2e"), (.accent, "007aff", "0a84ff"),
        (.success, "34c759", "30d158"), (.warning, "ff9500", "ff9f0a"),
        (.error, "ff3b30", "ff453a"),
    ]

    @Test func `the set of the article has a colour by purpose for light, dark and night`() {
        let article = DesignTokens.article
        for (token, light, dark) in Self.colors {
            #expect(article.color(token, in: Traits()).description == "#" + light, "\(token)")
            #expect(
                article.color(token, in: Traits(appearance: .dark)).description == "#" + dark,
                "\(token)")
        }
        let named = Set(Self.colors.map(\.0))
        #expect(
            Set(ColorToken.allCases).subtracting(named) == [.textSuccess, .textWarning, .textError])
        for token in ColorToken.allCases {
            let night = article.color(token, in: Traits(appearance: .night))
            #expect(night.green == 0 && night.blue == 0)
            #expect(night == DesignTokens.standard.color(token, in: Traits(appearance: .night)))
        }
    }

    /// Worked out elsewhere.
    ///
    /// https://github.com/Myndex/apca-w3
    @Test(
        arguments: [
            (0x888888, 0xFFFFFF, 63.0565), (0xFFFFFF, 0x888888, -68.5415),
            (0x000000, 0xAAAAAA, 58.1463),
            (0xAAAAAA, 0x000000, -56.2411), (0x112233, 0xDDEEFF, 91.6683),
            (0xDDEEFF, 0x112233, -93.0677),
            (0x112233, 0x444444, 8.3233), (0x444444, 0x112233, -7.5269),
            (0x000000, 0xFFFFFF, 106.0407),
            (0xFFFFFF, 0x000000, -107.8847), (0x101010, 0x000000, 0),
        ] as [(UInt32, UInt32, Double)])
    func `perceived contrast is that of APCA`(_ text: UInt32, _ ground: UInt32, _ expected: Double)
    {
        #expect(abs(Color(text).lightnessContrast(on: Color(ground)) - expected) < 0.001)
    }
}
