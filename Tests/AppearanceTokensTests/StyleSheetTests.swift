import AppearanceKit
import AppearanceTestSupport
import AppearanceTokens
import Testing

/// Style sheets made of tokens.
@Suite(.bounded) struct StyleSheetTests {
    private static let traits = Appearance.allCases.flatMap { appearance in
        Contrast.allCases.map { Traits(appearance: appearance, contrast: $0) }
    }

    @Test func `every colour is a property on every background`() throws {
        let css = DesignTokens.standard.css
        for token in ColorToken.allCases {
            let name = "--color-" + token.rawValue.replacing(".", with: "-")
            for traits in Self.traits {
                let value = DesignTokens.standard.color(token, in: traits)
                #expect(css.contains("  \(name): \(value);\n"), "\(name) \(traits)")
            }
        }
        for query in [
            "@media (prefers-color-scheme: dark) {", "@media (prefers-contrast: more) {",
            "[data-appearance=\"night\"] {",
            "[data-appearance=\"night\"][data-contrast=\"more\"] {",
            "--spacing-xxxl: 48px;", "--radius-lg: 12px;", "--text-label: 600 16px/1.25",
            "--shadow-md: 0px 4px 8px #0000001a;", "--shadow-md: none;", ".button-secondary {",
            "color-scheme: dark;",
        ] {
            #expect(css.contains(query), "\(query)")
        }
        #expect(css.count { $0 == "{" } == css.count { $0 == "}" })
    }

    @Test func `system controls and the sign of deletion follow each appearance`() throws {
        let css = DesignTokens.standard.css
        for (name, scheme, sign) in [
            ("light", "light", "none"), ("dark", "dark", "none"), ("night", "dark", #""\26A0\A0""#),
        ] {
            let rule = try #require(css.split(separator: "\n[data-appearance=\"\(name)\"] {").last)
            let declarations = rule.prefix { $0 != "}" }
            #expect(declarations.contains("  color-scheme: \(scheme);\n"), "\(name)")
            #expect(declarations.contains("  --sign: \(sign);\n"), "\(name)")
        }
        for rule in [
            """
            body {
              background: var(--color-background-primary);
              color: var(--color-text-primary);
              accent-color: var(--color-accent);
              font: var(--text-body);
            }
            """,
            """
            .card {
              padding: var(--spacing-lg);
              border: var(--card-border-width) solid var(--color-border-subtle);
              border-radius: var(--radius-xl);
              background: var(--color-surface-card);
              box-shadow: var(--shadow-md);
            }
            """,
            """
              padding: var(--spacing-md) var(--spacing-lg);
              border: var(--button-secondary-border);
              border-radius: var(--radius-lg);
              background: var(--button-secondary-fill);
              color: var(--button-secondary-label);
              font: var(--text-label);
              text-align: center;
            }
            """,
            ".button-destructive::before {\n  content: var(--sign);\n}",
        ] {
            #expect(css.contains(rule), "\(rule)")
        }
    }

    @Test func `a shadow has its spread`() throws {
        let file = """
            {"shadow": {"md": {"$type": "shadow", "$value": {"color": "#000",
              "offsetX": "0px", "offsetY": "1px", "blur": "2.5px", "spread": "-3px"}}}}
            """
        let css = try DesignTokens(w3c: Array(file.utf8)).css
        #expect(css.contains("--shadow-md: 0px 1px 2.5px -3px #000000;"))
    }

    @Test func `a brand reaches the style sheet`() {
        let css = DesignTokens.standard.branded(accent: Color(0x0A6B42)).css
        #expect(!css.contains("#0064d2") && !css.contains("#409cff"))
        #expect(css.contains("--color-accent: #0a6b42;"))
    }

    @Test func `a generic family of fonts has no quotes`() {
        var tokens = DesignTokens.standard
        tokens.fontFamilies = ["Inter", "ui-monospace", "monospace"]
        #expect(tokens.css.contains("--font-family: \"Inter\", ui-monospace, monospace;"))
    }

    @Test(arguments: traits) func `the sheet for GTK names every colour`(_ traits: Traits) {
        let sheet = DesignTokens.standard.gtkCSS(in: traits)
        for token in ColorToken.allCases {
            let name = token.rawValue.replacing(".", with: "_").replacing("-", with: "_")
            let value = DesignTokens.standard.color(token, in: traits)
            #expect(sheet.contains("@define-color \(name) \(value);\n"))
        }
        #expect(sheet.contains("@define-color accent_bg_color @accent;"))
        guard traits.appearance == .night else { return }
        // Every colour that is written out is black or a shade of red.
        for match in sheet.matches(of: /#([0-9a-f]{2})([0-9a-f]{4})/) {
            #expect(match.output.2 == "0000", "\(match.output.0)")
        }
    }

    /// A sidebar of a window without focus has colours of its own.
    @Test func `the sheet for GTK defines the colours of libadwaita's widgets`() {
        let sheet = DesignTokens.standard.gtkCSS(in: Traits(appearance: .night))
        let places = [
            "window", "view", "headerbar", "sidebar", "secondary_sidebar", "card", "thumbnail",
            "popover", "dialog", "overview", "active_toggle",
        ]
        let meanings = ["accent", "destructive", "success", "warning", "error"]
        let bars = ["headerbar", "sidebar", "secondary_sidebar"]
        let names =
            (places + meanings).flatMap { ["\($0)_bg", "\($0)_fg"] } + meanings
            + bars.flatMap { ["\($0)_backdrop", "\($0)_border"] }
        for name in names {
            #expect(sheet.split(separator: "@define-color \(name)_color @").count == 2, "\(name)")
        }
    }

    /// libadwaita draws it white in every appearance, and the filter of night makes white as red as the accent.
    @Test func `at night the knob of a switch that is on can be seen`() {
        let rule = "switch:checked > slider {\n  background-color: @accent_fg_color;\n}"
        let tokens = DesignTokens.standard
        for isOfLibadwaita in [true, false] {
            let night = tokens.gtkWidgets(
                in: Traits(appearance: .night), ofLibadwaita: isOfLibadwaita)
            #expect(night.contains(rule))
        }
        #expect(tokens.gtkCSS(in: Traits(appearance: .night)).contains(rule))
        #expect(!tokens.gtkCSS(in: Traits(appearance: .dark)).contains(rule))
        let night = Traits(appearance: .night)
        #expect(tokens.color(.accent, in: night) != tokens.color(.textOnAccent, in: night))
    }

    @Test func `the sheet for GTK has a rule for each button and card`() {
        var tokens = DesignTokens.standard
        tokens.palette[.accent].light = Color(red: 1, green: 0.2, blue: 0, alpha: 0.5)
        let sheet = tokens.gtkCSS(in: Traits())
        for rule in [
            """
            .token-card {
              padding: 16px;
              border-radius: 16px;
              background-color: #ffffff;
              color: @text_primary;
              border: 1px solid transparent;
              box-shadow: 0px 4px 8px 0px rgba(0, 0, 0, 0.1);
            }
            """,
            """
            .token-button-primary {
              padding: 12px 16px;
              border: 1.5px solid rgba(255, 51, 0, 0.5);
              border-radius: 12px;
              background-image: none;
              background-color: rgba(255, 51, 0, 0.5);
              color: #ffffff;
            """,
            """
            .token-button-secondary {
              padding: 12px 16px;
              border: 1.5px solid rgba(255, 51, 0, 0.5);
              border-radius: 12px;
              background-image: none;
              background-color: transparent;
            """,
            ".token-button-destructive {",
            ".token-caption {\n  font-size: 13px;\n  font-weight: 400;\n}",
        ] {
            #expect(sheet.contains(rule), "\(rule)")
        }
    }

    /// libadwaita has rows with a title, cards without padding, and buttons with these classes.
    @Test(arguments: traits) func `the sheet for GTK has no class of another's`(_ traits: Traits) {
        let sheet = DesignTokens.standard.gtkCSS(in: traits)
        let classes = sheet.matches(of: /\.([a-z][\w-]*)(?=[^{};]*\{)/).map(\.output.1)
        #expect(classes.contains("token-title"))
        let dimmed: Set<Substring> = ["dim-label", "dimmed", "subtitle"]
        let windows: Set<Substring> = ["background", "dialog"]
        let others = Set(classes.filter { !$0.hasPrefix("token-") })
        // Of these, only colours and opacity change.
        #expect(others.subtracting(dimmed).subtracting(windows) == [])
    }

    /// Only the colours of a rule differ from one appearance to another.
    @Test func `the sheet for GTK has the same sizes in every appearance`() {
        let sizes = Self.traits.map { traits in
            DesignTokens.standard.gtkCSS(in: traits).split(separator: "\n").compactMap { line in
                line.firstMatch(
                    of:
                        /^  (padding|border|border-radius|font-size|font-weight):( \S+)+?(?= solid|;)/
                )
                .map { String($0.output.0) }
            }
        }
        #expect(sizes[0].count > 20)
        #expect(Set(sizes).count == 1)
    }

    /// Whatever is drawn, a shade of the tint or not.
    @Test(arguments: [Color.red, Color(0xFF8000), Color(0x00FF00), Color(0x0000FF), .white, .black])
    func `the filter for GTK has six functions with finite numbers`(_ tint: Color) {
        let filter = NightStyle(tint: tint).gtkFilter
        if tint == .black {
            #expect(filter == "brightness(0)")
        } else {
            #expect(filter.matches(of: /[a-z-]+\(-?\d+(\.\d+)?(deg)?\)/).count == 6, "\(filter)")
        }
        #expect(!NightStyle(tint: Color(red: .nan, green: 1, blue: 0)).gtkFilter.contains("nan"))
    }

    /// GTK itself reports no error in any of them.
    @Test(.requires(.gtk), arguments: traits) func `GTK loads the style sheet`(_ traits: Traits)
        throws
    {
        let home = try TestHome()
        let path = try home.write(DesignTokens.standard.gtkCSS(in: traits), to: "tokens.css")
        let check = """
            import sys, gi
            gi.require_version("Gtk", "4.0")
            from gi.repository import Gtk
            provider, said = Gtk.CssProvider(), []
            provider.connect("parsing-error", lambda _, section, error: said.append(error.message))
            provider.load_from_path(sys.argv[1])
            print(len(provider.to_string()) > 2000, said)
            """
        let run = try ChildProcess.run(
            "/usr/bin/python3", ["-c", check, path], environment: home.environment)
        #expect(run.output == "True []\n", "\(run.errors)")
    }
}
