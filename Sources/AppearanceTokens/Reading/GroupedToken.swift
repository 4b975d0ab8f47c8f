internal import AppearanceKit

/// A token whose path is the name of its group and its own.
protocol GroupedToken: RawRepresentable where RawValue == String {
    static var group: String { get }
    /// One of them, for a person who has written none.
    static var example: String { get }
}

extension ColorToken: GroupedToken {
    static var group: String { "color" }
    static var example: String { "accent" }
}

extension SpacingToken: GroupedToken {
    static var group: String { "spacing" }
    static var example: String { "md" }
}

extension RadiusToken: GroupedToken {
    static var group: String { "radius" }
    static var example: String { "lg" }
}

extension ShadowToken: GroupedToken {
    static var group: String { "shadow" }
    static var example: String { "md" }
}

extension TextToken: GroupedToken {
    static var group: String { "text" }
    static var example: String { "label" }
}
