public import AppearanceModel

/// What one colour is in light, in the dark and at night, and there with more contrast.
public struct ColorValues: Hashable, Sendable {
    /// On a light ground.
    public var light: Color
    /// On a dark ground.
    public var dark: Color
    /// At night: black or a shade of red; nil: a shade of what it is in the dark.
    public var night: Color?
    /// In light where text must stand out more; nil: as without.
    public var lightHighContrast: Color?
    /// In the dark where text must stand out more; nil: as without.
    public var darkHighContrast: Color?
    /// At night where text must stand out more; nil: as without.
    public var nightHighContrast: Color?

    /// A colour for each ground; what is not named follows from the others.
    public init(
        light: Color, dark: Color, night: Color? = nil, lightHighContrast: Color? = nil,
        darkHighContrast: Color? = nil, nightHighContrast: Color? = nil
    ) {
        self.light = light
        self.dark = dark
        self.night = night
        self.lightHighContrast = lightHighContrast
        self.darkHighContrast = darkHighContrast
        self.nightHighContrast = nightHighContrast
    }

    /// The value of its own that it has there, if it has one; nil can be set where it need not.
    public subscript(_ appearance: Appearance, _ contrast: Contrast) -> Color? {
        get {
            switch (appearance, contrast) {
            case (.light, .standard): light
            case (.dark, .standard): dark
            case (.night, .standard): night
            case (.light, .high): lightHighContrast
            case (.dark, .high): darkHighContrast
            case (.night, .high): nightHighContrast
            }
        }
        set {
            switch (appearance, contrast) {
            case (.light, .standard): light = newValue ?? light
            case (.dark, .standard): dark = newValue ?? dark
            case (.night, .standard): night = newValue
            case (.light, .high): lightHighContrast = newValue
            case (.dark, .high): darkHighContrast = newValue
            case (.night, .high): nightHighContrast = newValue
            }
        }
    }

    /// The colour to draw with; at night always black or a shade of ``NightStyle/tint``.
    public func resolved(in traits: Traits) -> Color {
        let contrast = traits.contrast
        switch traits.appearance {
        case .light: return own(.light, contrast)
        case .dark: return own(.dark, contrast)
        case .night:
            let style = traits.nightStyle
            guard let night = (contrast == .high ? nightHighContrast : nil) ?? night else {
                let base: Appearance = style.base == .light ? .light : .dark
                return own(base, contrast).shade(of: style.tint)
            }
            return night.asShade(of: style.tint)
        }
    }

    private func own(_ appearance: Appearance, _ contrast: Contrast) -> Color {
        let standard = appearance == .light ? light : dark
        return contrast == .high ? self[appearance, .high] ?? standard : standard
    }
}

extension Color {
    /// The same step between black and red as one between black and the tint.
    fileprivate func asShade(of tint: Color) -> Color {
        if isShade(of: tint) { return self }
        guard isShade(of: .red) else { return shade(of: tint) }
        return tint.scaled(toLightOf: Color(red: red, green: red, blue: red, alpha: alpha))
    }
}
