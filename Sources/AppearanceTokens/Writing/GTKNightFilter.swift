public import AppearanceKit

extension NightStyle {
    /// The filter that turns everything that a window of GTK draws into black and shades of the tint, for the
    /// property `filter` of GTK's style sheets, from 4.8 on.
    ///
    /// Shades of the tint stay as they are, so a part that draws night itself is unchanged. White becomes the
    /// tint, and any other colour a shade of it.
    ///
    /// GTK multiplies neighbouring functions into one matrix and limits the colour at the end only. Web
    /// browsers limit it after each function: for them there is ``AppearanceKit/NightStyle/svgFilter(id:)``.
    public var gtkFilter: String { GTKNightFilter(tint: tint).text }
}

/// A chain of CSS's filter functions with the effect of one matrix, whose rows are all multiples of the same
/// weights.
///
/// `sepia(1)` maps every colour to a multiple of one brown. A turn before it chooses the weights of red,
/// green and blue in that multiple, and a turn after it makes brown the tint. Components that the tint lacks
/// become negative, so that they are 0 at the end whatever the colour is.
///
/// https://www.w3.org/TR/filter-effects-1/#ShorthandEquivalents
private struct GTKNightFilter {
    let tint: Color

    /// The weight of a component that the tint lacks.
    private static let foreignWeight = 0.2
    /// The value of a component that the tint lacks, relative to the brightness of the tint.
    private static let absent = -0.4

    private static let sepia = Matrix(
        (0.393, 0.769, 0.189), (0.349, 0.686, 0.168), (0.272, 0.534, 0.131))

    var text: String {
        let tint = Vector(tint.red, tint.green, tint.blue).map { min(max($0.or(0), 0), 1) }
        guard tint.sum > 0 else { return "brightness(0)" }
        let brown = Self.sepia * Vector(1, 1, 1)
        let share = Self.sepia.transposed * Vector(1, 1, 1) * (1 / brown.sum)
        let weights = tint.map { $0 + Self.foreignWeight * (1 - $0) }
        let before = Turn(
            share, across: Turn.rotation.transposed * share,
            to: weights * (1 / weights.sum), from: Turn.luma)
        let absent = Self.absent * Turn.luma.dot(tint)
        let target = tint.map { $0 > 0 ? $0 : absent }
        let grey = Vector(1, 1, 1) * Turn.luma.dot(brown)
        let after = Turn(
            brown, across: Turn.rotation * brown,
            to: target * (Turn.luma.dot(brown) / Turn.luma.dot(target)), from: grey)
        // The coefficients of sepia are not exactly multiples of one brown.
        let shown = after.applied(to: Self.sepia * before.applied(to: tint))
        let brightness = tint.dot(tint) / tint.dot(shown)
        return "\(before.saturate) \(before.hueRotate) sepia(1) brightness(\(brightness.css)) "
            + "\(after.hueRotate) \(after.saturate)"
    }
}

/// `hue-rotate` and `saturate`: a turn and a scaling of a colour's distance from the grey of its brightness.
private struct Turn {
    static let luma = Vector(0.213, 0.715, 0.072)
    /// The part of `hue-rotate` that its sine multiplies.
    static let rotation = Matrix(
        (-0.213, -0.715, 0.928), (0.143, 0.14, -0.283), (-0.787, 0.715, 0.072))

    private let along: Double
    private let sideways: Double

    /// Creates the turn of a vector to another one around a third; `across` is the vector at a right angle.
    init(_ vector: Vector, across: Vector, to target: Vector, from center: Vector) {
        let (own, wanted) = (vector - center, target - center)
        let determinant = own.dot(own) * across.dot(across) - own.dot(across) * own.dot(across)
        along =
            (wanted.dot(own) * across.dot(across) - wanted.dot(across) * own.dot(across))
            / determinant
        sideways =
            (wanted.dot(across) * own.dot(own) - wanted.dot(own) * own.dot(across)) / determinant
    }

    func applied(to color: Vector) -> Vector {
        let grey = Vector(1, 1, 1) * Self.luma.dot(color)
        return grey + (color - grey) * along + Self.rotation * color * sideways
    }

    var saturate: String { "saturate(\(hypot(along, sideways).css))" }
    var hueRotate: String { "hue-rotate(\((atan2(sideways, along) * 180 / .pi).css)deg)" }
}

extension Double {
    /// The number with five digits after the point.
    fileprivate var css: String { String((self * 100_000).rounded() / 100_000) }

    /// The number, or another one if it is none.
    fileprivate func or(_ other: Double) -> Double { isNaN ? other : self }
}
