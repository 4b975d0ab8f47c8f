public import AppearanceKit
internal import AppearanceModel

/// The tokens as CSS custom properties, with a class for each component.
///
/// Media queries follow the desktop. `data-appearance` (light, dark, night) overrides it for an element
/// and its descendants, and so does `data-contrast` (standard, more) beside it or on the root; browsers
/// have no media query for night, so only the attribute selects it.
struct CSSExport {
    let tokens: DesignTokens
    /// The tokens that the set does not have.
    var others: [OtherToken] = []

    var text: String {
        let light = block(.light, .standard)
        let lightHigh = block(.light, .high)
        let dark = block(.dark, .standard)
        let darkHigh = block(.dark, .high)
        let free = ":root:not([data-appearance])"
        return [
            "/* Design tokens for light, dark and night. Made by appearanced. */",
            StyleSheet.rule(":root", constants + light),
            StyleSheet.rule("[data-appearance=\"light\"]", light),
            StyleSheet.rule("[data-appearance=\"dark\"]", dark),
            StyleSheet.rule("[data-appearance=\"night\"]", block(.night, .standard)),
            media("(prefers-color-scheme: dark)", [StyleSheet.rule(free, dark)]),
            StyleSheet.rule(":root\(more),\n" + elements(.light, more), lightHigh),
            StyleSheet.rule(elements(.dark, more), darkHigh),
            StyleSheet.rule(elements(.night, more), block(.night, .high)),
            media(
                "(prefers-contrast: more)",
                [
                    StyleSheet.rule(
                        ":root\(unforced),\n" + elements(.light, unforced), lightHigh),
                    StyleSheet.rule(elements(.dark, unforced), darkHigh),
                    StyleSheet.rule(elements(.night, unforced), block(.night, .high)),
                ]),
            media(
                "(prefers-color-scheme: dark) and (prefers-contrast: more)",
                [StyleSheet.rule(free + unforced, darkHigh)]),
            media(
                "(prefers-color-scheme: dark)",
                [StyleSheet.rule(free + more, darkHigh)]),
            components,
        ].joined(separator: "\n")
    }

    /// The condition that the attribute asks for more contrast.
    private var more: String { "[data-contrast=\"more\"]" }
    /// The condition that no attribute chooses the contrast.
    private var unforced: String { ":not([data-contrast])" }

    /// Returns the selector of the elements with an appearance for which a condition of the contrast
    /// holds, on the element itself or, if that chooses none, on the root.
    private func elements(_ appearance: Appearance, _ condition: String) -> String {
        let own = "[data-appearance=\"\(appearance.rawValue)\"]"
        return ":root\(condition) \(own)\(unforced),\n"
            + (condition == unforced ? ":root" : "") + own + condition
    }

    /// The properties that are the same in every appearance.
    private var constants: [String] {
        SpacingToken.allCases.map {
            "\($0.property): \(tokens.spacing($0).pixels);"
        }
            + RadiusToken.allCases.map {
                "\($0.property): \(tokens.radius($0).pixels);"
            }
            + ["--font-family: \(StyleSheet.families(tokens.fontFamilies));"]
            + others.filter(\.isConstant).flatMap { declarations($0, Traits()) }
    }

    private func declarations(_ token: OtherToken, _ traits: Traits) -> [String] {
        token.parts(in: traits).map { "\(token.property)\($0.end): \($0.text);" }
    }

    /// The names of the properties of the set.
    var properties: [String] {
        (constants + block(.light, .standard)).compactMap { line in
            line.hasPrefix("--") ? String(line.prefix { $0 != ":" }) : nil
        }
    }

    /// Returns the properties of an appearance and a contrast.
    private func block(_ appearance: Appearance, _ contrast: Contrast) -> [String] {
        let traits = Traits(appearance: appearance, contrast: contrast)
        let card = tokens.card(in: traits)
        return ["color-scheme: \(appearance == .light ? "light" : "dark");"]
            + tokens.palette.tokens.map {
                "\($0.property): \(tokens.palette[$0].resolved(in: traits));"
            }
            + ShadowToken.allCases.map { token in
                let shadow = tokens.shadow(token, in: traits).map(StyleSheet.shadow) ?? "none"
                return "\(token.property): \(shadow);"
            }
            + TextToken.allCases.map { token in
                let style = tokens.text(token, in: traits)
                return "\(token.property): \(style.weight) "
                    + "\(style.size.pixels)/\(style.lineHeight.plain) "
                    + "var(--font-family);"
            }
            + ButtonKind.allCases.flatMap { kind in
                let style = tokens.button(kind, in: traits)
                let border = style.border.map { "\($0.width.pixels) solid \($0.color)" } ?? "none"
                return [
                    "\(Self.property(kind, "fill")): \(style.fill?.description ?? "transparent");",
                    "\(Self.property(kind, "label")): \(style.label);",
                    "\(Self.property(kind, "border")): \(border);",
                ]
            }
            + others.filter { !$0.isConstant }.flatMap { declarations($0, traits) }
            + ["--night-filter: \(appearance == .night ? NightStyle().cssFilter : "none");"]
            + ["--card-border-width: \((card.border?.width ?? 0).pixels);"]
            + ["--sign: \(appearance == .night ? "\"\\26A0\\A0\"" : "none");"]
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
        let page = StyleSheet.rule(
            "body",
            [
                "background: \(ColorToken.backgroundPrimary.reference);",
                "color: \(ColorToken.textPrimary.reference);",
                "accent-color: \(ColorToken.accent.reference);",
                "font: \(TextToken.body.reference);",
            ])
        let card = StyleSheet.rule(
            ".card",
            [
                "padding: \(tokens.card.padding.reference);",
                "border: var(--card-border-width) solid "
                    + "\(tokens.card.border.reference);",
                "border-radius: \(tokens.card.radius.reference);",
                "background: \(tokens.card.fill.reference);",
                "box-shadow: \(tokens.card.shadow.reference);",
            ])
        let buttons = ButtonKind.allCases.compactMap { kind in
            tokens.buttons[kind].map { button(kind, $0) }
        }
        let sign = StyleSheet.rule(".button-destructive::before", ["content: var(--sign);"])
        return ([page] + elements + [card] + buttons + [sign]).joined(separator: "\n")
    }

    /// Returns the property of a button's fill, label or border.
    private static func property(_ kind: ButtonKind, _ part: String) -> String {
        "--button-\(kind.rawValue)-\(part)"
    }

    /// The elements of a page that have no class; a rule of the page's own wins over each of them.
    private var elements: [String] {
        let fields =
            "input:not([type=checkbox], [type=radio], [type=range], [type=color], [type=image]), textarea, select"
        return [
            StyleSheet.rule(
                ":where(html)",
                [
                    "scrollbar-color: \(ColorToken.borderDefault.reference) "
                        + "\(ColorToken.backgroundPrimary.reference);"
                ]),
            StyleSheet.rule(":where(a:any-link)", ["color: \(ColorToken.accent.reference);"]),
            StyleSheet.rule(
                ":where(\(fields), button)",
                [
                    "border: 1px solid \(ColorToken.borderDefault.reference);",
                    "border-radius: \(RadiusToken.sm.reference);",
                    "background-color: \(ColorToken.backgroundTertiary.reference);",
                    "color: \(ColorToken.textPrimary.reference);",
                    "caret-color: \(ColorToken.accent.reference);", "font: inherit;",
                ]),
            StyleSheet.rule(
                ":where(option, optgroup)",
                [
                    "background-color: \(ColorToken.surfaceElevated.reference);",
                    "color: \(ColorToken.textPrimary.reference);",
                ]),
            StyleSheet.rule(
                "::place" + "holder",
                ["color: \(ColorToken.textTertiary.reference);", "opacity: 1;"]),
            StyleSheet.rule(
                ":where(:focus-visible)",
                ["outline: 2px solid \(ColorToken.accent.reference);", "outline-offset: 2px;"]),
            StyleSheet.rule(
                "::selection",
                [
                    "background-color: \(ColorToken.accent.reference);",
                    "color: \(ColorToken.textOnAccent.reference);",
                ]),
            // The browser draws these, and others their content: at night they pass through the filter.
            StyleSheet.rule(
                ":where([type=checkbox], [type=radio], [type=range], [type=color], [type=file], [type=image], "
                    + "select, progress, meter, img, video, canvas, iframe, embed, object, :autofill, "
                    + "[data-foreign])",
                ["filter: var(--night-filter);"]),
        ]
    }

    private func button(_ kind: ButtonKind, _ recipe: ButtonRecipe) -> String {
        StyleSheet.rule(
            ".button-\(kind.rawValue)",
            [
                "display: block;", "box-sizing: border-box;", "width: 100%;",
                "padding: \(recipe.paddingVertical.reference) "
                    + "\(recipe.paddingHorizontal.reference);",
                "border: var(\(Self.property(kind, "border")));",
                "border-radius: \(recipe.radius.reference);",
                "background: var(\(Self.property(kind, "fill")));",
                "color: var(\(Self.property(kind, "label")));",
                "font: \(recipe.text.reference);", "text-align: center;",
            ])
    }
}

/// The parts that the style sheets of the web and of GTK have in common.
enum StyleSheet {
    static func rule(_ selector: String, _ declarations: [String]) -> String {
        selector + " {\n" + declarations.map { "  \($0)\n" }.joined() + "}\n"
    }

    /// Returns the value of `box-shadow`.
    static func shadow(_ shadow: Shadow) -> String {
        let spread = shadow.spread == 0 ? "" : " " + shadow.spread.pixels
        return "\(shadow.offsetX.pixels) \(shadow.offsetY.pixels) \(shadow.blur.pixels)\(spread)"
            + " \(shadow.color)"
    }

    /// Returns the value of `font-family`: generic families without quotes, others quoted.
    static func families(_ families: [String]) -> String {
        // https://www.w3.org/TR/css-fonts-4/#generic-font-families
        let generic: Set = [
            "serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "math",
            "ui-serif", "ui-sans-serif", "ui-monospace", "ui-rounded",
        ]
        return families.map { generic.contains($0) ? $0 : "\"\($0)\"" }.joined(separator: ", ")
    }
}

extension GroupedToken {
    /// The property: `--color-text-on-accent` for `color.text.on-accent`.
    var property: String { "--" + Self.group + "-" + rawValue.replacing(".", with: "-") }

    /// The reference to the property.
    var reference: String { "var(" + property + ")" }
}

extension Double {
    /// The length, without a fraction if possible.
    var pixels: String { plain + "px" }

    /// The number, without a fraction if possible.
    package var plain: String {
        self == rounded() && magnitude < 1e15 ? String(Int64(self)) : description
    }
}

extension DesignTokens {
    /// The set as a style sheet for web pages.
    ///
    /// Custom properties follow the desktop by `prefers-color-scheme` and `prefers-contrast`;
    /// `data-appearance` with light, dark or night overrides it on any element, and `data-contrast` with
    /// more or standard on such an element or the root. Components are classes: `card`, `button-primary`,
    /// `button-secondary` and `button-destructive`. At night the browser's controls, pictures, frames, and
    /// elements with the attribute `data-foreign` are filtered, so that they are black and red too.
    public var css: String { CSSExport(tokens: self).text }
}
