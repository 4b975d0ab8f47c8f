/// A distance, in ascending order.
public enum SpacingToken: String, CaseIterable, Hashable, Sendable {
    /// 2 in the standard set.
    case xxs
    /// 4 in the standard set.
    case xs
    /// 8 in the standard set.
    case sm
    /// 12 in the standard set.
    case md
    /// 16 in the standard set.
    case lg
    /// 24 in the standard set.
    case xl
    /// 32 in the standard set.
    case xxl
    /// 48 in the standard set.
    case xxxl
}

/// A corner radius.
public enum RadiusToken: String, CaseIterable, Hashable, Sendable {
    /// 4 in the standard set.
    case sm
    /// 8 in the standard set.
    case md
    /// 12 in the standard set.
    case lg
    /// 16 in the standard set.
    case xl
    /// 24 in the standard set.
    case xxl
    /// A radius that rounds an end to a semicircle.
    case full
}

/// A text by its purpose.
public enum TextToken: String, CaseIterable, Hashable, Sendable {
    /// A large number or word.
    case display
    /// The title of a page.
    case title
    /// The heading of a section.
    case heading
    /// Body text.
    case body
    /// The label of a control.
    case label
    /// A caption.
    case caption
}

/// The style of a text.
public struct TextStyle: Hashable, Sendable {
    /// The font size in logical pixels, above 0.
    public var size: Double
    /// The font weight, 1 to 1000; 400 is regular, 600 semibold, 700 bold.
    public var weight: Int
    /// The line height, as a multiple of the size.
    public var lineHeight: Double

    /// Creates a text style.
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

/// A shadow by elevation.
public enum ShadowToken: String, CaseIterable, Hashable, Sendable {
    /// A control.
    case sm
    /// A card.
    case md
    /// A dialog.
    case lg
}

/// A shadow in light, in logical pixels.
public struct Shadow: Hashable, Sendable {
    /// The colour with its opacity.
    public var color: Color
    /// The horizontal offset.
    public var offsetX: Double
    /// The vertical offset.
    public var offsetY: Double
    /// The blur radius, 0 or more.
    public var blur: Double
    /// The spread.
    public var spread: Double

    /// Creates a shadow.
    public init(
        color: Color, offsetX: Double = 0, offsetY: Double, blur: Double, spread: Double = 0
    ) {
        self.color = color
        self.offsetX = offsetX
        self.offsetY = offsetY
        self.blur = blur
        self.spread = spread
    }
}
