/// A distance between things, from the least to the most.
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

/// How round a corner is.
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
    /// So round that a row ends in half a circle.
    case full
}

/// A text by what it is for.
public enum TextToken: String, CaseIterable, Hashable, Sendable {
    /// One number or word that fills a screen.
    case display
    /// The name of a page.
    case title
    /// The name of a part.
    case heading
    /// What is read.
    case body
    /// What is pressed.
    case label
    /// What stands below a picture.
    case caption
}

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

/// How far something seems to lie above what is below it.
public enum ShadowToken: String, CaseIterable, Hashable, Sendable {
    /// A control.
    case sm
    /// A card.
    case md
    /// A dialog.
    case lg
}

/// A shadow on a light ground, in logical pixels.
public struct Shadow: Hashable, Sendable {
    /// Its colour, with how much it covers.
    public var color: Color
    /// How far to the right.
    public var offsetX: Double
    /// How far down.
    public var offsetY: Double
    /// Over how much it fades, 0 or more.
    public var blur: Double
    /// By how much it is larger than what throws it.
    public var spread: Double

    /// A shadow, straight below unless said otherwise.
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
