public import AppearanceModel

/// What a part of an app is drawn by: the appearance, and what goes with it.
///
/// Traits are a value. Those in effect at a place of the app come from its ``AppearanceNode``:
///
/// ```swift
/// let background = DynamicColor(light: Color(0xFFFFFF), dark: Color(0x1C1C1E))
/// fill(with: background.resolved(in: node.traits))
/// ```
public struct Traits: Hashable, Sendable {
    /// Light, dark or night.
    public var appearance: Appearance
    /// How near to the viewer.
    public var elevation: Elevation
    /// How far text is to stand out.
    public var contrast: Contrast
    /// Whether less is to move.
    public var reducedMotion: Bool
    /// What night looks like, while it is night.
    public var nightStyle: NightStyle
    private var asksForShapes: Bool

    /// Whether nothing may be said by colour alone; always at night, which has but one.
    public var differentiateWithoutColor: Bool {
        get { asksForShapes || appearance == .night }
        set { asksForShapes = newValue }
    }

    /// Traits of which each has its usual value unless it is named.
    public init(
        appearance: Appearance = .light, elevation: Elevation = .base,
        contrast: Contrast = .standard, reducedMotion: Bool = false,
        differentiateWithoutColor: Bool = false, nightStyle: NightStyle = NightStyle()
    ) {
        self.appearance = appearance
        self.elevation = elevation
        self.contrast = contrast
        self.reducedMotion = reducedMotion
        self.nightStyle = nightStyle
        asksForShapes = differentiateWithoutColor
    }

    /// The traits that a desktop's status asks for.
    public init(_ status: AppearanceStatus) {
        self.init(
            appearance: status.appearance, contrast: status.contrast,
            reducedMotion: status.reducedMotion)
    }

    /// Whether the ground is light; it is not at night, nor in the dark.
    public var isLight: Bool { appearance == .light }
    /// Whether the ground is raised above another.
    public var isElevated: Bool { elevation == .elevated }
}

/// How far text must stand out from what is behind it.
public enum Contrast: String, CaseIterable, Hashable, Sendable {
    /// As the designer drew it.
    case standard
    /// More than that, for whoever needs it.
    case high
}

/// How near to the viewer a layer lies; in the dark a nearer one is a little lighter.
public enum Elevation: String, CaseIterable, Hashable, Sendable {
    /// The ground: a window, a page.
    case base
    /// What lies above it: a dialog, a menu, a card that is dragged.
    case elevated
}

/// What night looks like: everything black, or a shade of one colour.
public struct NightStyle: Hashable, Sendable {
    /// Which values are shaded where there are none for night.
    public enum Base: String, CaseIterable, Hashable, Sendable {
        /// The light ones: bright grounds stay bright.
        case light
        /// The dark ones: what is not drawn on stays black.
        case dark
    }

    /// The colour of what is brightest; the eye's clock hears red least.
    public var tint: Color
    /// Which values are shaded where there are none for night.
    public var base: Base

    /// A way for night to look.
    public init(tint: Color = .red, base: Base = .dark) {
        self.tint = tint
        self.base = base
    }
}

/// What a node has otherwise than the node above it; nil inherits.
public struct TraitOverrides: Hashable, Sendable {
    /// Light, dark, night, or as the desktop whatever is above.
    public var appearance: AppearanceOverride?
    /// How near to the viewer.
    public var elevation: Elevation?
    /// How far text is to stand out.
    public var contrast: Contrast?
    /// Whether less is to move.
    public var reducedMotion: Bool?
    /// Whether nothing may be said by colour alone.
    public var differentiateWithoutColor: Bool?
    /// What night looks like.
    public var nightStyle: NightStyle?

    /// Inherits everything that is not named.
    public init(
        appearance: AppearanceOverride? = nil, elevation: Elevation? = nil,
        contrast: Contrast? = nil, reducedMotion: Bool? = nil,
        differentiateWithoutColor: Bool? = nil, nightStyle: NightStyle? = nil
    ) {
        self.appearance = appearance
        self.elevation = elevation
        self.contrast = contrast
        self.reducedMotion = reducedMotion
        self.differentiateWithoutColor = differentiateWithoutColor
        self.nightStyle = nightStyle
    }

    /// The traits below, from those above and the desktop's appearance.
    func applied(to inherited: Traits, system: Appearance) -> Traits {
        var traits = inherited
        if let appearance { traits.appearance = appearance.fixedAppearance ?? system }
        if let elevation { traits.elevation = elevation }
        if let contrast { traits.contrast = contrast }
        if let reducedMotion { traits.reducedMotion = reducedMotion }
        if let differentiateWithoutColor {
            traits.differentiateWithoutColor = differentiateWithoutColor
        }
        if let nightStyle { traits.nightStyle = nightStyle }
        return traits
    }
}
