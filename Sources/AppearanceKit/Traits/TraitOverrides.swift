internal import AppearanceModel

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
