/// What the user chose.
public enum Mode: String, CaseIterable, Hashable, Sendable {
    /// The light sensor and the schedule decide.
    case auto
    /// Always light.
    case light
    /// Always dark.
    case dark
    /// Always night.
    case night

    /// The appearance that this mode fixes; nil for `auto`.
    public var fixedAppearance: Appearance? {
        switch self {
        case .auto: nil
        case .light: .light
        case .dark: .dark
        case .night: .night
        }
    }
}
