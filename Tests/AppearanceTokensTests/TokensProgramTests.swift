import AppearanceKit
import AppearanceTestSupport
import AppearanceTokens
import Foundation
import Glibc
import Testing

/// The program on the standard set and on files with problems.
@Suite(.bounded) struct TokensProgramTests {
    private let home: TestHome

    init() throws {
        home = try TestHome()
    }

    private func run(_ words: String...) throws -> TokensProgram.Outcome {
        try TokensProgram.run(words)
    }

    /// Returns the findings of `check` for a file, without the remedies.
    private func findings(_ text: String, in name: String) throws -> [String] {
        let path = try home.write(text, to: name)
        let outcome = try run("check", path)
        #expect(outcome.errorOutput == "")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(outcome.status == (lines.count > 1 ? 1 : 0))
        return lines.filter { $0.hasPrefix(path) }.map { line in
            let place = line.dropFirst(path.count + 1)
            let mistake = place.split(separator: "[").last?.dropLast() ?? ""
            return "\(place.prefix { $0 != ":" }) \(mistake)"
        }
    }

    @Test func `the tables are complete`() throws {
        let outcome = try run("show")
        #expect(outcome.status == 0)
        let lines = outcome.output.split(separator: "\n").map(String.init)
        for token in ColorToken.allCases {
            #expect(lines.contains { $0.hasPrefix(token.rawValue + "  ") })
        }
        // Worked out elsewhere, for the dark values.
        for (pair, ratio) in [
            ("text.primary on background.primary", "19.80 AAA 108"),
            ("text.secondary on background.primary", "10.02 AAA"),
            ("text.primary on surface.card", "17.01 AAA"),
            ("accent on background.primary", "6.99 AA"),
        ] {
            #expect(lines.contains { $0.hasPrefix(pair + "  ") && $0.contains(ratio) }, "\(pair)")
        }
        #expect(outcome.output.hasSuffix("\nEvery pair has level AA of WCAG 2.\n"))
        // The article's colours are shown beside.
        #expect(lines.contains { $0.hasPrefix("accent  ") && $0.hasSuffix("#007aff #0a84ff") })
        #expect(lines.contains { $0.hasPrefix("text.primary  ") && $0.hasSuffix("the same") })
        #expect(!outcome.output.contains("\u{1B}"))
    }

    @Test func `the set of the article is shown and exported, with its weak pairs`() throws {
        let shown = try run("show", "--set", "article").output
        #expect(shown.contains(/text\.tertiary on background\.primary +3\.26 low 60 +3\.31 low 22/))
        #expect(shown.contains("pairs below level AA of WCAG 2: they are marked low."))
        let css = try run("export", "--format", "css", "--set", "article").output
        #expect(css.contains("--color-accent: #007aff;") && !css.contains("#0064d2"))
    }

    @Test func `tokens that a format does not have are named`() throws {
        let path = Repository.root + "/Tests/Fixtures/tokens/style-dictionary/values.json"
        let css = try run("export", "--format", "css", "--tokens", path)
        #expect(css.status == 0 && css.output.contains("--motion-fade: 400ms"))
        #expect(
            css.errorOutput.contains(
                "2 tokens of \(path) are not used by css: grid (an object of the type"))
        let gtk = try run("export", "--format", "gtk", "--tokens", path)
        #expect(gtk.errorOutput.contains("23 tokens of \(path) are not used by gtk: scale.0, "))
        #expect(
            try run("check", path).output.hasPrefix(
                "\(path): 23 tokens not of the set; css, json and swift have them."))
        #expect(
            try run("show", "--tokens", path).output.contains(
                /\ngrid +layout +no value in CSS: an object of/))
    }

    @Test func `a resolver file's paths are relative to it`() throws {
        let path = Repository.root + "/Tests/Fixtures/tokens/terrazzo/house.resolver.json"
        let css = try run("export", "--format", "css", "--tokens", path, "--context", "size=coarse")
            .output
        #expect(css.contains("--color-accent: #8fbcff;") && css.contains("--space-wide: 64px;"))
        let wrong = try run("show", "--tokens", path, "--context", "coarse")
        #expect(wrong.status == 1 && wrong.errorOutput.contains("write modifier=context"))
    }

    @Test func `each of several resolver files has its own folder`() throws {
        func accent(_ color: String) -> String {
            "{\"color\": {\"accent\": {\"$type\": \"color\", \"$value\": \"\(color)\"}}}"
        }
        let resolver = """
            {"version": "2025.10", "sets": {"base": {"sources": [{"$ref": "light.json"}]}},
             "resolutionOrder": [{"$ref": "#/sets/base"}]}
            """
        var paths: [String] = []
        for (name, color) in [("one", "#0a6b42"), ("two", "#6b420a")] {
            paths.append(try home.write(resolver, to: "\(name)/brand.resolver.json"))
            try home.write(accent(color), to: "\(name)/light.json")
        }
        let own = try home.write("{}", to: "app/own.json")
        let one = try run("export", "--format", "css", "--tokens", paths[0], "--tokens", own)
        #expect(one.output.contains("--color-accent: #0a6b42;"), "\(one.errorOutput)")
        let two = try run("export", "--format", "css", "--tokens", paths[0], "--tokens", paths[1])
        #expect(two.output.contains("--color-accent: #6b420a;"), "\(two.errorOutput)")
    }

    @Test func `the JSON export equals the standard set`() throws {
        let outcome = try run("export", "--format", "json")
        #expect(try DesignTokens(w3c: Array(outcome.output.utf8)) == .standard)
        #expect(outcome.output == DesignTokens.standard.w3c)
    }

    @Test func `a brand is exported`() throws {
        let brand = try home.write(
            ##"{"color": {"accent": {"$type": "color", "$value": "#0a6b42"}}}"##, to: "brand.json")
        let css = try run("export", "--format", "css", "--tokens", brand).output
        #expect(css.contains("--color-accent: #0a6b42;"))
        let gtk = try run(
            "export", "--format", "gtk", "--appearance", "night", "--contrast", "more")
        #expect(gtk.output.contains("@define-color text_primary #ff0000;"))
        #expect(gtk.output.hasPrefix("/* Design tokens for GTK 4: night, high contrast."))
    }

    @Test func `a shell has a terminal's colours by the accent of a brand`() throws {
        let brand = try home.write(
            ##"{"color": {"accent": {"$type": "color", "$value": "#123456"}}}"##, to: "brand.json")
        let text = try run("export", "--format", "shell", "--tokens", brand).output
        let colors = try ChildProcess.run(
            "sh",
            ["-c", "eval \"$1\"; palette dark; echo $cursor $background $colors", "sh", text],
            environment: TestHome.plainEnvironment)
        let words = colors.output.split(whereSeparator: \.isWhitespace)
        #expect(words.count == 18 && words.dropFirst().first == "0a0a0a", "\(colors)")
        #expect(words.count > 6 && words[6] == words[0], "blue is the accent")
        let accent = try #require(words.first.flatMap { Color(hex: "#" + $0) })
        #expect(accent != Color(0x123456) && accent.contrast(on: Color(0x0A0A0A)) >= 4.5)
    }

    @Test func `the exports pass the check`() throws {
        for format in ["css", "json"] {
            let text = try run("export", "--format", format).output
            #expect(try findings(text, in: "own.\(format)") == [])
        }
        for appearance in ["light", "dark", "night"] {
            let page = home.path + "/\(appearance).css"
            let text = try run("export", "--format", "css").output
            try home.write(text, to: page)
            #expect(try run("check", page).output == "No problem in 1 file.\n")
        }
    }

    @Test func `errors in a style sheet are found`() throws {
        try home.write("", to: "there.png")
        try home.write("", to: "there-dark.png")
        let sheet = """
            :root { --color-text: #111; --shadow-card: 0 1px 2px #0003; }
            body { color: #333333; background: var(--color-ground); }
            .hero { background-image: url(hero.png), url("there.png"); }
            .fine { background-image: url(there.png); border-color: transparent; }
            .badge { border: 1px solid var(--color-error); }
            .error-text { color: var(--color-error); }
            .card { box-shadow: 0 2px 8px rgba(0, 0, 0, 0.2); }
            .meant { color: white; } /* tokens-allow: raw-colour */
            @media (prefers-color-scheme: dark) {
              body { background-color: #000; }
              .x { color: var(--a); /* #fff; } */ }
            }
            """
        #expect(
            try findings(sheet, in: "style.css") == [
                "1 same-shadow", "2 raw-colour", "3 light-picture", "5 error-as-decoration",
                "7 raw-colour", "7 same-shadow", "10 no-high-contrast", "10 unstyled-parts",
                "10 raw-colour", "10 black-ground",
            ])
    }

    /// The time limit of the suite is the assertion: the work grew with the square of the size.
    @Test func `a sheet in one line, and one of nested blocks, are checked`() throws {
        let line = String(repeating: "a{color:#fff}", count: 20_000)
        #expect(
            try findings(line, in: "line.css") == Array(repeating: "1 raw-colour", count: 20_000))
        let nested = String(repeating: "a{", count: 100_000) + "color:#fff"
        #expect(try findings(nested + ";", in: "nested.css") == ["1 raw-colour"])
    }

    @Test func `custom properties, backgrounds and shadows are checked for colours`()
        throws
    {
        let sheet = """
            :root { --accent: #07f; --raised-shadow: 0 1px #0003; --page-background: white; }
            .x { color: #07f; }
            @media (prefers-color-scheme: dark) {
              :root { --accent: #4af; --raised-shadow: 0 1px #0003; --page-background: #000; }
              :root { --page-foreground: black; color-scheme: dark; }
            }
            @media (prefers-contrast: more) { :root { --accent: #036; } }
            """
        #expect(
            try findings(sheet, in: "properties.css") == [
                "1 same-shadow", "2 raw-colour", "4 black-ground",
            ])
    }

    @Test(arguments: [
        ("#123", true), ("#12345", false), ("url(#fff)", false), ("\"red\"", false), ("RED", true),
        ("var(--red)", false), ("red-ish", false), ("rgb(0 0 0)", true), ("1px solid gray", true),
        ("url(\"a(1)#fff\")", false),
        ("url(", false), ("#", false), ("hsl", false), ("linear-gradient(white, #00000080)", true),
    ])
    func `a literal colour is distinguished from similar text`(
        _ value: String, _ isColour: Bool
    ) throws {
        let found = try findings(".x { border: \(value); }\n", in: "value.css")
        #expect(found == (isColour ? ["1 raw-colour"] : []))
    }

    /// At 2 ms a rule it would take 40 s.
    @Test func `a sheet of twenty thousand rules is checked`() throws {
        let rules = (0..<10_000).map { ".c\($0) { box-shadow: 0 1px 2px var(--s); }\n" }.joined()
        let dark = (0..<10_000).map { ".c\($0) { box-shadow: none; }\n" }.joined()
        let more = "@media (prefers-contrast: more) { :root { color-scheme: dark; } }\n"
        let sheet = rules + "@media (prefers-color-scheme: dark) {\n\(dark)}\n" + more
        #expect(try findings(sheet, in: "large.css") == [])
    }

    @Test func `a preview creates no folders`() throws {
        let path = home.path + "/missing/preview.html"
        let outcome = try run("preview", "--html", path)
        #expect(outcome.status == 1)
        #expect(
            outcome.errorOutput
                == "appearance-tokens: cannot write \(path): No such file or directory.\n")
        #expect(!FileManager.default.fileExists(atPath: home.path + "/missing"))
    }

    /// A rename would replace it: as root, even `/dev/null`.
    @Test func `a preview can be written to standard output`() throws {
        let outcome = try run("preview", "--html", "-")
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix("<!doctype html>"), "\(outcome.output.prefix(80))")
        #expect(outcome.output.hasSuffix("</html>\n"), "\(outcome.output.suffix(80))")
    }

    @Test func `a preview into a FIFO is written to it, and it stays one`() throws {
        let path = home.path + "/fifo"
        try #require(mkfifo(path, 0o600) == 0)
        let copy = home.path + "/copy"
        let reader = try ChildProcess(
            "/bin/cp", ["--copy-contents", "-r", path, copy], environment: [:])
        #expect(try run("preview", "--html", path).status == 0)
        #expect(try reader.expectExit() == .exited(0))
        #expect(try String(contentsOfFile: copy, encoding: .utf8).hasPrefix("<!doctype html>"))
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.type] as? FileAttributeType == .typeUnknown)
    }

    @Test(arguments: [
        #"content: "\"""#, #"background: url("data:image/svg+xml,<g transform='rotate(45)'/>")"#,
    ])
    func `quotes in a value do not hide the rest of the sheet`(declaration: String) throws {
        let sheet = ".a { \(declaration); }\n.b { color: #f00; }\n"
        #expect(try findings(sheet, in: "quotes.css") == ["2 raw-colour"])
    }

    @Test func `a comment in a sheet ends after its beginning`() throws {
        let sheet = "/*/ .a { color: #f00; } /*/\n.b { color: #f00; }\n"
        #expect(try findings(sheet, in: "comment.css") == ["2 raw-colour"])
    }

    @Test(arguments: ["\n", "\r\n"])
    func `lines may end with a carriage return`(end: String) throws {
        let lines = ["// view.fill(…)", "view.fill(Color(0xFF0000))"]
        let allowed = lines + [lines[1] + " // tokens-allow: raw-colour", ""]
        #expect(
            try findings(allowed.joined(separator: end), in: "View.swift") == ["2 raw-colour"])
    }

    @Test func `a text in a source begins and ends no comment`() throws {
        let source = #"""
            let help = """
                check Sources/*.swift, or \""" //
                """
            view.fill(Color(0xFF0000))
            let end = "\\" // view.fill(Color(0xFF0000))
            view.fill(Color(0xFF0000)) /* and
            view.fill(Color(0xFF0000)) */
            /*/ view.fill(Color(0xFF0000)) /*/
            """#
        #expect(try findings(source, in: "Text.swift") == ["4 raw-colour", "6 raw-colour"])
    }

    @Test func `the name of a font cannot end the style sheet of a page`() throws {
        let file = ##"{"font": {"family": {"$type": "fontFamily", "$value": "</style>"}}}"##
        let path = try home.write(file, to: "font.json")
        let outcome = try run("preview", "--html", home.path + "/page.html", "--tokens", path)
        #expect(outcome.errorOutput.contains("font.family: a font family is a name"))
        #expect(outcome.status == 1)
    }

    @Test func `a sheet for night may be black`() throws {
        let sheet = """
            :root { --color-background: #ffffff; }
            [data-appearance="night"] { --color-background: #000; color-scheme: dark; }
            @media (prefers-contrast: more) { :root { --color-text: #000; } }
            """
        #expect(try findings(sheet, in: "night.css") == [])
    }

    @Test func `a sheet for GTK must name the toolkit's own colours`() throws {
        let sheet = "@define-color mine #ff0000;\nwindow { color: @mine; }\n"
        #expect(try findings(sheet, in: "gtk.css") == ["2 unstyled-parts"])
        let gtk = try run("export", "--format", "gtk", "--appearance", "dark").output
        #expect(try !findings(gtk, in: "own.css").contains { $0.hasSuffix("unstyled-parts") })
    }

    @Test func `errors in a Swift source are found`() throws {
        let source = """
            let ground = SemanticColor("ground", light: Color(0xFFFFFF), dark: Color(0x0A0A0A))
            view.fill(Color(0xFF0000))
            // view.fill(Color(0xFF0000))
            let text = SemanticColor(
                "text",
                light: Color(0x111111), dark: Color(0xEEEEEE))
            view.background(Color.black)
            view.shadow(color: .black, radius: 4)
            row.border = tokens.color(.error, in: traits)

            let count = 1


            func showError() { label.color = tokens.color(.error, in: traits) }
            let logo = DynamicImage("logo.png")
            gtk_css_provider_load_from_data(provider, sheet, -1)
            """
        #expect(
            try findings(source, in: "View.swift") == [
                "1 no-high-contrast", "2 raw-colour", "7 black-ground", "8 same-shadow",
                "9 error-as-decoration", "15 light-picture", "16 unstyled-parts",
            ])
    }

    @Test func `each error in a Swift source is found once`() throws {
        let source = """
            let text = traits.appearance == .dark ? .white : .black
            let edge: Color = traits.isLight ? Color(0x111111) : .white
            let kept = DynamicColor(as: .sign) { traits in
                traits.isLight ? .black : .white
            }
            let fine = traits.isLight ? tokens.small : tokens.large
            let shadows = Shadows(
                light: Shadow(color: .black, offsetY: 2, blur: 4),
                dark: Shadow(color: .black, offsetY: 2,
                    blur: 4))
            let other = Shadows(light: Shadow(offsetY: 2), dark: nil)
            let logo = DynamicImage(light: "a", dark: "a")
            let good = DynamicImage(light: "a", dark: "b")
            let clear = DynamicColor(light: .red, dark: .red).highContrast(other)
            """
        #expect(
            try findings(source, in: "Chosen.swift") == [
                "1 raw-colour", "2 raw-colour", "8 same-shadow", "12 light-picture",
            ])
    }

    @Test func `a colour by its name is found where it is drawn`() throws {
        let source = """
            label.foregroundStyle(.red)
            headerBar.background = .white
            shadow(color: .black.opacity(0.2), radius: 4)
            row.tint(Color.blue)
            page.backgroundColor = .black

            label.foregroundStyle(traits.color(.accent))
            let red = SemanticColor("red", light: .red, dark: .red)
            header.isDark = true; window.state = .normal; filter(.red); mode = .dark
            view.fill(.white)
            headerBar.background = tokens.color(.surfaceCard, in: traits)
            """
        #expect(
            try findings(source, in: "Named.swift") == [
                "1 raw-colour", "2 raw-colour", "3 same-shadow", "4 raw-colour", "5 black-ground",
                "8 no-high-contrast",
                "10 raw-colour",
            ])
    }

    @Test func `an app's own colour is checked by its role`() throws {
        func file(_ role: String) -> String {
            """
            {"color": {"$type": "color", "decorative": {"red": {"$value": "#ffdddd",
              "$extensions": {"io.github.appearanced": {"dark": "#330000"\(role)}}}}}}
            """
        }
        #expect(try findings(file(""), in: "fill.json") == [])
        let found = try findings(file(#", "role": "text""#), in: "text.json")
        #expect(found == ["1 no-high-contrast", "1 contrast"])
        let table = try run("show", "--tokens", home.write(file(""), to: "own.json")).output
        #expect(table.contains("decorative.red"))
        let css = try run("export", "--format", "css", "--tokens", home.path + "/own.json").output
        #expect(css.contains("--color-decorative-red: #330000;"))
    }

    @Test func `errors in a token file are found`() throws {
        let file = """
            {"color": {"$type": "color",
              "accent": {"$value": "#ffff00"},
              "badge": {"$value": "{color.error}"},
              "delete-label": {"$value": "{color.error}"},
              "background": {
                "primary": {"$value": "#ffffff", "$extensions": {"io.github.appearanced":
                  {"dark": "#000000", "night": "#000000"}}}},
              "error": {"$value": "#ff3b30", "$extensions": {"io.github.appearanced":
                {"dark": "#ff453a", "high-contrast": {"light": "#b8000f", "dark": "#ff8a84"}}}}}}
            """
        let found = try findings(file, in: "brand.json")
        #expect(found.contains("2 no-high-contrast"))
        // Yellow is unreadable on every light background: one problem.
        #expect(found.filter { $0 == "2 contrast" }.count == 1)
        #expect(found.filter { $0.hasSuffix("error-as-decoration") } == ["3 error-as-decoration"])
        #expect(found.contains("6 black-ground"))
        #expect(!found.contains("8 no-high-contrast"))
    }

    @Test func `an invalid token file is refused with the position`() throws {
        let path = try home.write("{\n  \"color\": 3\n}", to: "wrong.json")
        for verb in [["check", path], ["show", "--tokens", path]] {
            let outcome = try TokensProgram.run(verb)
            #expect(outcome.status == 1)
            let expected = "\(path):2:12: color: the number 3.0 is not a token"
            #expect(outcome.errorOutput.contains(expected))
        }
        let other = try run("check", "/etc/passwd")
        #expect(other.status == 1 && other.errorOutput.contains("only files that end in"))
    }

    @Test func `the preview is one page with every token`() throws {
        let path = home.path + "/a preview.html"
        #expect(try run("preview", "--html", path).output == "Open it: xdg-open '\(path)'\n")
        let page = try String(contentsOfFile: path, encoding: .utf8)
        for appearance in Appearance.allCases {
            for contrast in ["standard", "more"] {
                #expect(page.contains("id=\"\(appearance.rawValue)-\(contrast)\""))
            }
        }
        #expect(page.split(separator: "data:image/bmp;base64,").count == 9)
        // The name of SVG in the filter of night is no address that is loaded.
        #expect(!page.replacing("http://www.w3.org/2000/svg", with: "").contains("http"))
        for token in ColorToken.allCases { #expect(page.contains("<td>\(token.rawValue)</td>")) }
    }

    @Test func `the help lists every command`() throws {
        let file = Repository.root + "/Tests/Fixtures/help/appearance-tokens.txt"
        let outcome = try run("--help")
        if ProcessInfo.processInfo.environment["APPEARANCE_WRITE_SNAPSHOTS"] != nil {
            try Data(outcome.output.utf8).write(to: URL(filePath: file))
        }
        #expect(outcome.status == 0)
        #expect(try outcome.output == String(contentsOfFile: file, encoding: .utf8))
    }

    @Test func `an unknown command is invalid usage`() throws {
        let outcome = try run("shwo")
        #expect(outcome.status == 2)
        #expect(outcome.errorOutput.contains("'shwo'"), "\(outcome.errorOutput)")
    }
}
