/// A value for every colour token.
public struct Palette: Hashable, Sendable {
    private var values: [ColorToken: ColorValues]

    /// The colours that a closure finds.
    public init(_ values: (ColorToken) -> ColorValues) {
        self.values = Dictionary(
            uniqueKeysWithValues: ColorToken.allCases.map { ($0, values($0)) })
    }

    /// What a token is, on every ground.
    public subscript(_ token: ColorToken) -> ColorValues {
        get { values[token] ?? ColorValues(light: .black, dark: .white) }
        set { values[token] = newValue }
    }

    /// The colour to draw with; on a raised layer a ground is a raised one.
    public func color(_ token: ColorToken, in traits: Traits) -> Color {
        self[traits.isElevated ? token.raised : token].resolved(in: traits)
    }
}
