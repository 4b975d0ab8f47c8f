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
