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
