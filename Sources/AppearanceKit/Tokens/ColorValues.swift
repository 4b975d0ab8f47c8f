public import AppearanceModel

/// The values of a colour in light, dark and night, each with standard and high contrast.
public struct ColorValues: Hashable, Sendable {
    /// The value in light.
    public var light: Color
    /// The value in dark.
    public var dark: Color
    /// The value at night, black or a shade of red; `nil`: a shade of the dark value.
    public var night: Color?
    /// The value in light with high contrast; `nil`: the standard value.
    public var lightHighContrast: Color?
    /// The value in dark with high contrast; `nil`: the standard value.
    public var darkHighContrast: Color?
    /// The value at night with high contrast; `nil`: the standard value.
    public var nightHighContrast: Color?

    /// The role, which decides how far a value without one for night is shaded.
    public var role: ColorRole

    /// Creates values; those omitted follow from the others.
    public init(
        light: Color, dark: Color, night: Color? = nil, lightHighContrast: Color? = nil,
        darkHighContrast: Color? = nil, nightHighContrast: Color? = nil, as role: ColorRole = .fill
    ) {
        self.light = light
        self.dark = dark
        self.night = night
        self.lightHighContrast = lightHighContrast
        self.darkHighContrast = darkHighContrast
        self.nightHighContrast = nightHighContrast
        self.role = role
    }

    /// The own value for an appearance and a contrast, if any; setting `nil` removes an optional
    /// one.
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

    /// Returns the colour to draw with; at night black or a shade of ``NightStyle/tint``.
    public func resolved(in traits: Traits) -> Color {
        let contrast = traits.contrast
        switch traits.appearance {
        case .light: return own(.light, contrast)
        case .dark: return own(.dark, contrast)
        case .night:
            let style = traits.nightStyle
            guard let night = (contrast == .high ? nightHighContrast : nil) ?? night else {
                let base: Appearance = style.base == .light ? .light : .dark
                return own(base, contrast).shade(in: style, as: role)
            }
            return night.night(in: style, as: role)
        }
    }

    private func own(_ appearance: Appearance, _ contrast: Contrast) -> Color {
        let standard = appearance == .light ? light : dark
        return contrast == .high ? self[appearance, .high] ?? standard : standard
    }
}
