import AppearanceKit
import AppearanceTestSupport
import AppearanceTokens
import Testing

/// Files from elsewhere, and files that are wrong.
@Suite(.bounded) struct ReadingTests {
    private func read(_ text: String) throws -> DesignTokens {
        try DesignTokens(w3c: Array(text.utf8), file: "brand.json")
    }

    private static let light = Traits()
    private static let dark = Traits(appearance: .dark)

    @Test func `a brand can be a single token`() throws {
        let tokens = try read(
            ##"{"color": {"accent": {"$type": "color", "$value": "#0a6b42"}}}"##)
        #expect(tokens.button(.primary, in: Self.light).fill == Color(0x0A6B42))
        // It has no dark value, and its own is too dark there.
        let dark = tokens.color(.accent, in: Self.dark)
        #expect(dark != Color(0x0A6B42))
        for ground in ColorToken.backgrounds {
            #expect(dark.contrast(on: tokens.color(ground, in: Self.dark)) >= 4.5)
        }
        // A value that another tool lacks stays readable at night.
        #expect(tokens.color(.accent, in: Traits(appearance: .night)) == .red)
        #expect(tokens.palette[.error] == DesignTokens.standard.palette[.error])
        #expect(tokens.spacing(.md) == 12)
    }

    @Test func `references are followed in both notations`() throws {
        let tokens = try read(
            """
            {"brand": {"$type": "color",
                       "green": {"$value": {"colorSpace": "srgb", "components": [0, "none", 1],
                                            "alpha": 0.5, "hex": "#0000ff"}},
                       "main": {"$value": "{brand.green}"}},
             "color": {"$type": "color",
                       "accent": {"$value": "{brand.main}"},
                       "error": {"$ref": "#/brand/main"},
                       "warning": {"$value": {"$ref": "#/brand/green/$value"}}}}
            """)
        let blue = Color(0x0000FF, alpha: 0.5)
        for token in [ColorToken.accent, .error, .warning] {
            #expect(tokens.color(token, in: Self.light) == blue)
        }
    }

    @Test func `a group has a colour of its own in a token named root`() throws {
        let tokens = try read(
            """
            {"color": {"$type": "color",
                       "accent": {"$root": {"$value": "#111111"}, "soft": {"$value": "#222222"}},
                       "error": {"$value": "{color.accent.$root}"},
                       "warning": {"$ref": "#/color/accent/$root/$value"}}}
            """)
        for token in [ColorToken.accent, .error, .warning] {
            #expect(tokens.color(token, in: Self.light) == Color(0x111111))
        }
    }

    @Test func `a colour that has the name of one in the base set is reported`() throws {
        var base = DesignTokens.standard
        base.palette["sky-day"] = ColorValues(light: .black, dark: .white)
        func read(_ text: String) throws -> DesignTokens {
            try DesignTokens(w3c: Array(text.utf8), file: "brand.json", over: base)
        }
        let same = ##"{"color": {"$type": "color", "sky-day": {"$value": "#00f"}}}"##
        #expect(try read(same).color("sky-day", in: Self.light) == Color(0x0000FF))
        let fault = try #require(throws: TokenFileError.self) {
            _ = try read(##"{"color": {"$type": "color", "sky": {"day": {"$value": "#00f"}}}}"##)
        }
        #expect(
            fault.description.contains(
                "color.sky.day: it has the same name in a style sheet as color.sky-day"))
    }

    @Test func `a reference includes the values for other backgrounds`() throws {
        let tokens = try read(
            """
            {"base": {"$type": "color", "$value": "#111111",
                      "$extensions": {"io.github.appearanced": {"dark": "#eeeeee"},
                                      "com.other": {"anything": [1]}}},
             "color": {"accent": {"$value": "{base}"}}}
            """)
        #expect(
            tokens.palette[.accent]
                == ColorValues(light: Color(0x111111), dark: Color(0xEEEEEE), as: .text))
    }

    @Test func `the nearest type is in effect`() throws {
        let tokens = try read(
            """
            {"color": {"$type": "dimension", "accent": {"$type": "color", "$value": "#111111"},
                       "text": {"$type": "color", "primary": {"$value": "#111111"}}}}
            """)
        for token in [ColorToken.accent, .textPrimary] {
            #expect(tokens.color(token, in: Self.light) == Color(0x111111))
        }
    }

    @Test func `a colour without a value for dark has that for light, or one that can be read`()
        throws
    {
        func own(_ role: String) throws -> ColorValues {
            try read(
                """
                {"color": {"own": {"$type": "color", "$value": "#111111",
                  "$extensions": {"io.github.appearanced": {"night": "#800000", "role": "\(role)"}}}}}
                """
            ).palette["own"]
        }
        let color = Color(0x111111)
        #expect(try own("fill") == ColorValues(light: color, dark: color, night: Color(0x800000)))
        let sign = try own("sign")
        #expect(sign.light == color && sign.dark != color)
        for ground in ColorToken.backgrounds {
            #expect(sign.dark.contrast(on: DesignTokens.standard.color(ground, in: Self.dark)) >= 3)
        }
    }

    @Test func `a reference to a reference has the type and the values of the nearest`() throws {
        let tokens = try read(
            """
            {"blue": {"$value": "#0000ff",
                      "$extensions": {"io.github.appearanced": {"dark": "#111111"}}},
             "brand": {"$type": "color", "$value": "{blue}",
                       "$extensions": {"io.github.appearanced": {"dark": "#8888ff"}}},
             "color": {"accent": {"$value": "{brand}"}}}
            """)
        #expect(
            tokens.palette[.accent]
                == ColorValues(light: Color(0x0000FF), dark: Color(0x8888FF), as: .text))
    }

    @Test func `a colour of another tool that nothing refers to is ignored`() throws {
        let tokens = try read(
            """
            {"vivid": {"$type": "color",
                       "$value": {"colorSpace": "display-p3", "components": [1, 0, 0]}},
             "spacing": {"md": {"$type": "dimension", "$value": "20px"}}}
            """)
        #expect(tokens.palette == .standard && tokens.spacing(.md) == 20)
    }

    @Test func `a component may refer to a colour of the base set`() throws {
        var base = DesignTokens.standard
        base.palette["brand.deep"] = ColorValues(light: .black, dark: .white)
        let file = ##"{"card": {"fill": {"$type": "color", "$value": "{color.brand.deep}"}}}"##
        #expect(try DesignTokens(w3c: Array(file.utf8), over: base).card.fill == "brand.deep")
        #expect(throws: TokenFileError.self) { _ = try read(file) }
    }

    /// Each escape beside the same character in another notation.
    @Test func `every form of JSON is read`() throws {
        let tokens = try read(
            #"""
            \#u{FEFF}{ "$description" : null, "$extensions": {"x": [[], {}, [true, false, -1]]},
            \#t"\"\\\/\b\f\n\r\t\u0041\ud83d\ude00é": {"$type": "dimension", "$value": "15px"},
            "spacing": {\#r
              "$type": "dimension",
              "xs": {"$value": "{\u0022\u005c\u002F\u0008\u000c\u000a\u000d\u0009A😀é}"},
              "sm": {"$value": {"value": 1.5e1, "unit": "px"}},
              "md": {"$value": {"value": 0.015E+3, "unit": "px"}},
              "lg": {"$value": {"value": 150e-1, "unit": "px"}}}}
            """#)
        #expect([.xs, .sm, .md, .lg].map { tokens.spacing($0) } == [15, 15, 15, 15])
    }

    @Test func `every word for the weight of a font is read`() throws {
        let words = [
            "thin": 100, "hairline": 100, "extra-light": 200, "ultra-light": 200, "light": 300,
            "normal": 400, "regular": 400, "book": 400, "medium": 500, "semi-bold": 600,
            "demi-bold": 600, "bold": 700, "extra-bold": 800, "ultra-bold": 800, "black": 900,
            "heavy": 900, "extra-black": 950, "ultra-black": 950,
        ]
        for (word, weight) in words {
            let tokens = try read(Self.text(weight: "\"\(word)\""))
            #expect(
                tokens.text(.body, in: Self.light)
                    == TextStyle(size: 15, weight: weight, lineHeight: 1.5))
        }
    }

    private static func text(
        size: String = "15px", weight: String = "400", height: String = "1.5"
    ) -> String {
        """
        {"text": {"body": {"$type": "typography", "$value":
          {"fontSize": "\(size)", "fontWeight": \(weight), "lineHeight": \(height)}}}}
        """
    }

    @Test(arguments: [
        (text(size: "0.9px"), "0.9 px are not in 1.0...1000.0"),
        (text(size: "1001px"), "1001.0 px are not in 1.0...1000.0"),
        (text(weight: "0"), "a font weight is 1 to 1000"),
        (text(weight: "1001"), "a font weight is 1 to 1000"),
        (text(weight: "400.5"), "a font weight is 1 to 1000"),
        (text(weight: "\"fat\""), "or a word such as \"bold\""),
        (text(height: "0.4"), "a line height is a multiple of the size, 0.5 to 10"),
        (text(height: "11"), "a line height is a multiple of the size, 0.5 to 10"),
        (text(height: "\"20px\""), "a line height is a multiple of the size, 0.5 to 10"),
    ])
    func `a style of text out of range is reported`(_ text: String, _ message: String) throws {
        let error = try #require(throws: TokenFileError.self) { _ = try read(text) }
        #expect(error.description.contains(message), "\(error)")
    }

    @Test func `every part of a component is read`() throws {
        let tokens = try read(
            """
            {"button": {"secondary": {
               "label": {"$type": "color", "$value": "{color.error}"},
               "padding-vertical": {"$type": "dimension", "$value": "{spacing.xs}"},
               "padding-horizontal": {"$type": "dimension", "$value": "{spacing.xxl}"},
               "radius": {"$type": "dimension", "$value": "{radius.sm}"},
               "text": {"$type": "typography", "$value": "{text.caption}"}}},
             "card": {
               "border-width": {"$type": "dimension", "$value": "100px"},
               "padding": {"$type": "dimension", "$value": "{spacing.xs}"},
               "shadow": {"$type": "shadow", "$value": "{shadow.lg}"}},
             "shadow": {"lg": {"$type": "shadow", "$value": {"color": "#000",
               "offsetX": "-10000px", "offsetY": "1px", "blur": "0px", "spread": "-3px"}}},
             "radius": {"sm": {"$type": "dimension", "$value": "5px"}}}
            """)
        // A described button has only the written parts.
        #expect(
            tokens.buttons[.secondary]
                == ButtonRecipe(
                    fill: nil, label: .error, radius: .sm, paddingVertical: .xs,
                    paddingHorizontal: .xxl, text: .caption))
        #expect(tokens.card == CardRecipe(borderWidth: 100, padding: .xs, shadow: .lg))
        #expect(
            tokens.shadow(.lg, in: Self.light)
                == Shadow(color: .black, offsetX: -10_000, offsetY: 1, blur: 0, spread: -3))
        #expect(tokens.radius(.sm) == 5)
    }

    @Test func `references are followed over 31 tokens`() throws {
        func chain(_ count: Int) -> String {
            let tokens = (0..<count).map { "\"t\($0)\": {\"$value\": \"{t\($0 + 1)}\"}, " }.joined()
            return "{\(tokens)\"t\(count)\": {\"$value\": \"#111111\"}, "
                + ##""color": {"$type": "color", "accent": {"$value": "{t0}"}}}"##
        }
        #expect(try read(chain(30)).color(.accent, in: Self.light) == Color(0x111111))
        #expect(throws: TokenFileError.self) { _ = try read(chain(31)) }
    }

    @Test func `lengths and typography are read`() throws {
        let tokens = try read(
            """
            {"spacing": {"$type": "dimension", "md": {"$value": {"value": 1, "unit": "rem"}},
                         "lg": {"$value": "20px"}, "xl": {"$value": "2rem"}},
             "font": {"family": {"$type": "fontFamily", "$value": "Inter"}},
             "text": {"body": {"$type": "typography", "$description": "what is read",
                "$value": {"fontFamily": "{font.family}", "fontSize": {"value": 15, "unit": "px"},
                           "fontWeight": "semi-bold", "letterSpacing": {"value": 0, "unit": "px"},
                           "lineHeight": 1.4}}},
             "shadow": {"md": {"$type": "shadow", "$value": {"color": "#00000080",
                "offsetX": "1px", "offsetY": "-2px", "blur": "3px"}}},
             "button": {"primary": {"fill": {"$type": "color", "$value": "{color.error}"},
                                    "radius": {"$type": "dimension", "$value": "{radius.full}"}}}}
            """)
        #expect([.md, .lg, .xl].map { tokens.spacing($0) } == [16, 20, 32])
        #expect(tokens.fontFamilies == ["Inter"])
        #expect(
            tokens.text(.body, in: Self.light) == TextStyle(size: 15, weight: 600, lineHeight: 1.4))
        let shadow = tokens.shadow(.md, in: Self.light)
        #expect(shadow?.offsetY == -2 && shadow?.offsetX == 1 && shadow?.blur == 3)
        let button = tokens.button(.primary, in: Self.light)
        #expect(button.fill == Color(0xD0021B) && button.cornerRadius == 9999)
    }

    /// Each one with its line, its column, its token, and the remedy.
    @Test(arguments: [
        ("", "1:1: the file ends where a value is expected"),
        ("[]", "1:1: a token file is an object of groups, not a list"),
        ("{\n  \"a\": 1,\n}", "3:1: a name in quotes is expected after ,"),
        ("{ // no\n}", "1:3: a name in quotes is expected"),
        (##"{"a": {}, "a": {}}"##, ##"1:11: "a" is there twice; remove one"##),
        (##"{"a": tru}"##, "1:10: this should be true"),
        (##"{"a": "x"##, "the file ends inside a text"),
        (##"{"a": "\ud800"}"##, ##"this \u is not a character"##),
        (##"{"a": 01}"##, "1:7: this is not a number in JSON"),
        (##"{"a": -}"##, "1:7: this is not a number in JSON"),
        (##"{"a": 1.}"##, "1:7: this is not a number in JSON"),
        (##"{"a": 1e}"##, "1:7: this is not a number in JSON"),
        (##"{"a": 1e999}"##, "1:7: this is not a number in JSON"),
        (##"{"a": .5}"##, "1:7: this is not the beginning of a value"),
        (##"{"a" 1}"##, ##"1:6: a : is expected after "a""##),
        (##"{"a": {} "b": {}}"##, "1:10: a , or } is expected"),
        (##"{"a": [1 2]}"##, "1:10: a , or ] is expected"),
        (##"{"a": /* */ 1}"##, ##"1:7: JSON has no comments; write a "$description""##),
        (##"{"a": nul}"##, "1:10: this should be null"),
        ("{\"a\": \"\t\"}", ##"1:8: a text ends on its line; write \n"##),
        (##"{"a": "\x"}"##, ##"1:9: after \ comes one of " \ / b f n r t u"##),
        (##"{"a": "\u00g0"}"##, "1:12: four hexadecimal digits are expected"),
        (##"{"a": "\u00１0"}"##, "1:12: four hexadecimal digits are expected"),
        (##"{"a": "\udc00\udc00"}"##, ##"this \u is not a character"##),
        (##"{"a": "\ud83d\u0041"}"##, ##"this \u is not a character"##),
        (
            String(repeating: "[", count: 64) + String(repeating: "]", count: 64),
            "1:1: a token file is an object of groups, not a list"
        ),
        (##"{} x"##, "1:4: nothing may follow the last brace"),
        (String(repeating: "[", count: 70), "1:65: more than 64 levels"),
        (
            ##"{"color": {"accent": "red"}}"##,
            ##"1:22: color.accent: the text "red" is not a token"##
        ),
        (
            ##"{"color": {"accent": {"$value": "red"}}}"##,
            ##"1:12: color.accent: its "$type" must be "color""##
        ),
        (
            ##"{"color": {"$type": "color", "accent": {"$value": "red"}}}"##,
            ##"1:51: color.accent: "red" is not a colour; write one such as "#0a84ff""##
        ),
        (
            ##"{"color": {"$type": "color", "acent": {"$value": "#ff0000"}}}"##,
            "1:30: color.acent: the set has no such token; did you mean color.accent?"
        ),
        (
            ##"{"color": {"$type": "color", "sky": {"day-blue": {"$value": "#00f"}}, "sky-day": {"blue": {"$value": "#00f"}}}}"##,
            "color.sky-day.blue: it has the same name in a style sheet as color.sky.day-blue"
        ),
        (
            ##"{"color": {"$type": "color", "accent": {"$value": "{brnd}"}}, "brand": {"$value": 1}}"##,
            "1:51: color.accent: there is no token brnd; did you mean brand?"
        ),
        (
            ##"{"color": {"$type": "color", "accent": {"$value": "{color.error}"}, "error": {"$value": "{color.accent}"}}}"##,
            "the references go round in a circle"
        ),
        (
            ##"{"color": {"$type": "color", "accent": {"$value": {"colorSpace": "cmyk", "components": [0,0,0]}}}}"##,
            ##"1:66: color.accent: a colour space is one of srgb, srgb-linear, hsl"##
        ),
        (
            ##"{"color": {"$type": "color", "accent": {"$value": {"colorSpace": "srgb", "components": [0,255,0]}}}}"##,
            "1:91: color.accent: a part of a colour is 0 to 1 here, not the number 255.0"
        ),
        (
            ##"{"color": {"$type": "color", "accent": {"$value": "#fff", "$extensions": {"io.github.appearanced": {"night": "#00ff00"}}}}}"##,
            "color.accent: night is black and red alone"
        ),
        (
            ##"{"color": {"$type": "color", "accent": {"$value": "#fff", "$extensions": {"io.github.appearanced": {"night": "#0000ff"}}}}}"##,
            "color.accent: night is black and red alone"
        ),
        (
            ##"{"color": {"$type": "color", "own": {"$value": "#fff", "$extensions": {"io.github.appearanced": {"role": "txt"}}}}}"##,
            "color.own: a role is one of fill, sign, text, textOnAccent"
        ),
        (
            ##"{"color": {"$type": "color", "own": {"$value": "#fff", "$extensions": {"io.github.appearanced": [1]}}}}"##,
            "color.own: here belong dark, night, high-contrast, role"
        ),
        (
            ##"{"color": {"$type": "color", "own": {"$value": "#fff", "$extensions": {"io.github.appearanced": {"high-contrast": {"lihgt": "#000"}}}}}}"##,
            ##"color.own: "lihgt" is none of light, dark, night"##
        ),
        (
            ##"{"color": {"accent": {"$type": "colour", "$value": "#fff"}}}"##,
            ##"1:12: color.accent: its "$type" must be "color", not "colour""##
        ),
        (
            ##"{"color": {"accent": {"$type": 1, "$value": "#fff"}}}"##,
            ##"color.accent: a "$type" is a text such as "color""##
        ),
        (
            ##"{"color": {"$type": "color", "accent": {"$value": "{}"}}}"##,
            "1:51: color.accent: a reference is written {group.token}"
        ),
        (
            ##"{"color": {"$type": "color", "accent": {"$value": "{color.error"}}}"##,
            "1:51: color.accent: a reference is written {group.token}"
        ),
        (
            ##"{"color": {"$type": "color", "accent": {"$ref": "#/a~1b/c~01"}}}"##,
            "color.accent: there is no token a/b.c~1 in this file"
        ),
        (
            ##"{"color": {"$type": "color", "accent": {"$value": null}}}"##,
            ##"a colour is { "colorSpace": "srgb", "components": [0, 0.5, 1] }, not null"##
        ),
        (
            ##"{"color": {"$type": "color", "accent": {"$value": {"colorSpace": "srgb", "components": [0,0,0,0]}}}}"##,
            ##"1:88: color.accent: "components" are three numbers"##
        ),
        (
            ##"{"color": {"$type": "color", "accent": {"$value": {"colorSpace": "srgb", "components": [0,true,0]}}}}"##,
            "1:91: color.accent: a part of a colour is 0 to 1 here, not true"
        ),
        (
            ##"{"spacing": {"$type": "dimension", "md": {"$value": [1]}}}"##,
            ##"spacing.md: a length is { "value": 12, "unit": "px" }, not a list"##
        ),
        (
            ##"{"spacing": {"$type": "dimension", "md": {"$value": {"value": 1}}}}"##,
            ##"spacing.md: a length is { "value": 12, "unit": "px" }, not an object"##
        ),
        (
            ##"{"a": "1234567890123456789012345678901234567890123"}"##,
            ##"a: the text "1234567890123456789012345678901234567890" is not a token"##
        ),
        (
            ##"{"spacing": {"$type": "dimension", "md": {"$value": "nanpx"}}}"##,
            "spacing.md: nan px are not in 0.0...100000.0"
        ),
        (
            ##"{"shadow": {"$type": "shadow", "md": {"$value": {"color": "#000"}}}}"##,
            ##"shadow.md: a shadow has "color", "offsetX", "offsetY", "blur", "spread""##
        ),
        (
            ##"{"shadow": {"$type": "shadow", "md": {"$value": {"color": "#000", "offsetX": "0px", "offsetY": "0px", "blur": "-1px"}}}}"##,
            "shadow.md: -1.0 px are not in 0.0...10000.0"
        ),
        (
            ##"{"shadow": {"$type": "shadow", "md": {"$value": {"color": "#000", "offsetX": "-10001px", "offsetY": "0px", "blur": "1px"}}}}"##,
            "shadow.md: -10001.0 px are not in -10000.0...10000.0"
        ),
        (
            ##"{"text": {"$type": "typography", "body": {"$value": {}}}}"##,
            ##"text.body: typography has "fontFamily", "fontSize""##
        ),
        (
            ##"{"card": {"border-width": {"$type": "dimension", "$value": "101px"}}}"##,
            "card.border-width: 101.0 px are not in 0.0...100.0"
        ),
        (
            ##"{"card": {"fill": {"$type": "color", "$value": "{color.paper}"}}}"##,
            "card.fill: components are made of tokens"
        ),
        (
            ##"{"brand": {"$type": "color", "$value": "#fff"}, "card": {"fill": {"$value": "{brand}"}}}"##,
            "card.fill: components are made of tokens"
        ),
        (
            ##"{"card": {"shadow": {"$type": "shadow", "$value": "{radius.sm}"}}}"##,
            "card.shadow: components are made of tokens; write a reference such as {shadow.md}"
        ),
        (##"{"ab": {"$value": "{cd}"}}"##, "1:19: ab: there is no token cd in this file"),
        (
            ##"{"brand": {"$value": "{other.colour}"}}"##,
            "1:22: brand: there is no token other.colour in this file"
        ),
        (
            ##"{"SPACING": {}, "spacing": {"XXLL": {"$value": "1px"}}}"##,
            "spacing.XXLL: the set has no such token; did you mean spacing.xxl?"
        ),
        (
            ##"{"a": {"$other": 1}}"##,
            ##"a: the format has no $other; extras belong in "$extensions""##
        ),
        (##"{"a": {"": {"$value": 1}}}"##, "a.: a name must not be empty, nor have { } or . in it"),
        (##"{"a}": {"$value": 1}}"##, "a}: a name must not be empty, nor have { } or . in it"),
        (
            ##"{"color": {"$type": "color", "accent": {"$value": "#fff", "$extensions": {"io.github.appearanced": {"drak": "#00ff00"}}}}}"##,
            ##""drak" is none of dark, night, high-contrast"##
        ),
        (
            ##"{"spacing": {"$type": "dimension", "md": {"$value": {"value": 1, "unit": "em"}}}}"##,
            ##"1:74: spacing.md: a unit is "px" or "rem""##
        ),
        (
            ##"{"spacing": {"$type": "dimension", "md": {"$value": "-1px"}}}"##,
            "spacing.md: -1.0 px are not in 0.0...100000.0"
        ),
        (
            ##"{"card": {"fill": {"$type": "color", "$value": "#fff"}}}"##,
            "card.fill: components are made of tokens; write a reference such as {color.accent}"
        ),
        (##"{"a": {"$valeu": 1}}"##, "a: the format has no $valeu; did you mean $value?"),
        (##"{"a.b": {"$value": 1}}"##, "a.b: a name must not be empty, nor have { } or . in it"),
        (##"{"a": {"$value": 1, "b": {"$value": 2}}}"##, ##"1:21: a.b: a token holds no other"##),
        (
            ##"{"a": {"$root": {"b": {"$value": 1}}, "b": {"$value": 2}}}"##,
            "1:39: a.b: another token has this path; rename one"
        ),
        (
            "{\"a\": {\"\u{301}b\": {\"$value\": 1}}, \"a.\u{301}b\": {\"$value\": 2}}",
            "a.\u{301}b: another token has this path; rename one"
        ),
        (
            ##"{"a": {"$type": "color", "$value": {"$ref": "other.json#/b"}}}"##,
            "a: only tokens of this file"
        ),
    ])
    func `an error is reported with its position`(_ text: String, _ message: String) throws {
        let fault = try #require(throws: TokenFileError.self) { _ = try read(text) }
        #expect(fault.description.contains(message), "\(fault)")
        #expect(fault.description.hasPrefix("brand.json:1:") || text.contains("\n"))
    }

    @Test(arguments: [
        ##"[]"##, ##"["Inter", 1]"##, ##""""##, ##""a\"b""##, ##""a\\b""##, ##""a\nb""##, "1",
    ])
    func `a family of fonts that is no name is reported`(_ family: String) throws {
        let error = try #require(throws: TokenFileError.self) {
            _ = try read(
                ##"{"font": {"family": {"$type": "fontFamily", "$value": \##(family)}}}"##)
        }
        let message = "font.family: a font family is a name, or a list of names"
        #expect(error.description.contains(message), "\(error)")
    }

    @Test(arguments: [
        ##"{"cards": {"fil": {"$value": 1}}}"##, ##"{"spacing": {"huge": {"$value": "1px"}}}"##,
        ##"{"color": {"$type": "color", "sky-blue": {"$value": "#00f"}}}"##,
        ##"{"spacing": {"$type": "dimension", "lg": {"$value": "1px"}, "lgg": {"$value": "1px"}}}"##,
    ])
    func `a token with another name is ignored`(_ text: String) throws {
        let tokens = try read(text)
        #expect(tokens.spacing(.md) == 12 && tokens.card == DesignTokens.standard.card)
    }

    @Test func `all errors are reported together, in order`() throws {
        let fault = try #require(throws: TokenFileError.self) {
            _ = try read(
                """
                {"color": {"$type": "color",
                  "error": {"$value": "red"},
                  "accent": {"$value": 3}}}
                """)
        }
        #expect(fault.diagnostics.map(\.line) == [2, 3])
        #expect(fault.diagnostics.map(\.key) == ["color.error", "color.accent"])
    }

    @Test func `invalid UTF-8 is refused`() {
        #expect(throws: TokenFileError.self) { _ = try DesignTokens(w3c: [0x7B, 0xFF, 0x7D]) }
    }
}
