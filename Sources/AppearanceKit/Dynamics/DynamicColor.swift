/// A colour that depends on the traits in which it is drawn.
///
/// ```swift
/// let ground = DynamicColor(light: Color(0xFFFFFF), dark: Color(0x0A0A0A))
///     .elevated(DynamicColor(light: Color(0xFFFFFF), dark: Color(0x2C2C2E)))
/// let ink = DynamicColor { traits in traits.isLight ? .black : .white }
///
/// fill(with: ground.resolved(in: node.traits))
/// ```
///
/// A value for night is optional: without one the colour is shaded. At night every colour is black or
/// a shade of ``NightStyle/tint``; its ``ColorRole`` decides how dark it may be:
///
/// ```swift
/// let hint = DynamicColor(light: Color(0x5C5C61), dark: Color(0xA1A1A6), as: .text)
/// ```
public struct DynamicColor: Sendable {
    private let resolve: @Sendable (Traits) -> Color

    /// Creates a colour for each appearance; without a value, night has a shade of another.
    ///
    /// A value for night that is neither black nor a shade of the tint is shaded too.
    public init(light: Color, dark: Color, night: Color? = nil, as role: ColorRole = .fill) {
        resolve = { traits in
            switch traits.appearance {
            case .light: return light
            case .dark: return dark
            case .night:
                let style = traits.nightStyle
                return night?.night(in: style, as: role)
                    ?? (style.base == .light ? light : dark).shade(in: style, as: role)
            }
        }
    }

    /// Creates a colour from a closure; at night its result is shaded unless it is a shade already.
    public init(
        as role: ColorRole = .fill, _ provide: @escaping @Sendable (Traits) -> Color
    ) {
        resolve = { traits in
            let color = provide(traits)
            return traits.appearance == .night
                ? color.night(in: traits.nightStyle, as: role) : color
        }
    }

    /// Creates the same colour for light and dark, and its shade for night.
    public init(_ color: Color, as role: ColorRole = .fill) {
        self.init(light: color, dark: color, as: role)
    }

    /// Returns the colour to draw with.
    public func resolved(in traits: Traits) -> Color { resolve(traits) }

    /// Returns the colour with another one for elevated layers.
    public func elevated(_ other: DynamicColor) -> DynamicColor {
        DynamicColor(choosing: { $0.isElevated ? other : self })
    }

    /// Returns the colour with another one for high contrast.
    public func highContrast(_ other: DynamicColor) -> DynamicColor {
        DynamicColor(choosing: { $0.contrast == .high ? other : self })
    }

    private init(choosing choose: @escaping @Sendable (Traits) -> DynamicColor) {
        resolve = { choose($0).resolve($0) }
    }
}

/// A colour with a purpose, named once and used everywhere.
///
/// ```swift
/// extension SemanticColor {
///     static let ground = SemanticColor("ground", light: Color(0xFFFFFF), dark: Color(0x0A0A0A))
///     static let warning = SemanticColor(
///         "warning", light: Color(0xB25A00), dark: Color(0xFF9F0A), as: .sign)
/// }
///
/// if label.color == .warning { label.showSign() }
/// fill(with: SemanticColor.ground.resolved(in: node.traits))
/// ```
///
/// The name is the identity: two colours of the same name are equal, so a name has one colour in an
/// app.
public struct SemanticColor: Sendable {
    /// The purpose.
    public let name: String
    /// The colour for each set of traits.
    public let color: DynamicColor

    /// Creates a colour with a purpose.
    public init(_ name: String, _ color: DynamicColor) {
        self.name = name
        self.color = color
    }

    /// Creates a colour with a purpose, for each appearance.
    public init(
        _ name: String, light: Color, dark: Color, night: Color? = nil, as role: ColorRole = .fill
    ) {
        self.init(name, DynamicColor(light: light, dark: dark, night: night, as: role))
    }

    /// Returns the colour to draw with.
    public func resolved(in traits: Traits) -> Color { color.resolved(in: traits) }
}

extension SemanticColor: Hashable {
    /// Returns whether the names are equal.
    public static func == (left: SemanticColor, right: SemanticColor) -> Bool {
        left.name == right.name
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension SemanticColor: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}
