internal import AppearanceKit
internal import AppearanceModel

/// The tokens as CSS custom properties, with a class for each component.
///
/// Media queries follow the desktop. `data-appearance` (light, dark, night) and `data-contrast`
/// (standard, more) override it for an element and its descendants; browsers have no media query
/// for night, so only the attribute selects it.
struct CSSExport {
    let tokens: DesignTokens

    var text: String {
        let light = block(.light, .standard)
        let lightHigh = block(.light, .high)
        let dark = block(.dark, .standard)
        let darkHigh = block(.dark, .high)
        let free = ":root:not([data-appearance])"
        let unforced = ":not([data-contrast])"
        return [
            "/* Design tokens for light, dark and night. Made by appearanced. */",
            rule(":root", constants + light),
            rule("[data-appearance=\"light\"]", light),
            rule("[data-appearance=\"dark\"]", dark),
            rule("[data-appearance=\"night\"]", block(.night, .standard)),
            media("(prefers-color-scheme: dark)", [rule(free, dark)]),
            rule(
                ":root[data-contrast=\"more\"],\n[data-appearance=\"light\"][data-contrast=\"more\"]",
                lightHigh),
            rule("[data-appearance=\"dark\"][data-contrast=\"more\"]", darkHigh),
            rule("[data-appearance=\"night\"][data-contrast=\"more\"]", block(.night, .high)),
            media(
                "(prefers-contrast: more)",
                [
                    rule(":root\(unforced),\n[data-appearance=\"light\"]\(unforced)", lightHigh),
                    rule("[data-appearance=\"dark\"]\(unforced)", darkHigh),
                    rule("[data-appearance=\"night\"]\(unforced)", block(.night, .high)),
                ]),
            media(
                "(prefers-color-scheme: dark) and (prefers-contrast: more)",
                [rule(free + unforced, darkHigh)]),
            media(
                "(prefers-color-scheme: dark)",
                [rule(free + "[data-contrast=\"more\"]", darkHigh)]),
            components,
        ].joined(separator: "\n")
    }

    /// The properties that are the same in every appearance.
    private var constants: [String] {
        SpacingToken.allCases.map {
            "\(StyleNames.property($0)): \(StyleNames.pixels(tokens.spacing($0)));"
        }
            + RadiusToken.allCases.map {
                "\(StyleNames.property($0)): \(StyleNames.pixels(tokens.radius($0)));"
            }
            + ["--font-family: \(StyleNames.families(tokens.fontFamilies));"]
            + TextToken.allCases.map { token in
                let style = tokens.text(token)
                return "\(StyleNames.property(token)): \(style.weight) "
                    + "\(StyleNames.pixels(style.size))/\(StyleNames.number(style.lineHeight)) "
                    + "var(--font-family);"
            }
    }

    /// Returns the properties of an appearance and a contrast.
    private func block(_ appearance: Appearance, _ contrast: Contrast) -> [String] {
        let traits = Traits(appearance: appearance, contrast: contrast)
        let card = tokens.card(in: traits)
        return ["color-scheme: \(appearance == .light ? "light" : "dark");"]
            + tokens.palette.tokens.map {
                "\(StyleNames.property($0)): \(tokens.palette[$0].resolved(in: traits));"
            }
            + ShadowToken.allCases.map { token in
                let shadow = tokens.shadow(token, in: traits).map(StyleNames.shadow) ?? "none"
                return "\(StyleNames.property(token)): \(shadow);"
            }
            + ["--card-border-width: \(StyleNames.pixels(card.border?.width ?? 0));"]
            + ["--sign: \(appearance == .night ? "\"\\26A0\\A0\"" : "none");"]
    }

    private func rule(_ selector: String, _ declarations: [String]) -> String {
        selector + " {\n" + declarations.map { "  \($0)\n" }.joined() + "}\n"
    }

    private func media(_ query: String, _ rules: [String]) -> String {
        let inside = rules.joined(separator: "\n").split(
            separator: "\n", omittingEmptySubsequences: false
        ).map { $0.isEmpty ? "" : "  " + $0 }.joined(separator: "\n")
        return "@media \(query) {\n" + inside + "}\n"
    }
}

// Components use the properties, so that an element has those of its own appearance.
extension CSSExport {
    private var components: String {
        let page = rule(
            "body",
            [
                "background: \(StyleNames.reference(ColorToken.backgroundPrimary));",
                "color: \(StyleNames.reference(ColorToken.textPrimary));",
                "accent-color: \(StyleNames.reference(ColorToken.accent));",
                "font: \(StyleNames.reference(TextToken.body));",
            ])
        let card = rule(
            ".card",
            [
                "padding: \(StyleNames.reference(tokens.card.padding));",
                "border: var(--card-border-width) solid "
                    + "\(StyleNames.reference(tokens.card.border));",
                "border-radius: \(StyleNames.reference(tokens.card.radius));",
                "background: \(StyleNames.reference(tokens.card.fill));",
                "box-shadow: \(StyleNames.reference(tokens.card.shadow));",
            ])
        let buttons = ButtonKind.allCases.compactMap { kind in
            tokens.buttons[kind].map { button(kind, $0) }
        }
        let sign = rule(".button-destructive::before", ["content: var(--sign);"])
        return ([page, card] + buttons + [sign]).joined(separator: "\n")
    }

    private func button(_ kind: ButtonKind, _ recipe: ButtonRecipe) -> String {
        let border = recipe.border.map {
            "\(StyleNames.pixels(recipe.borderWidth)) solid \(StyleNames.reference($0))"
        }
        return rule(
            ".button-\(kind.rawValue)",
            [
                "display: block;", "box-sizing: border-box;", "width: 100%;",
                "padding: \(StyleNames.reference(recipe.paddingVertical)) "
                    + "\(StyleNames.reference(recipe.paddingHorizontal));",
                "border: \(border ?? "none");",
                "border-radius: \(StyleNames.reference(recipe.radius));",
                "background: \(recipe.fill.map(StyleNames.reference) ?? "none");",
                "color: \(StyleNames.reference(recipe.label));",
                "font: \(StyleNames.reference(recipe.text));", "text-align: center;",
            ])
    }
}
