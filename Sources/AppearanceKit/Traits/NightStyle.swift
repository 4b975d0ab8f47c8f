/// What night looks like: everything black, or a shade of one colour.
public struct NightStyle: Hashable, Sendable {
    /// Which values are shaded where there are none for night.
    public enum Base: String, CaseIterable, Hashable, Sendable {
        /// The light ones: bright grounds stay bright.
        case light
        /// The dark ones: what is not drawn on stays black.
        case dark
    }

    /// The colour of what is brightest; the eye's clock hears red least.
    public var tint: Color
    /// Which values are shaded where there are none for night.
    public var base: Base

    /// A way for night to look.
    public init(tint: Color = .red, base: Base = .dark) {
        self.tint = tint
        self.base = base
    }
}
