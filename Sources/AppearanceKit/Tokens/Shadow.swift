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
