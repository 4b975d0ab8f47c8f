import AppearanceKit
import AppearanceTestSupport
import AppearanceTokens
import Testing

/// The exports for Swift, Tailwind and Qt Quick.
@Suite(.bounded) struct ExportTests {
    private static let brand = """
        {"color": {"accent": {"$type": "color", "$value": "#0a6b42"},
                   "default": {"$type": "color", "$value": "#ddeeff80"},
                   "backgrounds": {"$type": "color", "$value": "#abcdef"}},
         "spacing": {"md": {"$type": "dimension", "$value": "20px"}},
         "motion": {"slow": {"$type": "duration", "$value": {"value": 0.4, "unit": "s"}}},
         "word": {"$type": "string", "$value": "say \\"hi\\""}}
        """

    @Test func `constants of Swift have what differs from the standard set`() throws {
        let text = try TokenFile(w3c: Array(Self.brand.utf8)).swift
        for line in [
            #"    public static let `default`: Self = "default""#,
            #"    public static let backgrounds_2: Self = "backgrounds""#,
            "        tokens.spacings[.md] = 20\n",
            "        tokens.palette[\"accent\"] = ColorValues(light: Color(0x0A6B42), dark: Color(0x",
            "tokens.palette[\"default\"] = ColorValues(light: Color(0xDDEEFF, alpha: 0.50",
            "    public static let motionSlow = Duration.milliseconds(400.0)\n",
            #"    public static let word = "say \"hi\"""#,
        ] {
            #expect(text.contains(line), "\(line)")
        }
        #expect(!text.contains("radii") && !text.contains("text.primary"))
        let standard = try TokenFile(w3c: Array("{}".utf8)).swift
        #expect(standard.contains("    public static let app = DesignTokens.standard\n"))
    }

    @Test func `Tailwind's theme refers to every property of the style sheet`() throws {
        let file = try TokenFile(w3c: Array(Self.brand.utf8))
        let theme = file.tailwind
        let references = theme.matches(of: /--([\w-]+): var\((--[\w-]+)\);/)
        #expect(references.count > 35)
        for reference in references {
            #expect(file.css.contains("  \(reference.output.2): "), "\(reference.output.0)")
        }
        for name in [
            "color-accent", "color-default", "spacing-md", "radius-full", "shadow-lg", "font-sans",
        ] {
            #expect(references.contains { $0.output.1 == name }, "\(name)")
        }
        #expect(
            theme.contains("--text-caption: 13px;")
                && theme.contains("--text-caption--font-weight: 400;"))
    }

    @Test func `Qt Quick has every colour in the order of its own notation`() throws {
        let text = try TokenFile(w3c: Array(Self.brand.utf8)).qml
        #expect(text.contains("readonly property color colorDefault: pick([\"#80ddeeff\", "))
        #expect(text.contains("readonly property real spacingMd: 20\n"))
        #expect(
            text.contains("readonly property int textCaptionSize: pick([13, 13, 15, 13, 13, 15])"))
        let colors = text.matches(of: /property color \w+: pick\(\[([^\]]*)\]\)/)
        #expect(colors.count >= ColorToken.allCases.count)
        for color in colors {
            let values = color.output.1.split(separator: ", ")
            // The third and the last are those of night.
            for night in [values[2], values[5]] {
                #expect(night.hasSuffix("0000\""), "\(color.output.0)")
            }
        }
    }

    @Test(
        arguments: [
            ("truecolor", "xterm", TerminalColors.direct), (nil, "xterm-direct", .direct),
            (nil, "xterm-256color", .palette),
            ("", "linux", .sixteen), (nil, nil, .sixteen),
        ] as [(String?, String?, TerminalColors)])
    func `the colours of a terminal follow from its variables`(
        _ colorTerm: String?, _ term: String?, _ expected: TerminalColors
    ) {
        #expect(TerminalColors(colorTerm: colorTerm, term: term) == expected)
    }

    @Test func `a colour is the nearest one of a terminal`() {
        #expect(Color(0xFF8000).terminalCode(.direct) == "38;2;255;128;0")
        #expect(Color(0xFF8000).terminalCode(.direct, isBackground: true) == "48;2;255;128;0")
        #expect(Color(0xFF8700).terminalCode(.palette) == "38;5;208")
        #expect(Color(0x808080).terminalCode(.palette) == "38;5;244")
        #expect(
            Color.white.terminalCode(.sixteen) == "97" && Color.black.terminalCode(.sixteen) == "30"
        )
        #expect(Color(0xE00000).terminalCode(.sixteen, isBackground: true) == "101")
        #expect(Color(0x0000A0).terminalCode(.sixteen) == "34")
    }

    /// An app may compute a colour that is none.
    @Test(.row("V10"), arguments: [Double.nan, .infinity, -.infinity, -1, 2])
    func `a colour of any numbers has a code of a terminal`(number: Double) {
        let color = Color(red: number, green: 0, blue: -number)
        let part = number > 0 ? 255 : 0
        #expect(color.terminalCode(.direct) == "38;2;\(part);0;\(number < 0 ? 255 : 0)")
    }

    /// The numbers of the cube without green and blue, and of red and black.
    @Test func `night stays black and red in every terminal`() {
        for token in ColorToken.allCases {
            let color = DesignTokens.standard.color(token, in: Traits(appearance: .night))
            let number = Int(color.terminalCode(.palette).dropFirst(5))
            #expect([16, 52, 88, 124, 160, 196].contains(number), "\(token)")
            #expect(["30", "31", "91"].contains(color.terminalCode(.sixteen)), "\(token)")
        }
    }
}
