import AppearanceKit
import AppearanceTestSupport
import Testing

extension ColorToken {
    fileprivate static let decorativeRed: Self = "decorative.red"
}

/// Colour tokens of an app's own beside the standard set.
@Suite(.bounded) struct OwnTokenTests {
    private static let tokens: DesignTokens = {
        var tokens = DesignTokens.standard
        tokens.palette[.decorativeRed] = ColorValues(
            light: Color(0xB03A2E), dark: Color(0xF1948A), as: .sign)
        return tokens
    }()

    @Test func `an app's own token is drawn in every appearance`() {
        func color(_ appearance: Appearance) -> Color {
            Self.tokens.color(.decorativeRed, in: Traits(appearance: appearance))
        }
        #expect(color(.light) == Color(0xB03A2E))
        #expect(color(.dark) == Color(0xF1948A))
        #expect(color(.night).contrast(on: .black) >= 3)
        #expect(Self.tokens.palette.tokens == ColorToken.allCases + [.decorativeRed])
        #expect(Self.tokens.semanticColor(.decorativeRed).name == "decorative.red")
    }

    @Test func `the contrast table has the pairs of an app's token by its role`() {
        var tokens = Self.tokens
        #expect(
            tokens.contrastPairs.filter { $0.color == .decorativeRed }
                == ColorToken.backgrounds.map {
                    ContrastPair(.decorativeRed, on: $0, as: .sign)
                })
        tokens.palette[.decorativeRed].role = .fill
        #expect(tokens.contrastPairs == DesignTokens.standard.contrastPairs)
    }

    @Test func `a token of the standard set keeps its role`() {
        var tokens = Self.tokens
        tokens.palette[.textPrimary] = ColorValues(light: .black, dark: Color(0x808080))
        #expect(tokens.palette[.textPrimary].role == .text)
        let night = tokens.color(.textPrimary, in: Traits(appearance: .night))
        #expect(night.contrast(on: .black) >= 4.5)
    }

    @Test(arguments: [
        "", ".", "a.", ".a", "a b", "a{b}", "é", "1a", "-a", "accent.strong", "text", "a\"b",
    ])
    func `a path that is invalid in a file or style sheet is refused`(_ path: String) {
        #expect(ColorToken(rawValue: path) == nil)
    }
}
