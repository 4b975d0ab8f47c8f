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

    @Test(arguments: cases(.standard)) func `every pair is of level AA or has its reason`(
        _ one: Case
    ) {
        let ratio = one.pair.ratio(of: Self.tokens, in: one.traits)
        let exception = ContrastException.covering(one.pair, in: one.traits.appearance)
        #expect(ratio >= exception?.minimumRatio ?? one.pair.role.minimumRatio, "\(ratio)")
    }

    @Test(arguments: cases(.high)) func `with high contrast every pair is of level AA`(_ one: Case)
    {
        let ratio = one.pair.ratio(of: Self.tokens, in: one.traits)
        #expect(ratio >= one.pair.role.minimumRatio, "\(ratio)")
    }

    @Test(arguments: [Appearance.light, .dark])
    func `with high contrast text is of level AAA`(in appearance: Appearance) {
        let traits = Traits(appearance: appearance, contrast: .high)
        for pair in Self.tokens.contrastPairs where pair.color.rawValue.hasPrefix("text.") {
            // White on the red of errors cannot be, and red it has to be.
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
    func `ratios are those of the standard`(
        _ color: ColorToken, _ ground: ColorToken, _ ratio: Double
    ) {
        let dark = Traits(appearance: .dark)
        let found = Self.tokens.color(color, in: dark)
            .contrast(on: Self.tokens.color(ground, in: dark))
        #expect(abs(found - ratio) < 0.005)
    }

    @Test func `what does not cover is seen through`() {
        #expect(Color.black.contrast(on: .white) == 21)
        let veil = Color(red: 0, green: 0, blue: 0, alpha: 0)
        #expect(veil.contrast(on: .white) == 1)
        let half = Color(red: 0, green: 0, blue: 0, alpha: 0.5)
        let grey = Color(red: 0.5, green: 0.5, blue: 0.5)
        #expect(half.contrast(on: .white) == grey.contrast(on: .white))
    }
}
