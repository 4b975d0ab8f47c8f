internal import AppearanceModel

extension DesignTokens {
    /// The same set with another accent, in everything that is made of the accent.
    ///
    /// The dark value is the same unless it is named. With high contrast the accent goes on
    /// towards black or white until it reads on every ground; at night it stays as it was. Text on
    /// the accent stays too where it reads, and else is black or white, whichever reads better.
    public func branded(accent light: Color, dark: Color? = nil) -> DesignTokens {
        var tokens = self
        var accent = palette[.accent]
        accent.light = light
        accent.dark = dark ?? light
        for appearance in [Appearance.light, .dark] {
            let grounds = ColorToken.grounds.map {
                color($0, in: Traits(appearance: appearance, contrast: .high))
            }
            let own = accent.resolved(in: Traits(appearance: appearance))
            accent[appearance, .high] = own.standingOut(
                by: 4.5, from: grounds, towards: appearance == .light ? .black : .white)
        }
        tokens.palette[.accent] = accent
        for contrast in Contrast.allCases {
            for appearance in [Appearance.light, .dark] {
                let traits = Traits(appearance: appearance, contrast: contrast)
                tokens.keepTextReadable(on: accent.resolved(in: traits), in: traits)
            }
        }
        return tokens
    }

    private mutating func keepTextReadable(on accent: Color, in traits: Traits) {
        let text = color(.textOnAccent, in: traits)
        // The label of a button is held to what the set's own accent holds.
        guard text.contrast(on: accent) < (traits.contrast == .high ? 4.5 : 3) else { return }
        palette[.textOnAccent][traits.appearance, traits.contrast] =
            Color.black.contrast(on: accent) > Color.white.contrast(on: accent) ? .black : .white
    }
}

extension Color {
    /// The nearest on the way to another colour that stands out so far from all grounds.
    fileprivate func standingOut(
        by ratio: Double, from grounds: [Color], towards end: Color
    ) -> Color {
        let steps = 64
        for step in 0..<steps {
            let color = mixed(with: end, Double(step) / Double(steps))
            if grounds.allSatisfy({ color.contrast(on: $0) >= ratio }) { return color }
        }
        return end
    }

    private func mixed(with other: Color, _ part: Double) -> Color {
        func mix(_ own: Double, _ others: Double) -> Double { own + (others - own) * part }
        // As it would be written: what is kept in a file is what was judged.
        return Color(
            red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue),
            alpha: alpha
        ).rounded
    }
}
