/// A colour that depends on where and when it is drawn.
///
/// ```swift
/// let ground = DynamicColor(light: Color(0xFFFFFF), dark: Color(0x0A0A0A))
///     .elevated(DynamicColor(light: Color(0xFFFFFF), dark: Color(0x2C2C2E)))
/// let ink = DynamicColor { traits in traits.isLight ? .black : .white }
///
/// fill(with: ground.resolved(in: node.traits))
/// ```
///
/// No colour needs a value for night: what has none is shaded, so that nothing at night is anything
/// but black or a shade of ``NightStyle/tint``.
public struct DynamicColor: Sendable {
    private let resolve: @Sendable (Traits) -> Color

    /// A colour for each ground; without one of its own, night has a shade of the others.
    public init(light: Color, dark: Color, night: Color? = nil) {
        resolve = { traits in
            switch traits.appearance {
            case .light: return light
            case .dark: return dark
            case .night:
                if let night { return night }
                let style = traits.nightStyle
                return (style.base == .light ? light : dark).shade(of: style.tint)
            }
        }
    }

    /// A colour that a closure finds; at night, what it finds is shaded where it is no shade.
    public init(_ provide: @escaping @Sendable (Traits) -> Color) {
        resolve = { traits in
            let color = provide(traits)
            let tint = traits.nightStyle.tint
            guard traits.appearance == .night, !color.isShade(of: tint) else { return color }
            return color.shade(of: tint)
        }
    }

    /// The same colour in light and in the dark, and its shade at night.
    public init(_ color: Color) {
        self.init(light: color, dark: color)
    }

    /// The colour to draw with.
    public func resolved(in traits: Traits) -> Color { resolve(traits) }

    /// The same with another colour on raised grounds.
    public func elevated(_ other: DynamicColor) -> DynamicColor {
        DynamicColor(choosing: { $0.isElevated ? other : self })
    }

    /// The same with another colour where text must stand out more.
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
///     static let warning = SemanticColor("warning", light: Color(0xFF9500), dark: Color(0xFF9F0A))
/// }
///
/// if label.color == .warning { label.showSign() }
/// fill(with: SemanticColor.ground.resolved(in: node.traits))
/// ```
///
/// The name is what it is: two of the same name are equal, so a name has one colour in an app.
public struct SemanticColor: Sendable {
    /// What it is for.
    public let name: String
    /// What it looks like.
    public let color: DynamicColor

    /// A colour with a purpose.
    public init(_ name: String, _ color: DynamicColor) {
        self.name = name
        self.color = color
    }

    /// A colour with a purpose, for each ground.
    public init(_ name: String, light: Color, dark: Color, night: Color? = nil) {
        self.init(name, DynamicColor(light: light, dark: dark, night: night))
    }

    /// The colour to draw with.
    public func resolved(in traits: Traits) -> Color { color.resolved(in: traits) }
}

extension SemanticColor: Hashable {
    /// Whether they are for the same.
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
