package import AppearanceModel

/// A number for each of red, green and blue, 0 to 1 as a rule.
package struct Channels: Hashable, Sendable {
    package var red: Double
    package var green: Double
    package var blue: Double

    package init(red: Double, green: Double, blue: Double) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// The parts of a colour, as it is encoded.
    package init(_ color: AccentColor) {
        self.init(
            red: Double(color.red) / 255, green: Double(color.green) / 255,
            blue: Double(color.blue) / 255)
    }

    /// The greatest of the three.
    var greatest: Double { max(red, green, blue) }

    /// What a function makes of each.
    func map(_ body: (Double) -> Double) -> Channels {
        Channels(red: body(red), green: body(green), blue: body(blue))
    }
}
