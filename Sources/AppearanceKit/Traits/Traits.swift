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
