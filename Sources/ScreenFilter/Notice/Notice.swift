package import AppearanceModel

/// What is said of the screen's turning red by itself.
package struct Notice: Hashable, Sendable {
    /// What there is to say.
    package enum Occasion: Hashable, Sendable {
        /// It will, at a time that was foreseen.
        case foreseen
        /// It will, as night has come without being foreseen.
        case held
        /// It has.
        case done
    }

    package let occasion: Occasion
    /// When it turns red, or did.
    package let turn: WallTime
    /// When this is of no use any more.
    package let end: WallTime

    init(_ occasion: Occasion, turn: WallTime, end: WallTime? = nil) {
        self.occasion = occasion
        self.turn = turn
        self.end = end ?? turn
    }
}
