internal import AppearanceKit

/// The six grounds that everything is shown on, in the order of the tables.
enum TraitMatrix {
    static let traits: [Traits] = Contrast.allCases.flatMap { contrast in
        Appearance.allCases.map { Traits(appearance: $0, contrast: contrast) }
    }

    /// `light`, and `light+` with more contrast.
    static func name(_ traits: Traits) -> String {
        traits.appearance.rawValue + (traits.contrast == .high ? "+" : "")
    }
}
