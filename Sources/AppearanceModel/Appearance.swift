/// What is in effect on the desktop.
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

extension Appearance: Comparable {
    /// From night, the darkest, up to light.
    public static func < (left: Appearance, right: Appearance) -> Bool {
        left.brightnessRank < right.brightnessRank
    }

    private var brightnessRank: Int {
        switch self {
        case .night: 0
        case .dark: 1
        case .light: 2
        }
    }
}
