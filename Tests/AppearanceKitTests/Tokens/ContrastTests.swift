import AppearanceKit
import AppearanceTestSupport
import Testing

/// WCAG 2 on every pair of the standard set, in every appearance and at both contrasts.
@Suite(.bounded) struct ContrastTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var pair: ContrastPair
        var traits: Traits

        var testDescription: String {
            "\(pair.color) on \(pair.background), \(traits.appearance), \(traits.contrast)"
        }
    }

    private static let tokens = DesignTokens.standard

    private static func cases(_ contrast: Contrast) -> [Case] {
        tokens.contrastPairs.flatMap { pair in
            Appearance.allCases.map {
                Case(pair: pair, traits: Traits(appearance: $0, contrast: contrast))
            }
        }
    }

    @Test(arguments: cases(.standard)) func `every pair has level AA or a reason`(
        _ one: Case
    ) {
        let ratio = one.pair.ratio(of: Self.tokens, in: one.traits)
        let exception = ContrastException.covering(one.pair, in: one.traits.appearance)
        #expect(ratio >= exception?.minimumRatio ?? one.pair.role.minimumRatio, "\(ratio)")
    }

    @Test(arguments: cases(.high)) func `every pair has level AA with high contrast`(_ one: Case) {
        let ratio = one.pair.ratio(of: Self.tokens, in: one.traits)
        #expect(ratio >= one.pair.role.minimumRatio, "\(ratio)")
    }

    @Test(arguments: [Appearance.light, .dark])
    func `text has level AAA with high contrast`(in appearance: Appearance) {
        let traits = Traits(appearance: appearance, contrast: .high)
        for pair in Self.tokens.contrastPairs where pair.color.rawValue.hasPrefix("text.") {
            // White on the red of errors cannot reach it, and errors must be red.
            guard pair.background != .error else { continue }
            #expect(pair.ratio(of: Self.tokens, in: traits) >= 7, "\(pair)")
        }
    }

    /// An exception that nothing needs is a lie.
    @Test func `every exception is needed`() {
        for exception in ContrastException.all {
            let falling = Self.cases(.standard).filter { one in
                ContrastException.covering(one.pair, in: one.traits.appearance) == exception
                    && one.pair.ratio(of: Self.tokens, in: one.traits)
                        < one.pair.role.minimumRatio
            }
            #expect(!falling.isEmpty, "\(exception)")
            #expect(!exception.reason.isEmpty)
        }
    }

    /// Worked out elsewhere, for the dark values.
    @Test(arguments: [
        (ColorToken.textPrimary, ColorToken.backgroundPrimary, 19.80),
        (.textSecondary, .backgroundPrimary, 7.70),
        (.textTertiary, .backgroundPrimary, 3.31),
        (.accent, .backgroundPrimary, 5.43),
        (.textOnAccent, .accent, 3.65),
        (.textPrimary, .surfaceCard, 17.01),
    ])
    func `contrast ratios are those of WCAG`(
        _ color: ColorToken, _ ground: ColorToken, _ ratio: Double
    ) {
        let dark = Traits(appearance: .dark)
        let found = Self.tokens.color(color, in: dark)
            .contrast(on: Self.tokens.color(ground, in: dark))
        #expect(abs(found - ratio) < 0.005)
    }

    @Test func `contrast counts the ground behind a translucent colour`() {
        #expect(Color.black.contrast(on: .white) == 21)
        let veil = Color(red: 0, green: 0, blue: 0, alpha: 0)
        #expect(veil.contrast(on: .white) == 1)
        let half = Color(red: 0, green: 0, blue: 0, alpha: 0.5)
        let grey = Color(red: 0.5, green: 0.5, blue: 0.5)
        #expect(half.contrast(on: .white) == grey.contrast(on: .white))
    }

    /// Comments and folders have them, in terminals and in programs that use the theme of a hook.
    @Test func `the colours of terminals by ready-made hooks are readable`() throws {
        let palettes = try Repository.text(of: "config/hooks-available/lib/palette")
            .matches(of: /\n    (light|dark|night)\)\n\s+background=(\w+)[^']*colors='([^']*)'/)
        try #require(palettes.map(\.output.1) == ["light", "dark", "night"])
        for palette in palettes {
            let background = try #require(Color(hex: "#" + palette.output.2))
            let colors = palette.output.3.split(whereSeparator: \.isWhitespace)
            try #require(colors.count == 16)
            let least = palette.output.1 == "night" ? ColorRole.sign : .text
            // Without black and white, which are backgrounds too.
            for number in [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14] {
                let color = try #require(Color(hex: "#" + colors[number]))
                let ratio = color.contrast(on: background)
                #expect(ratio >= least.minimumRatio, "\(palette.output.1): color\(number)")
            }
        }
    }
}
