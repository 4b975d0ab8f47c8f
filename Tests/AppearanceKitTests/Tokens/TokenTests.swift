import AppearanceKit
import AppearanceTestSupport
import Testing

/// The standard set, and the tokens derived from it.
@Suite(.bounded) struct TokenTests {
    private static let tokens = DesignTokens.standard

    private static let everyTraits: [Traits] = Appearance.allCases.flatMap { appearance in
        Contrast.allCases.flatMap { contrast in
            Elevation.allCases.map {
                Traits(appearance: appearance, elevation: $0, contrast: contrast)
            }
        }
    }

    @Test(arguments: ColorToken.allCases) func `night is black and red`(_ token: ColorToken) {
        for contrast in Contrast.allCases {
            let own = Self.tokens.palette[token][.night, contrast]
            #expect(own == nil || (own?.green == 0 && own?.blue == 0))
            let drawn = Self.tokens.color(
                token, in: Traits(appearance: .night, contrast: contrast))
            #expect(drawn.green == 0 && drawn.blue == 0)
            #expect(drawn == own ?? Self.tokens.palette[token].night)
        }
    }

    @Test(arguments: ColorToken.allCases) func `night is a shade of any tint`(_ token: ColorToken) {
        let amber = NightStyle(tint: Color(0xFF8000))
        let red = Self.tokens.color(token, in: Traits(appearance: .night))
        let drawn = Self.tokens.color(token, in: Traits(appearance: .night, nightStyle: amber))
        #expect(drawn.blue == 0)
        #expect(drawn.green <= drawn.red)
        // As far between black and the tint as it is between black and red.
        #expect(abs(drawn.red - red.red) < 0.000_001)
        #expect((drawn.green > 0) == (red.red > 0))
    }

    @Test func `a night value that is not a shade of the tint is shaded`() {
        let values = ColorValues(light: .white, dark: .black, night: Color(0x00FF00))
        let drawn = values.resolved(in: Traits(appearance: .night))
        #expect(drawn.green == 0 && drawn.red > 0.8)
    }

    @Test func `a token without a night value is a shade of its dark value`() {
        let values = ColorValues(
            light: .white, dark: Color(0x808080), darkHighContrast: .white)
        let night = Traits(appearance: .night)
        #expect(values.resolved(in: night) == Color(0x808080).shade(of: .red))
        let clear = Traits(appearance: .night, contrast: .high)
        #expect(values.resolved(in: clear).description == "#ff0000")
        let light = Traits(appearance: .night, nightStyle: NightStyle(base: .light))
        #expect(values.resolved(in: light).description == "#ff0000")
    }

    @Test func `a raised ground is lighter in the dark`() {
        let flat = Traits(appearance: .dark)
        let raised = Traits(appearance: .dark, elevation: .elevated)
        let ground = ColorToken.backgroundPrimary
        #expect(Self.tokens.color(ground, in: flat).description == "#0a0a0a")
        #expect(Self.tokens.color(ground, in: raised).description == "#2c2c2e")
    }

    @Test(arguments: everyTraits)
    func `a card is distinguishable from every layer`(_ traits: Traits) {
        let card = Self.tokens.card(in: traits)
        let layer = Self.tokens.color(.backgroundPrimary, in: traits)
        guard let border = card.border else {
            #expect(card.shadow != nil)
            return
        }
        #expect(border.color.contrast(on: layer) >= 1.1)
        #expect(border.color.contrast(on: card.fill) >= 1.1)
        if traits.appearance == .dark { #expect(card.fill != layer) }
    }

    @Test func `spacing, radii and type sizes have the values of their scales`() {
        #expect(SpacingToken.allCases.map(Self.tokens.spacing) == [2, 4, 8, 12, 16, 24, 32, 48])
        #expect(RadiusToken.allCases.map(Self.tokens.radius) == [4, 8, 12, 16, 24, 9999])
        let sizes = TextToken.allCases.map { Self.tokens.text($0, in: Traits()).size }
        #expect(sizes == sizes.sorted(by: >))
    }

    @Test(arguments: everyTraits) func `a border replaces a missing shadow`(
        _ traits: Traits
    ) {
        let card = Self.tokens.card(in: traits)
        #expect((card.shadow != nil) == (traits.appearance == .light))
        #expect(card.shadow != nil || card.border != nil)
        #expect(
            (traits.contrast == .high) == (card.shadow != nil && card.border != nil)
                || !traits.isLight)
        #expect(card.cornerRadius == 16 && card.padding == 16)
        #expect(
            ShadowToken.allCases.allSatisfy {
                (Self.tokens.shadow($0, in: traits) != nil) == traits.isLight
            })
    }

    @Test func `shadows grow with height`() {
        let shadows = ShadowToken.allCases.compactMap {
            Self.tokens.shadow($0, in: Traits())
        }
        #expect(shadows.map(\.blur) == [4, 8, 16])
        #expect(shadows.map(\.offsetY) == [2, 4, 8])
        #expect(shadows.map(\.color.alpha) == [0.05, 0.10, 0.15])
    }

    @Test func `buttons are made of tokens`() {
        let light = Traits()
        let primary = Self.tokens.button(.primary, in: light)
        #expect(primary.fill == Color(0x0064D2) && primary.label == .white)
        #expect(primary.font == TextStyle(size: 16, weight: 600, lineHeight: 1.25))
        #expect([primary.paddingVertical, primary.paddingHorizontal] == [12, 16])
        #expect(primary.cornerRadius == 12)
        let secondary = Self.tokens.button(.secondary, in: light)
        #expect(secondary.fill == nil && secondary.label == Color(0x0064D2))
        #expect(secondary.border?.color == Color(0x0064D2) && secondary.border?.width == 1.5)
        #expect(Self.tokens.button(.destructive, in: light).fill == Color(0xD0021B))
    }

    @Test(arguments: Contrast.allCases) func `a filled button has an outline at night`(
        _ contrast: Contrast
    ) {
        for kind in ButtonKind.allCases {
            let sizes = Appearance.allCases.map {
                Self.tokens.button(kind, in: Traits(appearance: $0, contrast: contrast)).border?
                    .width
            }
            #expect(Set(sizes) == [1.5], "none changes its size")
            let night = Self.tokens.button(kind, in: Traits(appearance: .night, contrast: contrast))
            #expect(night.fill == nil && night.label == .red && night.border?.color == .red)
        }
        // A dark fill below a bright label stays.
        var tokens = Self.tokens
        tokens.buttons[.primary] = ButtonRecipe(fill: .surfaceCard, label: .textPrimary)
        let quiet = tokens.button(.primary, in: Traits(appearance: .night))
        #expect(quiet.fill == tokens.color(.surfaceCard, in: Traits(appearance: .night)))
        #expect(quiet.border == nil && quiet.label == .red)
    }

    @Test func `text is heavier at night and with high contrast, and captions are larger at night`()
    {
        func styles(_ traits: Traits) -> [TextStyle] {
            TextToken.allCases.map { Self.tokens.text($0, in: traits) }
        }
        #expect(styles(Traits()).map(\.weight) == [700, 700, 600, 400, 600, 400])
        #expect(styles(Traits()) == styles(Traits(appearance: .dark)))
        let heavier = [700, 700, 700, 500, 700, 500]
        #expect(styles(Traits(contrast: .high)).map(\.weight) == heavier)
        #expect(styles(Traits(contrast: .high)).map(\.size) == styles(Traits()).map(\.size))
        #expect(styles(Traits(appearance: .night)).map(\.weight) == heavier)
        #expect(styles(Traits(appearance: .night)).map(\.size) == [34, 28, 20, 16, 16, 15])
    }

    /// At night everything is red; a destructive button must differ from others.
    @Test func `a destructive button has a symbol where colour is no signal`() {
        let night = Traits(appearance: .night)
        let needing = ButtonKind.allCases.filter { Self.tokens.button($0, in: night).needsIcon }
        #expect(needing == [.destructive])
        #expect(!Self.tokens.button(.destructive, in: Traits()).needsIcon)
        let shapes = Traits(differentiateWithoutColor: true)
        #expect(Self.tokens.button(.destructive, in: shapes).needsIcon)
    }

    /// Navy is invisible in the dark, yellow in light.
    @Test(arguments: [0x0A6B42, 0xFFD400, 0x111111, 0xF0F0F0, 0xFF00FF, 0x001F3F] as [UInt32])
    func `a brand changes every token and stays readable`(_ number: UInt32) {
        let brand = Color(number)
        let tokens = Self.tokens.branded(accent: brand)
        for traits in Self.everyTraits where traits.appearance != .night {
            let accent = tokens.color(.accent, in: traits)
            #expect(tokens.button(.primary, in: traits).fill == accent)
            #expect(tokens.button(.secondary, in: traits).label == accent)
            #expect(tokens.button(.secondary, in: traits).border?.color == accent)
            #expect(tokens.semanticColor(.accent).resolved(in: traits) == accent)
            let isHigh = traits.contrast == .high
            #expect(tokens.button(.primary, in: traits).label.contrast(on: accent) >= 4.5)
            let ratios = ColorToken.backgrounds.map {
                accent.contrast(on: tokens.color($0, in: traits))
            }
            #expect(ratios.allSatisfy { $0 >= (isHigh ? 7 : 4.5) }, "\(accent) \(ratios)")
            let isReadable = ColorToken.backgrounds.allSatisfy {
                brand.contrast(on: tokens.color($0, in: traits)) >= 4.5
            }
            if !isHigh { #expect((accent == brand) == isReadable) }
        }
        let night = Traits(appearance: .night)
        #expect(tokens.button(.primary, in: night) == Self.tokens.button(.primary, in: night))
    }

    @Test func `a brand has its own dark values`() {
        let tokens = Self.tokens.branded(accent: Color(0x0A6B42), dark: Color(0x3DDC97))
        #expect(tokens.color(.accent, in: Traits(appearance: .dark)) == Color(0x3DDC97))
        #expect(tokens.color(.accent, in: Traits()) == Color(0x0A6B42))
    }

    @Test func `semantic colors compare by purpose`() {
        let branded = Self.tokens.branded(accent: .black)
        #expect(Self.tokens.semanticColor(.accent) == branded.semanticColor(.accent))
        #expect(Self.tokens.semanticColor(.accent) != Self.tokens.semanticColor(.error))
    }

    @Test func `colors are read in the notations of CSS and Android`() {
        #expect(Color(hex: "#0A84ff") == Color(0x0A84FF))
        #expect(Color(hex: "#f00") == .red)
        #expect(Color(hex: "#0a84ff80")?.description == "#0a84ff80")
        #expect(Color(hex: "#f008")?.description == "#ff000088")
        #expect(Color(argb: 0x800A_84FF).description == "#0a84ff80")
        for wrong in ["", "#", "#12", "#12345", "#1234567", "#gg0000", "0a84ff", "#٣٣٣"] {
            #expect(Color(hex: wrong) == nil, "\(wrong)")
        }
    }

    @Test func `the desktop's accent is that of the tokens by one word, and stays readable`() {
        let tokens = DesignTokens.standard.followingAccent
        for accent in [Color(0xFFD400), Color(0x001F3F), Color(0x0A6B42)] {
            for var traits in Self.everyTraits {
                traits.accent = accent
                let drawn = tokens.color(.accent, in: traits)
                guard traits.appearance != .night else {
                    #expect(drawn == .red)
                    continue
                }
                let branded = DesignTokens.standard.branded(accent: accent)
                #expect(drawn == branded.color(.accent, in: traits), "\(traits)")
                #expect(tokens.button(.primary, in: traits).fill == drawn)
                #expect(
                    tokens.button(.primary, in: traits).label
                        == branded.button(.primary, in: traits).label)
                #expect(tokens.semanticColor(.accent).resolved(in: traits) == drawn)
            }
        }
        // Without one, and for a set that does not follow, it is that of the set.
        #expect(tokens.color(.accent, in: Traits()) == Self.tokens.color(.accent, in: Traits()))
        #expect(Self.tokens.color(.accent, in: Traits(accent: .black)) == Color(0x0064D2))
    }

    @Test func `text has the size that the user chose for the desktop`() {
        let large = Traits(textScale: 1.5)
        #expect(Self.tokens.text(.body, in: large).size == 24)
        #expect(Self.tokens.button(.primary, in: large).font.size == 24)
        let root = AppearanceNode(fixed: .dark)
        root.overrides.textScale = 2
        #expect(root.child().traits.textScale == 2)
    }

    @Test func `a fade ends at the new colour, and at once with reduced motion`() {
        let ground = DynamicColor(light: .white, dark: .black)
        let fade = TraitsFade(
            from: Traits(), to: Traits(appearance: .dark), over: .milliseconds(200))
        #expect(fade.resolved(ground, after: .zero) == .white)
        #expect(
            fade.resolved(ground, after: .milliseconds(100))
                == Color(red: 0.5, green: 0.5, blue: 0.5))
        #expect(fade.resolved(ground, after: .milliseconds(200)) == .black)
        #expect(!fade.isOver(after: .milliseconds(199)) && fade.isOver(after: .milliseconds(200)))
        let still = TraitsFade(from: Traits(), to: Traits(appearance: .dark, reducedMotion: true))
        #expect(still.duration == .zero && still.resolved(ground, after: .zero) == .black)
    }
}
