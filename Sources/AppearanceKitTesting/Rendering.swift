public import AppearanceKit

/// Something drawn for one appearance and contrast.
public struct Rendering<Value> {
    /// The traits that it was drawn with.
    public let traits: Traits
    /// A name for a snapshot's file, such as `dark` or `night-high-contrast`.
    public let name: String
    /// The drawn output.
    public let value: Value
}

extension Rendering: Equatable where Value: Equatable {}
extension Rendering: Sendable where Value: Sendable {}

/// Draws something in every appearance with every contrast, always in the same order.
///
/// ```swift
/// @Test func theCardLooksAsItDid() throws {
///     for rendering in renderings(of: { traits in draw(card, by: traits) }) {
///         #expect(rendering.value == snapshot(named: "card-" + rendering.name))
///     }
/// }
/// ```
///
/// `base` has its other traits, such as its elevation.
public func renderings<Value, Failure: Error>(
    from base: Traits = Traits(), of draw: (Traits) throws(Failure) -> Value
) throws(Failure) -> [Rendering<Value>] {
    var renderings: [Rendering<Value>] = []
    for appearance in Appearance.allCases {
        for contrast in Contrast.allCases {
            var traits = base
            traits.appearance = appearance
            traits.contrast = contrast
            let name = appearance.rawValue + (contrast == .high ? "-high-contrast" : "")
            renderings.append(Rendering(traits: traits, name: name, value: try draw(traits)))
        }
    }
    return renderings
}

/// A rendering in which a colour has too little contrast on its background.
public struct ContrastFailure: Equatable, Sendable {
    /// The traits that the colours are drawn with.
    public let traits: Traits
    /// The name of the rendering, as that of ``Rendering/name``.
    public let name: String
    /// The contrast ratio, 1 to 21.
    public let ratio: Double
    /// The minimum ratio of the role.
    public let minimumRatio: Double
}

extension ContrastFailure: CustomStringConvertible {
    /// The failure in a line: `dark, elevated: 3.26 : 1, and the minimum is 4.5 : 1`.
    public var description: String {
        // Rounded down, so that no failure looks like a success.
        "\(traits): \((ratio * 100).rounded(.down) / 100) : 1, and the minimum is \(minimumRatio) : 1"
    }
}

/// Returns the renderings in which a colour has less contrast on a background than its role requires: in
/// every appearance with every contrast, on the base and on an elevated layer.
///
/// ```swift
/// @Test func theHintIsReadable() {
///     let hint = DynamicColor(light: Color(0x5C5C61), dark: Color(0xA1A1A6), as: .text)
///     let ground = DynamicColor(light: .white, dark: Color(0x0A0A0A))
///     #expect(contrastFailures(of: hint, on: ground).isEmpty)
/// }
/// ```
///
/// A `SemanticColor` has one as its `color`; that of a token is `DynamicColor { $0.color(.accent) }`.
public func contrastFailures(
    of color: DynamicColor, on background: DynamicColor, as role: ColorRole = .text,
    from base: Traits = Traits()
) -> [ContrastFailure] {
    Elevation.allCases.flatMap { elevation in
        var base = base
        base.elevation = elevation
        let ratios = renderings(from: base) { traits in
            color.resolved(in: traits).contrast(on: background.resolved(in: traits))
        }
        return ratios.filter { $0.value < role.minimumRatio }.map {
            ContrastFailure(
                traits: $0.traits, name: $0.name, ratio: $0.value, minimumRatio: role.minimumRatio)
        }
    }
}
