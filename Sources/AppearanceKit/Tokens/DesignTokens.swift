internal import AppearanceModel

/// The named design decisions of an app: colours, distances, fonts, shadows.
///
/// ```swift
/// let tokens = DesignTokens.standard.branded(accent: Color(0x0A6B42))
///
/// window.observe { traits in
///     view.fill(tokens.color(.backgroundPrimary, in: traits))
///     view.padding = tokens.spacing(.lg)
///     button.draw(tokens.button(.primary, in: traits))
/// }
/// ```
///
/// All lengths are logical pixels.
public struct DesignTokens: Hashable, Sendable {
    /// The colours by purpose.
    public var palette: Palette
    /// The font families in order of preference; the system's by default.
    public var fontFamilies: [String]
    /// The tokens of each kind of button.
    public var buttons: [ButtonKind: ButtonRecipe]
    /// The tokens of a card.
    public var card: CardRecipe

    /// Whether the accent is the one that the user chose for the desktop, if there is one.
    public var followsAccent = false
    /// The distances, in logical pixels.
    public var spacings: [SpacingToken: Double]
    /// The corner radii, in logical pixels.
    public var radii: [RadiusToken: Double]
    /// The shadows in light.
    public var shadows: [ShadowToken: Shadow]
    /// The styles of text in light and dark with standard contrast; see ``text(_:in:)``.
    public var texts: [TextToken: TextStyle]

    /// The standard set.
    public static let standard = DesignTokens()

    /// Returns the colour to draw with.
    public func color(_ token: ColorToken, in traits: Traits) -> Color {
        guard followsAccent, traits.appearance != .night, let accent = traits.accent,
            token == .accent || token == .textOnAccent
        else { return palette.color(token, in: traits) }
        let drawn = readable(accent, in: traits)
        return token == .accent ? drawn : textColor(on: drawn, in: traits)
    }

    /// The set with the accent that the user chose for the desktop, shifted until it can be read.
    ///
    /// ```swift
    /// let store = try AppearanceStore(id: "org.example.Reader", tokens: .standard.followingAccent)
    /// ```
    public var followingAccent: DesignTokens {
        var tokens = self
        tokens.followsAccent = true
        return tokens
    }

    /// Returns the colour as a `SemanticColor`, which is compared by its purpose.
    public func semanticColor(_ token: ColorToken) -> SemanticColor {
        let tokens = self
        return SemanticColor(token.rawValue, DynamicColor { tokens.color(token, in: $0) })
    }

    /// Returns a distance.
    public func spacing(_ token: SpacingToken) -> Double { spacings[token] ?? 0 }

    /// Returns a corner radius; that of `full` exceeds any size.
    public func radius(_ token: RadiusToken) -> Double { radii[token] ?? 0 }

    /// Returns the style of a text, which is heavier with high contrast and at night.
    ///
    /// At night a text below 16 pixels is also 2 pixels larger. Red on black has a quarter of the contrast
    /// of white, and thin strokes are the first to be lost.
    public func text(_ token: TextToken, in traits: Traits) -> TextStyle {
        var style = texts[token] ?? TextStyle(size: 16)
        let isNight = traits.appearance == .night
        if isNight || traits.contrast == .high {
            if style.weight < 700 { style.weight = min(style.weight + 100, 700) }
        }
        if isNight, style.size < 16 { style.size += 2 }
        style.size *= traits.textScale
        return style
    }

    /// Returns a shadow; `nil` in dark and at night, where a border replaces it.
    public func shadow(_ token: ShadowToken, in traits: Traits) -> Shadow? {
        traits.isLight ? shadows[token] : nil
    }

    /// Returns the values to draw a button with.
    ///
    /// At night a fill that is brighter than its label would be the brightest area of the screen: the button
    /// has an outline and a label of the colour of the fill instead.
    public func button(_ kind: ButtonKind, in traits: Traits) -> ButtonStyle {
        let recipe = buttons[kind] ?? ButtonRecipe(fill: nil, label: .accent)
        var fill = recipe.fill.map { color($0, in: traits) }
        var label = color(recipe.label, in: traits)
        var border = recipe.border.map {
            Border(color: color($0, in: traits), width: recipe.borderWidth)
        }
        if traits.appearance == .night, let bright = fill,
            bright.relativeLuminance > label.relativeLuminance
        {
            border = Border(
                color: bright, width: max(recipe.borderWidth, ButtonRecipe.outlineWidth))
            label = bright
            fill = nil
        }
        return ButtonStyle(
            fill: fill, label: label, border: border,
            cornerRadius: radius(recipe.radius), paddingVertical: spacing(recipe.paddingVertical),
            paddingHorizontal: spacing(recipe.paddingHorizontal),
            font: text(recipe.text, in: traits),
            needsIcon: kind == .destructive && traits.differentiateWithoutColor)
    }

    /// Returns the values to draw a card with: a shadow in light, a border in dark, or both.
    public func card(in traits: Traits) -> CardStyle {
        let hasBorder = !traits.isLight || traits.contrast == .high
        return CardStyle(
            fill: color(card.fill, in: traits),
            border: hasBorder
                ? Border(color: color(card.border, in: traits), width: card.borderWidth) : nil,
            shadow: shadow(card.shadow, in: traits), cornerRadius: radius(card.radius),
            padding: spacing(card.padding))
    }
}

extension DesignTokens {
    init() {
        palette = .standard
        fontFamilies = ["system-ui", "sans-serif"]
        spacings = [
            .xxs: 2, .xs: 4, .sm: 8, .md: 12, .lg: 16, .xl: 24, .xxl: 32, .xxxl: 48,
        ]
        radii = [.sm: 4, .md: 8, .lg: 12, .xl: 16, .xxl: 24, .full: 9999]
        shadows = [
            .sm: Shadow(color: Color(0x000000, alpha: 0.05), offsetY: 2, blur: 4),
            .md: Shadow(color: Color(0x000000, alpha: 0.10), offsetY: 4, blur: 8),
            .lg: Shadow(color: Color(0x000000, alpha: 0.15), offsetY: 8, blur: 16),
        ]
        texts = [
            .display: TextStyle(size: 34, weight: 700, lineHeight: 1.2),
            .title: TextStyle(size: 28, weight: 700, lineHeight: 1.2),
            .heading: TextStyle(size: 20, weight: 600, lineHeight: 1.3),
            .body: TextStyle(size: 16, weight: 400, lineHeight: 1.5),
            .label: TextStyle(size: 16, weight: 600, lineHeight: 1.25),
            .caption: TextStyle(size: 13, weight: 400, lineHeight: 1.4),
        ]
        // All have a border, so that none changes its size at night.
        let outline = ButtonRecipe.outlineWidth
        buttons = [
            .primary: ButtonRecipe(
                fill: .accent, label: .textOnAccent, border: .accent, borderWidth: outline),
            .secondary: ButtonRecipe(
                fill: nil, label: .accent, border: .accent, borderWidth: outline),
            .destructive: ButtonRecipe(
                fill: .error, label: .textOnAccent, border: .error, borderWidth: outline),
        ]
        card = CardRecipe()
    }
}

extension DesignTokens {
    /// Returns the set with another accent colour.
    ///
    /// A colour that is not readable is shifted towards black in light and towards white in dark, until text
    /// of it has 4.5 : 1 on every background, with high contrast 7 : 1; one that is readable stays as it is.
    /// Without a dark value, the light one is shifted. At night the accent is unchanged. Text on the
    /// accent is unchanged if readable, otherwise black or white. For a colour exactly as given, set
    /// `palette[.accent]`.
    public func branded(accent light: Color, dark: Color? = nil) -> DesignTokens {
        var tokens = self
        let every = Contrast.allCases.flatMap { contrast in
            [Appearance.light, .dark].map { Traits(appearance: $0, contrast: contrast) }
        }
        for traits in every {
            let own = traits.appearance == .light ? light : dark ?? light
            tokens.palette[.accent][traits.appearance, traits.contrast] = readable(own, in: traits)
        }
        for traits in every {
            let text = tokens.textColor(on: tokens.palette.color(.accent, in: traits), in: traits)
            guard text != tokens.palette.color(.textOnAccent, in: traits) else { continue }
            tokens.palette[.textOnAccent][traits.appearance, traits.contrast] = text
        }
        return tokens
    }

    /// Returns a colour shifted towards black in light and towards white in the dark, until text of it can be
    /// read on every background.
    private func readable(_ color: Color, in traits: Traits) -> Color {
        var base = traits
        base.elevation = .base
        return color.standingOut(
            by: traits.contrast == .high ? 7 : 4.5,
            from: ColorToken.backgrounds.map { palette.color($0, in: base) },
            towards: traits.isLight ? .black : .white)
    }

    private func textColor(on accent: Color, in traits: Traits) -> Color {
        let own = palette.color(.textOnAccent, in: traits)
        guard own.contrast(on: accent) < 4.5 else { return own }
        return Color.black.contrast(on: accent) > Color.white.contrast(on: accent) ? .black : .white
    }
}

extension Color {
    /// Returns the nearest mix with another colour that has this contrast on all backgrounds.
    package func standingOut(
        by ratio: Double, from backgrounds: [Color], towards end: Color
    ) -> Color {
        let steps = 64
        for step in 0..<steps {
            // A colour that is readable stays exactly as it is.
            let color = step == 0 ? self : mixed(with: end, Double(step) / Double(steps))
            if backgrounds.allSatisfy({ color.contrast(on: $0) >= ratio }) { return color }
        }
        return end
    }

    private func mixed(with other: Color, _ part: Double) -> Color {
        func mix(_ own: Double, _ others: Double) -> Double { own + (others - own) * part }
        // Rounded, so that a file has the value that was tested.
        return Color(
            red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue),
            alpha: alpha
        ).rounded
    }
}
