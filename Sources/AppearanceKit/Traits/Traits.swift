public import AppearanceModel

/// The traits that a part of an app is drawn with: appearance, contrast, elevation, motion.
///
/// Traits are a value. An ``AppearanceNode`` has those in effect at its place in the app:
///
/// ```swift
/// let background = DynamicColor(light: Color(0xFFFFFF), dark: Color(0x1C1C1E))
/// fill(with: background.resolved(in: node.traits))
/// ```
public struct Traits: Hashable, Sendable {
    /// Light, dark or night.
    public var appearance: Appearance
    /// The elevation.
    public var elevation: Elevation
    /// The contrast.
    public var contrast: Contrast
    /// Whether to reduce motion.
    public var reducedMotion: Bool
    /// The accent colour that the user chose for the desktop; `nil` if there is none.
    public var accent: Color?
    /// The factor of the size of text, which the user chose for the desktop.
    public var textScale: Double
    /// The style of night.
    public var nightStyle: NightStyle
    /// Whether colour alone must not convey meaning by day too.
    package var asksForShapes: Bool
    /// The traits of the app's own.
    var custom = CustomTraits()

    /// Whether colour alone must not convey meaning; always true at night, which has one hue.
    public var differentiateWithoutColor: Bool {
        get { asksForShapes || appearance == .night }
        set { asksForShapes = newValue }
    }

    /// Creates traits with default values.
    public init(
        appearance: Appearance = .light, elevation: Elevation = .base,
        contrast: Contrast = .standard, reducedMotion: Bool = false,
        differentiateWithoutColor: Bool = false, accent: Color? = nil, textScale: Double = 1,
        nightStyle: NightStyle = NightStyle()
    ) {
        self.appearance = appearance
        self.elevation = elevation
        self.contrast = contrast
        self.reducedMotion = reducedMotion
        self.accent = accent
        self.textScale = textScale
        self.nightStyle = nightStyle
        asksForShapes = differentiateWithoutColor
    }

    /// Creates the traits of a desktop's status.
    public init(_ status: AppearanceStatus) {
        self.init(
            appearance: status.appearance, contrast: status.contrast,
            reducedMotion: status.reducedMotion, accent: status.accent,
            textScale: status.textScale)
    }

    /// Whether the appearance is light.
    public var isLight: Bool { appearance == .light }
    /// Whether the layer is elevated.
    public var isElevated: Bool { elevation == .elevated }
}

extension Traits: CustomStringConvertible {
    /// The traits in a line, without those that are usual: `dark, elevated, high contrast`.
    public var description: String {
        var parts = [appearance.rawValue]
        if isElevated { parts.append("elevated") }
        if contrast == .high { parts.append("high contrast") }
        if reducedMotion { parts.append("reduced motion") }
        if asksForShapes { parts.append("shapes") }
        if textScale != 1 { parts.append("text × \(textScale)") }
        if let accent { parts.append("accent \(accent)") }
        if nightStyle != NightStyle() {
            parts.append("night of \(nightStyle.tint) from \(nightStyle.base.rawValue)")
        }
        return parts.joined(separator: ", ")
    }
}

/// The contrast of text.
public enum Contrast: String, CaseIterable, Hashable, Sendable {
    /// The designed contrast.
    case standard
    /// Higher contrast, for accessibility.
    case high
}

/// The elevation of a layer; in dark an elevated one is slightly lighter.
public enum Elevation: String, CaseIterable, Hashable, Sendable {
    /// The base: a window, a page.
    case base
    /// An elevated layer: a dialog, a menu, a dragged card.
    case elevated
}

/// The style of night: black and shades of one colour.
public struct NightStyle: Hashable, Sendable {
    /// The values that are shaded if there are none for night.
    public enum Base: String, CaseIterable, Hashable, Sendable {
        /// The light values: bright backgrounds stay bright.
        case light
        /// The dark values: backgrounds stay black.
        case dark
    }

    /// The brightest colour; red affects the body clock least.
    public var tint: Color
    /// The values that are shaded if there are none for night.
    public var base: Base

    /// Creates a style.
    public init(tint: Color = .red, base: Base = .dark) {
        self.tint = tint
        self.base = base
    }
}

/// The traits that a node overrides; `nil` inherits.
public struct TraitOverrides: Equatable, Sendable {
    /// The override of the appearance.
    public var appearance: AppearanceOverride?
    /// The lightest appearance: `.dark` is dark by day and leaves night alone.
    public var atLeast: Appearance?
    /// The elevation.
    public var elevation: Elevation?
    /// The contrast.
    public var contrast: Contrast?
    /// Whether to reduce motion.
    public var reducedMotion: Bool?
    /// Whether colour alone must not convey meaning.
    public var differentiateWithoutColor: Bool?
    /// The factor of the size of text.
    public var textScale: Double?
    /// The style of night.
    public var nightStyle: NightStyle?
    /// The traits of the app's own.
    var custom = CustomTraits()

    /// Creates overrides; omitted traits are inherited.
    public init(
        appearance: AppearanceOverride? = nil, atLeast: Appearance? = nil,
        elevation: Elevation? = nil, contrast: Contrast? = nil, reducedMotion: Bool? = nil,
        differentiateWithoutColor: Bool? = nil, textScale: Double? = nil,
        nightStyle: NightStyle? = nil
    ) {
        self.appearance = appearance
        self.atLeast = atLeast
        self.elevation = elevation
        self.contrast = contrast
        self.reducedMotion = reducedMotion
        self.differentiateWithoutColor = differentiateWithoutColor
        self.textScale = textScale
        self.nightStyle = nightStyle
    }

    /// Returns the inherited traits with these overrides.
    func applied(to inherited: Traits, system: Appearance) -> Traits {
        var traits = inherited
        if let appearance { traits.appearance = appearance.fixedAppearance ?? system }
        if let atLeast, traits.appearance.brightness > atLeast.brightness {
            traits.appearance = atLeast
        }
        if let elevation { traits.elevation = elevation }
        if let contrast { traits.contrast = contrast }
        if let reducedMotion { traits.reducedMotion = reducedMotion }
        if let differentiateWithoutColor {
            traits.differentiateWithoutColor = differentiateWithoutColor
        }
        if let textScale { traits.textScale = textScale }
        if let nightStyle { traits.nightStyle = nightStyle }
        traits.custom.merge(custom)
        return traits
    }
}
