import AppearanceKit
import AppearanceTestSupport
import AppearanceTokens
import Testing

/// Files by the shape of those of Style Dictionary, Terrazzo and Primer, written for these tests.
@Suite(.bounded) struct ForeignFileTests {
    private static let folder = "Tests/Fixtures/tokens/"

    private func read(_ name: String, contexts: [String: String] = [:]) throws -> TokenFile {
        let path = Self.folder + name
        return try TokenFile(
            w3c: Array(Repository.text(of: path).utf8), file: path, contexts: contexts
        ) { other in
            (try? Repository.text(of: other)).map { Array($0.utf8) }
        }
    }

    /// Returns the value of each other token in CSS.
    private func css(_ file: TokenFile, in traits: Traits = Traits()) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: file.otherTokens.compactMap { token in
                token.css(in: traits).map { (token.path, $0) }
            })
    }

    private static let dark = Traits(appearance: .dark)
    private static let night = Traits(appearance: .night)

    @Test func `a file of Style Dictionary's former format is read`() throws {
        let file = try read("style-dictionary/earlier.json")
        #expect(
            file.tokens.palette.ownTokens.map(\.rawValue) == [
                "base.leaf", "base.stone.Light", "base.stone.dark", "base.stone.light", "font.link",
            ])
        #expect(file.tokens.color("font.link", in: Traits()) == Color(0x2F7D32))
        #expect(
            css(file) == [
                "size.font.unit": "\"rem\"", "size.font.small": "\"0.8\"",
                "size.font.medium": "1rem",
                "size.font.base": "1rem", "time.quick": "120ms",
            ])
        #expect(file.tokensWithoutCSS.isEmpty)
        // It is written in the W3C's format, with what the former one had beside the value.
        let again = try TokenFile(w3c: Array(file.w3c.utf8))
        #expect(again.tokens == file.tokens && css(again) == css(file))
        #expect(file.w3c.contains(#""$description": "ink on paper""#))
        #expect(file.w3c.contains(#""org.styledictionary""#) && file.w3c.contains("green 7"))
    }

    @Test func `tokens of every type have a value in CSS, or a reason`() throws {
        let file = try read("style-dictionary/values.json")
        #expect(
            css(file) == [
                "scale.0": "0px", "scale.1": "4px", "scale.3": "12px", "inks.night": "#101018",
                "inks.amber.600": "#b45309", "words.families.plain": "\"Noto Sans\", sans-serif",
                "words.weights.strong": "700", "words.heights.wide": "1.6",
                "words.styles.headline": "700 12px/1.6 \"Noto Sans\", sans-serif",
                "motion.curves.enter": "cubic-bezier(0.2, 0, 0.6, 1)", "motion.spans.none": "0ms",
                "motion.spans.slow": "400ms",
                "motion.fade": "400ms cubic-bezier(0.2, 0, 0.6, 1) 0ms",
                "lines.thick": "4px solid #101018", "lines.styles.even": "solid",
                "lines.styles.gaps": "dashed",
                "depths.low": "0px 4px 12px #101018",
                "depths.both": "0px 4px 12px #101018, inset 0px 0px 4px #b45309",
                "dawn": "linear-gradient(#101018 0%, #b45309 75%)", "asset.logo": "\"logo.svg\"",
                "flag": "true",
            ])
        #expect(file.tokensWithoutCSS.map(\.path) == ["grid", "untyped"])
        for (path, value) in css(file) {
            let property = "  --" + path.replacing(".", with: "-") + ": \(value);\n"
            #expect(file.css.contains(property), "\(path)")
        }
        // At night colours inside other values are shades, too.
        let night = css(file, in: Self.night)
        for path in ["lines.thick", "depths.both", "dawn", "inks.amber.600"] {
            let colors = try #require(night[path]).matches(of: /#([0-9a-f]{2})([0-9a-f]{4})/)
            #expect(!colors.isEmpty && colors.allSatisfy { $0.output.2 == "0000" }, "\(path)")
        }
        let again = try TokenFile(w3c: Array(file.w3c.utf8))
        #expect(again.tokens == .standard && css(again) == css(file))
        #expect(again.tokensWithoutCSS.map(\.path) == ["grid", "untyped"])
    }

    @Test func `Terrazzo's modes are the values for light and dark`() throws {
        let file = try read("terrazzo/modes.json")
        #expect(file.tokens.color(.accent, in: Traits()).description == "#005ac4")
        #expect(file.tokens.color(.accent, in: Self.dark).description == "#70b3f7")
        #expect(css(file)["line.panel"] == "1px ridge #222122")
        #expect(css(file, in: Self.dark)["line.panel"] == "1px ridge #c7c3c2")
        // The format requires data of other tools to be kept.
        #expect(file.w3c.contains(#""com.example.plugin": { "kept": [1, null, { "a": true }] }"#))
        #expect(file.w3c.contains(#""$description": "Around panels.""#))
        let again = try TokenFile(w3c: Array(file.w3c.utf8))
        #expect(again.tokens == file.tokens && again.w3c == file.w3c)
    }

    @Test func `Primer's overrides are read, and JSON5`() throws {
        let file = try read("primer/panel.json5")
        #expect(css(file)["panelColor.default"] == "#ffffff")
        #expect(css(file, in: Self.dark)["panelColor.default"] == "#0d1117")
        #expect(css(file, in: Traits(contrast: .high))["panelColor.default"] == "#f6f8fa")
        #expect(css(file)["panelColor.muted"] == "#59636e1f")
        #expect(css(file, in: Self.dark)["panelColor.muted"] == "#ffffff40")
        #expect(file.css.contains("  --panelColor-muted: #ffffff40;\n"))
        let strict = try Repository.text(of: Self.folder + "primer/panel.json5")
        #expect(throws: TokenFileError.self) {
            try TokenFile(w3c: Array(strict.utf8), file: "panel.json")
        }
    }

    @Test func `a resolver file's contexts are appearances`() throws {
        let file = try read("terrazzo/house.resolver.json")
        let accent = file.tokens.palette[.accent]
        #expect(accent.light == Color(0x1A4D8F) && accent.dark == Color(0x8FBCFF))
        #expect(accent.lightHighContrast == .black && accent.darkHighContrast == nil)
        #expect(accent.night == .red)
        #expect(css(file)["space.wide"] == "40px" && css(file)["ink.main"] == "#1a4d8f")
        #expect(css(file, in: Self.dark)["ink.main"] == "#8fbcff")
        let coarse = try read("terrazzo/house.resolver.json", contexts: ["size": "coarse"])
        #expect(css(coarse)["space.wide"] == "64px")
        // One file has all of it.
        let again = try TokenFile(w3c: Array(file.w3c.utf8))
        #expect(again.tokens == file.tokens)
        #expect(css(again, in: Self.dark)["ink.main"] == "#8fbcff")
    }

    @Test(arguments: [
        (##"{"resolutionOrder": 1}"##, ##""resolutionOrder" is a list"##),
        (
            ##"{"version": "2024", "resolutionOrder": []}"##,
            ##"the version of a resolver file is "2025.10""##
        ),
        (##"{"resolutionOrder": [{"$ref": "#/sets/a"}]}"##, "an item names a set or modifier"),
        (
            ##"{"resolutionOrder": [{"$ref": "#/resolutionOrder/0"}]}"##,
            "an item names a set or modifier"
        ),
        (
            ##"{"resolutionOrder": [{"type": "set"}]}"##,
            ##"an item has a "$ref", or a "name" and a "type""##
        ),
        (
            ##"{"resolutionOrder": [{"name": "a", "type": "set", "sources": []}, {"name": "a", "type": "set", "sources": []}]}"##,
            "another item has the name a"
        ),
        (
            ##"{"modifiers": {"m": {"contexts": {}}}, "resolutionOrder": [{"$ref": "#/modifiers/m"}]}"##,
            ##"a modifier has "contexts", at least one"##
        ),
        (
            ##"{"modifiers": {"m": {"contexts": {"a": []}, "default": "b"}}, "resolutionOrder": [{"$ref": "#/modifiers/m"}]}"##,
            "the default is none of the contexts"
        ),
        (
            ##"{"modifiers": {"m": {"contexts": {"a": [], "b": []}}}, "resolutionOrder": [{"$ref": "#/modifiers/m"}]}"##,
            "the modifier m has no default; choose one of a, b"
        ),
        (
            ##"{"sets": {"s": {"sources": [{"$ref": "#/modifiers/m"}]}}, "resolutionOrder": [{"$ref": "#/sets/s"}]}"##,
            "only a set may be named here"
        ),
        (
            ##"{"sets": {"s": {"sources": [{"$ref": "#/sets/s"}]}}, "resolutionOrder": [{"$ref": "#/sets/s"}]}"##,
            "the sets name one another in a circle"
        ),
        (
            ##"{"sets": {"s": {"sources": [{"$ref": "https://example.org/a.json"}]}}, "resolutionOrder": [{"$ref": "#/sets/s"}]}"##,
            "files of other machines are not read"
        ),
        (
            ##"{"sets": {"s": {"sources": [{"$ref": "missing.json"}]}}, "resolutionOrder": [{"$ref": "#/sets/s"}]}"##,
            "missing.json cannot be read"
        ),
    ])
    func `an invalid resolver file is refused`(_ text: String, _ message: String) throws {
        let error = try #require(throws: TokenFileError.self) {
            try TokenFile(w3c: Array(text.utf8))
        }
        #expect(error.description.contains(message), "\(error)")
    }

    @Test func `a context that no modifier has is refused`() throws {
        let error = try #require(throws: TokenFileError.self) {
            try read("terrazzo/house.resolver.json", contexts: ["sise": "fine"])
        }
        #expect(error.description.contains("there is no modifier sise; there are size, theme"))
    }

    @Test func `a later file replaces the tokens of those before it`() throws {
        let files = [
            ##"{"color": {"$type": "color", "accent": {"$value": "#111111"}, "error": {"$value": "#222222"}}}"##,
            ##"{"color": {"accent": {"$type": "color", "$value": "{color.error}"}}}"##,
        ]
        let file = try TokenFile(files.enumerated().map { (Array($1.utf8), "\($0).json") })
        #expect(file.tokens.color(.accent, in: Traits()) == Color(0x222222))
        let error = try #require(throws: TokenFileError.self) {
            try TokenFile([
                (Array(files[0].utf8), "0.json"), (Array("{\n\"color\": 3}".utf8), "1.json"),
            ])
        }
        #expect(error.description.hasPrefix("1.json:2:10: color:"), "\(error)")
    }
}
