import AppearanceKit
import AppearanceTestSupport
import AppearanceTokens
import Testing

/// The parts of the W3C's format 2025.10 that a tool must support.
@Suite(.bounded) struct FormatTests {
    private func read(_ text: String) throws -> TokenFile { try TokenFile(w3c: Array(text.utf8)) }

    private func problem(_ text: String) throws -> String {
        try #require(throws: TokenFileError.self) { try read(text) }.description
    }

    /// Worked out elsewhere: by the library coloraide.
    @Test(arguments: [
        ("srgb-linear", "0.2, 0.5, 0.8", "#7cbce7"), ("hsl", "210, 100, 50", "#0080ff"),
        ("hsl", "-150, 100, 50", "#0080ff"), ("hwb", "30, 20, 10", "#e68c33"),
        ("lab", "52, 40, -30", "#ab60b1"),
        ("lch", "60, 40, 250", "#3f9ad2"), ("oklab", "0.6, 0.1, -0.05", "#a8669c"),
        ("oklch", "0.7, 0.12, 150", "#63b376"), ("prophoto-rgb", "0.4, 0.5, 0.3", "#6b9753"),
        ("rec2020", "0.4, 0.5, 0.6", "#407b97"), ("xyz-d65", "0.2, 0.25, 0.3", "#5f9290"),
        ("xyz-d50", "0.2, 0.25, 0.3", "#4e93a5"), ("display-p3", "1, 1, 1", "#ffffff"),
        ("a98-rgb", "0.5, 0.5, 0.5", "#818181"), ("hsl", "\"none\", 0, 100", "#ffffff"),
    ])
    func `a colour of any space is converted`(_ space: String, _ parts: String, _ expected: String)
        throws
    {
        let file = """
            {"color": {"accent": {"$type": "color", "$value":
              {"colorSpace": "\(space)", "components": [\(parts)]}}}}
            """
        #expect(try read(file).tokens.color(.accent, in: Traits()).description == expected)
    }

    @Test func `a colour outside of sRGB is its fallback, or the nearest of its hue`() throws {
        func color(_ rest: String) throws -> Color {
            try read(
                """
                {"color": {"accent": {"$type": "color", "$value":
                  {"colorSpace": "display-p3", "components": [0, 1, 0], "alpha": 0.5\(rest)}}}}
                """
            ).tokens.color(.accent, in: Traits())
        }
        #expect(try color(##", "hex": "#00ff11""##).description == "#00ff1180")
        let near = try color("")
        #expect(near.alpha == 0.5 && near.green > 0.9 && near.red < 0.5 && near.blue < 0.6)
    }

    @Test func `a reference may name a part of a value`() throws {
        let file = try read(
            """
            {"base": {"blue": {"$type": "color", "$value":
               {"colorSpace": "srgb", "components": [0.2, 0.4, 0.9], "hex": "#3366e6"}},
              "gap": {"$type": "dimension", "$value": {"value": 16, "unit": "px"}}},
             "color": {"accent": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [
               {"$ref": "#/base/blue/$value/components/0"}, {"$ref": "#/base/blue/$value/components/1"}, 0.7]}}},
             "spacing": {"$type": "dimension",
               "lg": {"$value": {"value": {"$ref": "#/base/gap/$value/value"}, "unit": "rem"}},
               "xl": {"$value": {"value": 32, "unit": {"$ref": "#/base/gap/$value/unit"}}}},
             "hue": {"$type": "number", "$value": {"$ref": "#/base/blue/$value/components/1"}}}
            """)
        #expect(file.tokens.color(.accent, in: Traits()) == Color(red: 0.2, green: 0.4, blue: 0.7))
        #expect(file.tokens.spacing(.lg) == 256 && file.tokens.spacing(.xl) == 32)
        #expect(file.otherTokens.first { $0.path == "hue" }?.css(in: Traits()) == "0.4")
        #expect(
            try problem(
                ##"{"spacing": {"md": {"$type": "dimension", "$value": {"$ref": "#/a/$value/b"}}}}"##
            )
            .contains("there is nothing at #/a/$value/b in this file"))
    }

    @Test func `a reference may name a token of the set`() throws {
        let file = try read(
            """
            {"color": {"own": {"$type": "color", "$value": "{color.text.success}"}},
             "line": {"$type": "border", "$value":
               {"color": "{color.accent}", "width": "{spacing.xxs}", "style": "solid"}}}
            """)
        for appearance in Appearance.allCases {
            let traits = Traits(appearance: appearance)
            #expect(
                file.tokens.color("own", in: traits) == file.tokens.color(.textSuccess, in: traits))
            let line = file.otherTokens.first?.css(in: traits)
            #expect(line == "2px solid \(file.tokens.color(.accent, in: traits))")
        }
        #expect(
            try problem(##"{"color": {"own": {"$type": "color", "$value": "{color.nothing}"}}}"##)
                .contains("there is no token color.nothing"))
    }

    @Test(arguments: [
        #""$extends": "{input}""#, ##""$extends": "#/input""##, ##""$ref": "#/input""##,
    ])
    func `a group extends another one`(_ reference: String) throws {
        let file = try read(
            """
            {"input": {"$type": "dimension", "$description": "as inherited",
               "field": {"width": {"$value": "12px", "$description": "as written"}, "height": {"$value": "3px"}}},
             "amount": {\(reference), "field": {"width": {"$value": "100px"}, "$description": "merged"},
               "more": {"$value": "1px"}},
             "third": {"$extends": "{amount}", "more": {"$value": "2px"}}}
            """)
        let values = file.otherTokens.map { "\($0.path) \($0.css(in: Traits()) ?? "")" }
        #expect(
            values == [
                "input.field.width 12px", "input.field.height 3px", "amount.field.width 100px",
                "amount.field.height 3px", "amount.more 1px", "third.field.width 100px",
                "third.field.height 3px",
                "third.more 2px",
            ])
    }

    @Test(arguments: [
        (
            ##"{"a": {"$extends": "{b}"}, "b": {"$extends": "{a}"}}"##,
            "the groups extend one another in a circle"
        ),
        (##"{"a": {"b": {"$extends": "{a}"}}}"##, "the groups extend one another in a circle"),
        (##"{"a": {"$extends": "{b}"}}"##, "there is no group b"),
        (
            ##"{"a": {"$extends": "{b}"}, "b": {"$value": 1}}"##,
            "a group extends a group, and this is a token"
        ),
        (##"{"a": {"$extends": 1}}"##, ##""$extends" names a group: "{button}" or "#/button""##),
    ])
    func `a group that cannot be extended is reported`(_ text: String, _ message: String) throws {
        #expect(try problem(text).contains(message))
    }

    /// Twenty lines would be a million groups.
    @Test func `groups that multiply one another are refused`() throws {
        let groups = (0..<20).map {
            #""g\#($0)": {"a": {"$extends": "{g\#($0 + 1)}"}, "b": {"$extends": "{g\#($0 + 1)}"}}"#
        }
        let text =
            "{\(groups.joined(separator: ",\n")), \"g20\": {\"t\": {\"$type\": \"number\", \"$value\": 1}}}"
        let message = try problem(text)
        #expect(
            message.contains("in a circle, or over more than 16")
                || message.contains("the groups have more than"))
    }

    @Test func `descriptions and extensions are kept, of groups and tokens, of the set and others`()
        throws
    {
        let file = try read(
            """
            {"$description": "Ours.", "$extensions": {"com.example": {"file": 1}},
             "color": {"$description": "Colours.", "$extensions": {"com.example": [true]},
               "accent": {"$root": {"$type": "color", "$value": "#0a6b42", "$deprecated": "soon",
                 "$description": "The brand.", "$extensions": {"com.example": 42}},
                 "faint": {"$type": "color", "$value": "#ddeeff"}}},
             "motion": {"$extensions": {"com.example": {"deep": {"er": null}}},
               "slow": {"$type": "duration", "$value": {"value": 1, "unit": "s"}, "$deprecated": false}}}
            """)
        let text = file.w3c
        for part in [
            #""$description": "Ours.""#, #""com.example": { "file": 1 }"#,
            #""$description": "Colours.""#,
            #""com.example": [true]"#, #""$deprecated": "soon""#, #""$description": "The brand.""#,
            #""com.example": 42"#, #""deep": { "er": null }"#, #""$deprecated": false"#,
        ] {
            #expect(text.contains(part), "\(part)")
        }
        let again = try read(text)
        #expect(again.tokens == file.tokens && again.w3c == text)
        #expect(again.otherTokens.map(\.path).contains("color.accent.faint"))
    }

    @Test func `two tokens of one name in a style sheet are named`() throws {
        let file = try read(
            ##"{"a": {"$type": "number", "b-c": {"$value": 1}, "b": {"c": {"$value": 2}}}, "spacing-md": {"$type": "number", "$value": 3}}"##
        )
        #expect(file.tokensWithoutCSS.map(\.path) == ["a.b.c", "spacing-md"])
        #expect(
            file.tokensWithoutCSS.allSatisfy {
                $0.reason.contains("the same name in a style sheet as")
            })
    }

    /// A page must not end in a style sheet by a name or a text.
    @Test func `names and texts cannot leave the style sheet`() throws {
        let file = try read(
            ##"{"a;b<c \u000a": {"$type": "string", "$value": "x"}}"##)
        #expect(file.css.contains("  --a-b-c--: \"x\";\n"), "\(file.otherTokens)")
        let text = try read(##"{"a": {"$type": "string", "$value": "</style>"}}"##)
        #expect(text.tokensWithoutCSS.map(\.path) == ["a"])
    }
}
