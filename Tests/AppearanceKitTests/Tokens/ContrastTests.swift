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

    @Test(arguments: cases(.standard)) func `every pair has level AA`(_ one: Case) {
        let ratio = one.pair.ratio(of: Self.tokens, in: one.traits)
        #expect(ratio >= one.pair.role.minimumRatio, "\(ratio)")
    }

    @Test(arguments: cases(.high)) func `every pair has level AA with high contrast`(_ one: Case) {
        let ratio = one.pair.ratio(of: Self.tokens, in: one.traits)
        #expect(ratio >= one.pair.role.minimumRatio, "\(ratio)")
    }

    @Test(arguments: [Appearance.light, .dark])
    func `text has level AAA with high contrast`(in appearance: Appearance) {
        let traits = Traits(appearance: appearance, contrast: .high)
        for pair in Self.tokens.contrastPairs where pair.color.rawValue.hasPrefix("text.") {
            #expect(pair.ratio(of: Self.tokens, in: traits) >= 7, "\(pair)")
        }
    }

    /// The words of a message need more than the symbol beside them.
    @Test(arguments: [ColorToken.textSuccess, .textWarning, .textError])
    func `words about success, warnings and errors are text`(_ token: ColorToken) {
        let pairs = Self.tokens.contrastPairs.filter { $0.color == token }
        #expect(pairs.map(\.background) == ColorToken.backgrounds)
        #expect(pairs.allSatisfy { $0.role.minimumRatio == 4.5 })
    }

    /// Worked out elsewhere, for the article's dark values.
    @Test(
        arguments: [
            (0xFFFFFF, 0x0A0A0A, 19.80), (0xA1A1A6, 0x0A0A0A, 7.70), (0x636366, 0x0A0A0A, 3.31),
            (0x0A84FF, 0x0A0A0A, 5.43), (0xFFFFFF, 0x0A84FF, 3.65), (0xFFFFFF, 0x1C1C1E, 17.01),
        ] as [(UInt32, UInt32, Double)])
    func `contrast ratios are those of WCAG`(_ color: UInt32, _ ground: UInt32, _ ratio: Double) {
        #expect(abs(Color(color).contrast(on: Color(ground)) - ratio) < 0.005)
    }

    /// The colours of examples have roles, whose minimum is that of every background.
    @Test func `the colours of the guides' examples are readable`() throws {
        let files = try Repository.files().filter {
            $0.hasSuffix(".md") && ($0.hasPrefix("Sources/") || $0.hasPrefix("docs/"))
                || $0 == "README.md"
                || $0.hasPrefix("Sources/AppearanceKit") && $0.hasSuffix(".swift")
        }
        let pattern =
            /light: Color\(0x(\w+)\),\s+(?:\/\/\/ +)?dark: Color\(0x(\w+)\),[^)]*?as: \.(text|sign)\)/
        var count = 0
        for file in files {
            for match in try Repository.text(of: file).matches(of: pattern) {
                let role = try #require(ColorRole(rawValue: String(match.output.3)))
                for (digits, appearance) in [
                    (match.output.1, Appearance.light), (match.output.2, .dark),
                ] {
                    let color = try #require(Color(hex: "#" + digits))
                    for token in ColorToken.backgrounds {
                        let ground = Self.tokens.color(token, in: Traits(appearance: appearance))
                        #expect(
                            color.contrast(on: ground) >= role.minimumRatio,
                            "\(file): \(match.output.0)")
                    }
                }
                count += 1
            }
            for match in try Repository.text(of: file).matches(
                of: /branded\(accent: Color\(0x(\w+)\)/)
            {
                let brand = try #require(Color(hex: "#" + match.output.1))
                let drawn = DesignTokens.standard.branded(accent: brand).color(
                    .accent, in: Traits())
                #expect(drawn == brand, "\(file): the example's own colour is drawn")
                count += 1
            }
        }
        #expect(count > 8)
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
