/// A desktop, as far as it has a switch of its own between light and dark.
package enum Desktop: String, CaseIterable, Hashable, Sendable {
    case gnome, kde, xfce
    /// Any other, or none that is known: what its apps look at is GSettings.
    case other

    /// How its own settings are called in a sentence.
    package var settingsName: String {
        switch self {
        case .gnome: "GNOME's own settings"
        case .kde: "Plasma's own settings"
        case .xfce: "Xfce's own settings"
        case .other: "the desktop's own settings"
        }
    }
}

/// What a desktop's own switch knows; night is dark to it.
package enum Tone: String, CaseIterable, Hashable, Sendable {
    case light, dark

    /// The appearance that the switch stands for.
    package var appearance: Appearance {
        switch self {
        case .light: .light
        case .dark: .dark
        }
    }
}

extension Appearance {
    /// What a switch that knows only light and dark makes of it.
    package var tone: Tone {
        switch self {
        case .light: .light
        case .dark, .night: .dark
        }
    }
}
