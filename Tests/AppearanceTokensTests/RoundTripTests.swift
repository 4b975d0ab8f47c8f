import AppearanceKit
import AppearanceTestSupport
import AppearanceTokens
import Testing

/// A set that is written and read is the same set.
@Suite(.bounded) struct RoundTripTests {
    private func again(_ tokens: DesignTokens) throws -> DesignTokens {
        // Over another set, so that nothing is the same by chance.
        var other = DesignTokens.standard.branded(accent: Color(0x123456))
        other.fontFamilies = ["Nothing"]
        other.card = CardRecipe(fill: .error, border: .error, radius: .sm)
        return try DesignTokens(w3c: Array(tokens.w3c.utf8), over: other)
    }

    @Test func `the standard set is read back unchanged`() throws {
        #expect(try again(.standard) == .standard)
    }

    @Test func `a brand is read back unchanged`() throws {
        let brand = DesignTokens.standard.branded(
            accent: Color(0x0A6B42), dark: Color(red: 0.1, green: 1 / 3, blue: 0.7, alpha: 0.9))
        #expect(try again(brand) == brand)
    }

    @Test func `a token whose path begins another's is read back unchanged`() throws {
        var tokens = DesignTokens.standard
        for token in ["decorative", "decorative.red", "decorative.red.deep"] as [ColorToken] {
            tokens.palette[token] = ColorValues(
                light: Color(0xB03A2E), dark: Color(0xF1948A), as: .sign)
        }
        #expect(try again(tokens) == tokens)
    }

    @Test(arguments: Seeds.chosen(1...8))
    func `a random set is read back unchanged`(seed: UInt64) throws {
        var numbers = SplitMix64(seed: seed)
        for _ in 0..<25 {
            let tokens = Self.random(using: &numbers)
            #expect(try again(tokens) == tokens)
        }
    }

    @Test func `a set is written as the same text twice`() throws {
        let text = DesignTokens.standard.w3c
        #expect(try DesignTokens(w3c: Array(text.utf8)).w3c == text)
        #expect(text.split(separator: "\n").allSatisfy { $0.utf8.count <= 200 })
    }

    @Test func `a set is written as tokens of the W3C, one on a line if it fits`() {
        var tokens = DesignTokens.standard
        tokens.fontFamilies = ["a\"b\\c\nd\u{1F}"]
        let text = tokens.w3c
        for part in [
            #"""
                  "primary": {
                    "$value": { "colorSpace": "srgb", "components": [1, 1, 1], "hex": "#ffffff" },
                    "$extensions": {
                      "io.github.appearanced": {
                        "dark": {
                          "colorSpace": "srgb",
                          "components": [0.0392156862745098, 0.0392156862745098, 0.0392156862745098],
                          "hex": "#0a0a0a"
                        },
                        "night": { "colorSpace": "srgb", "components": [0, 0, 0], "hex": "#000000" }
                      }
                    }
                  },
            """#,
            #"""
                "md": {
                  "$value": {
                    "color": { "colorSpace": "srgb", "components": [0, 0, 0], "alpha": 0.1, "hex": "#000000" },
                    "offsetX": { "value": 0, "unit": "px" },
                    "offsetY": { "value": 4, "unit": "px" },
                    "blur": { "value": 8, "unit": "px" },
                    "spread": { "value": 0, "unit": "px" }
                  }
                },
            """#,
            #"""
                "display": {
                  "$value": {
                    "fontFamily": "{font.family}",
                    "fontSize": { "value": 34, "unit": "px" },
                    "fontWeight": 700,
                    "letterSpacing": { "value": 0, "unit": "px" },
                    "lineHeight": 1.2
                  }
                },
            """#,
            #"""
              "font": {
                "family": { "$type": "fontFamily", "$value": ["a\"b\\c\nd\u001f"] }
              },
            """#,
        ] {
            #expect(text.contains(part), "\(part)")
        }
    }

    private static func random(
        using numbers: inout SplitMix64
    ) -> DesignTokens {
        func part() -> Double { Double.random(in: 0...1, using: &numbers) }
        func color() -> Color {
            Color(
                red: part(), green: part(), blue: part(),
                alpha: Bool.random(using: &numbers) ? 1 : part())
        }
        func night() -> Color? {
            Bool.random(using: &numbers) ? nil : Color(red: part(), green: 0, blue: 0)
        }
        func maybe() -> Color? { Bool.random(using: &numbers) ? nil : color() }
        var tokens = DesignTokens.standard
        for token in ColorToken.allCases {
            tokens.palette[token] = ColorValues(
                light: color(), dark: color(), night: night(), lightHighContrast: maybe(),
                darkHighContrast: maybe(), nightHighContrast: night())
        }
        for token in ["own", "decorative.red", "decorative.blue-2.deep"] as [ColorToken]
        where Bool.random(using: &numbers) {
            tokens.palette[token] = ColorValues(
                light: color(), dark: color(), night: night(),
                as: ColorRole.allCases.randomElement(using: &numbers) ?? .fill)
        }
        tokens.fontFamilies = ["Font \(Int.random(in: 0...99, using: &numbers))", "ü 字"]
        tokens.card = CardRecipe(
            fill: ColorToken.allCases.randomElement(using: &numbers) ?? .accent,
            borderWidth: part() * 10,
            radius: RadiusToken.allCases.randomElement(using: &numbers) ?? .sm)
        for kind in ButtonKind.allCases {
            tokens.buttons[kind] = ButtonRecipe(
                fill: Bool.random(using: &numbers) ? nil : .warning, label: .textPrimary,
                border: Bool.random(using: &numbers) ? nil : .success, borderWidth: part() * 100,
                text: TextToken.allCases.randomElement(using: &numbers) ?? .body)
        }
        return tokens
    }
}
