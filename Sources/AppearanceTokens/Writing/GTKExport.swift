public import AppearanceKit

/// The tokens as a style sheet for GTK 4 in one appearance, with libadwaita's named colours.
///
/// No rule changes the size of a widget from one appearance to another.
struct GTKExport {
    let tokens: DesignTokens
    let traits: Traits

    var text: String {
        let contrast = traits.contrast == .high ? "high contrast" : "standard contrast"
        let head =
            "/* Design tokens for GTK 4: \(traits.appearance.rawValue), \(contrast). "
            + "Made by appearanced. */\n"
        return ([head] + [colorDefinitions] + nightRules + [windowRule] + classRules).joined(
            separator: "\n")
    }

    var colorDefinitions: String { (colors + themeColors).joined() }

    /// The colours and rules of the toolkit's own widgets, without classes of an app's.
    func widgets(ofLibadwaita: Bool) -> String {
        let own = ofLibadwaita ? [] : GTKWidgetRules(isHighContrast: traits.contrast == .high).rules
        return ([colorDefinitions] + nightRules + [windowRule] + own).joined(separator: "\n")
    }

    private var colors: [String] {
        tokens.palette.tokens.map {
            "@define-color \($0.gtkName) \(color(tokens.color($0, in: traits)));\n"
        }
    }

    /// The colours of the toolkit's own widgets.
    ///
    /// https://gnome.pages.gitlab.gnome.org/libadwaita/doc/main/css-variables.html
    private var themeColors: [String] {
        let names: [(ColorToken, [String])] = [
            (
                .backgroundPrimary,
                [
                    "window_bg_color", "theme_bg_color", "headerbar_bg_color",
                    "headerbar_backdrop_color", "view_bg_color", "theme_base_color",
                    "overview_bg_color", "success_fg_color", "warning_fg_color",
                ]
            ),
            (
                .backgroundSecondary,
                [
                    "sidebar_bg_color", "sidebar_backdrop_color", "secondary_sidebar_bg_color",
                    "secondary_sidebar_backdrop_color",
                ]
            ),
            (.surfaceCard, ["card_bg_color", "thumbnail_bg_color"]),
            (
                .surfaceElevated,
                ["popover_bg_color", "dialog_bg_color", "active_toggle_bg_color"]
            ),
            (
                .textPrimary,
                [
                    "window_fg_color", "theme_fg_color", "headerbar_fg_color", "view_fg_color",
                    "theme_text_color", "sidebar_fg_color", "secondary_sidebar_fg_color",
                    "card_fg_color", "thumbnail_fg_color", "popover_fg_color", "dialog_fg_color",
                    "overview_fg_color", "active_toggle_fg_color",
                ]
            ),
            (
                .textOnAccent,
                [
                    "accent_fg_color", "destructive_fg_color", "error_fg_color",
                    "theme_selected_fg_color",
                ]
            ),
            (
                .borderDefault,
                [
                    "borders", "headerbar_border_color", "sidebar_border_color",
                    "secondary_sidebar_border_color",
                ]
            ),
            (.accent, ["accent_bg_color", "accent_color", "theme_selected_bg_color"]),
            (.success, ["success_color", "success_bg_color"]),
            (.warning, ["warning_color", "warning_bg_color"]),
            (
                .error,
                ["error_color", "error_bg_color", "destructive_bg_color", "destructive_color"]
            ),
        ]
        return names.flatMap { token, names in
            names.map { "@define-color \($0) @\(token.gtkName);\n" }
        }
    }

    /// The filter of everything that has a surface of its own.
    private var nightRules: [String] {
        guard traits.appearance == .night else { return [] }
        return [
            StyleSheet.rule(
                "window, popover, tooltip, dnd, cursor-handle",
                ["filter: \(traits.nightStyle.gtkFilter);"]),
            // Translucent red would be too dark to read.
            StyleSheet.rule(".dim-label, .dimmed, .subtitle", ["opacity: 0.85;"]),
            // Its white, which libadwaita does not name, would be as red as the accent around it.
            StyleSheet.rule("switch:checked > slider", ["background-color: @accent_fg_color;"]),
        ]
    }

    private var windowRule: String {
        StyleSheet.rule(
            "window.background, window.dialog",
            ["background-color: @background_primary;", "color: @text_primary;"])
    }

    private var classRules: [String] {
        let card = tokens.card(in: traits)
        return [
            StyleSheet.rule(
                ".token-card",
                [
                    "padding: \(card.padding.pixels);",
                    "border-radius: \(card.cornerRadius.pixels);",
                    "background-color: \(color(card.fill));", "color: @text_primary;",
                    "border: \(border(card.border, width: width { tokens.card(in: $0).border }));",
                    "box-shadow: \(card.shadow.map(shadow) ?? "none");",
                ])
        ] + ButtonKind.allCases.map(button)
            + TextToken.allCases.map { StyleSheet.rule(".token-\($0.rawValue)", font($0)) }
    }

    /// Returns the width of a border in the appearance where it is widest; elsewhere it is transparent.
    private func width(_ border: (Traits) -> Border?) -> Double {
        Appearance.allCases.compactMap { appearance in
            var traits = traits
            traits.appearance = appearance
            return border(traits)?.width
        }.max() ?? 0
    }

    private func button(_ kind: ButtonKind) -> String {
        let style = tokens.button(kind, in: traits)
        let font = tokens.button(kind, in: Traits()).font
        return StyleSheet.rule(
            ".token-button-\(kind.rawValue)",
            [
                "padding: \(style.paddingVertical.pixels) "
                    + "\(style.paddingHorizontal.pixels);",
                "border: "
                    + border(style.border, width: width { tokens.button(kind, in: $0).border })
                    + ";",
                "border-radius: \(style.cornerRadius.pixels);",
                "background-image: none;",
                "background-color: \(style.fill.map(color) ?? "transparent");",
                "color: \(color(style.label));", "box-shadow: none;", "text-shadow: none;",
                "font-size: \(font.size.pixels);",
                "font-weight: \(font.weight);",
            ])
    }

    private func font(_ token: TextToken) -> [String] {
        // That of light, since a text of another weight is wider and would move its neighbours.
        let style = tokens.text(token, in: Traits())
        return ["font-size: \(style.size.pixels);", "font-weight: \(style.weight);"]
    }

    private func border(_ border: Border?, width: Double) -> String {
        width == 0
            ? "none" : "\(width.pixels) solid \(border.map { color($0.color) } ?? "transparent")"
    }

    private func shadow(_ shadow: Shadow) -> String {
        "\(shadow.offsetX.pixels) \(shadow.offsetY.pixels) "
            + "\(shadow.blur.pixels) \(shadow.spread.pixels) "
            + color(shadow.color)
    }

    /// Returns a colour as `rgba(…)`; GTK before 4.12 has no hexadecimal colours with alpha.
    private func color(_ color: Color) -> String {
        guard color.alpha < 1 else { return color.description }
        let parts = [color.red, color.green, color.blue].map {
            String($0.colorByte)
        }
        return "rgba(\(parts.joined(separator: ", ")), \(color.alpha))"
    }
}

extension ColorToken {
    /// The name of the colour in GTK, without dashes: `text_on_accent`.
    var gtkName: String { rawValue.replacing(".", with: "_").replacing("-", with: "_") }
}

extension DesignTokens {
    /// Returns a style sheet for GTK 4 in one appearance; load another when the appearance changes.
    ///
    /// It defines every colour, and those of libadwaita, so that its widgets follow. Those of GTK alone have
    /// fixed colours: `GtkStyles.followWidgets` of AppearanceKitGLib styles both. At night a filter turns
    /// everything that does not draw by tokens into shades of the tint. Its classes are those of your own
    /// widgets: `token-card`, `token-button-primary`, `token-title` and so on.
    public func gtkCSS(in traits: Traits) -> String { GTKExport(tokens: self, traits: traits).text }

    /// Returns the colours and rules of GTK's own widgets, or of libadwaita's.
    package func gtkWidgets(in traits: Traits, ofLibadwaita: Bool) -> String {
        GTKExport(tokens: self, traits: traits).widgets(ofLibadwaita: ofLibadwaita)
    }
}
