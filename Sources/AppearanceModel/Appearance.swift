/// The appearance of the desktop: light, dark or night.
public enum Appearance: String, CaseIterable, Hashable, Sendable {
    /// Dark text on a light ground.
    case light
    /// Light text on a dark ground.
    case dark
    /// Every pixel black or a shade of red.
    case night

    /// The mode that fixes this appearance.
    public var mode: Mode {
        switch self {
        case .light: .light
        case .dark: .dark
        case .night: .night
        }
    }
}

extension Appearance {
    /// The rank from night over dark to light.
    package var brightness: Int {
        switch self {
        case .night: 0
        case .dark: 1
        case .light: 2
        }
    }
}

/// The mode that the user chose.
public enum Mode: String, CaseIterable, Hashable, Sendable {
    /// The light sensor and the schedule decide.
    case auto
    /// Always light.
    case light
    /// Always dark.
    case dark
    /// Always night.
    case night

    /// The appearance that this mode fixes; `nil` for `auto`.
    public var fixedAppearance: Appearance? { Appearance(rawValue: rawValue) }
}

/// The input that decided the appearance in effect.
public enum Reason: String, CaseIterable, Hashable, Sendable {
    /// A trusted light sensor, or reported light.
    case sensor
    /// The sun and the clock.
    case schedule
    /// The mode that the user chose.
    case manual
    /// A pause or an inhibitor keeps the appearance that was in effect.
    case inhibited
    /// The saved appearance, until the sensor has been checked.
    case startup
}

/// The end of an override or a pause, as the user gives it.
public enum ModeEnd: Hashable, Sendable {
    /// After a span.
    case after(Microseconds)
    /// At the next boundary of the schedule at which `auto` would change.
    case nextBoundary
    /// At the automatic change after the next one, which does not come.
    case changeAfterNext
    /// At the next sunrise.
    case sunrise
    /// At the next sunset.
    case sunset
    /// At the next occurrence of a local time.
    case clock(ClockTime)
}
