/// How a text is set.
public struct TextStyle: Hashable, Sendable {
    /// In logical pixels, above 0.
    public var size: Double
    /// 1 to 1000; 400 is regular, 600 semibold, 700 bold.
    public var weight: Int
    /// From one line to the next, as a multiple of the size.
    public var lineHeight: Double

    /// A way to set a text.
    public init(size: Double, weight: Int = 400, lineHeight: Double = 1.5) {
        self.size = size
        self.weight = weight
        self.lineHeight = lineHeight
    }

    /// Whether it counts as large for contrast: from 24 pixels, or bold from 18 2/3.
    ///
    /// https://www.w3.org/TR/WCAG22/#dfn-large-scale
    public var isLarge: Bool { size >= 24 || (weight >= 700 && size >= 56 / 3) }
}
