package import AppearanceModel

/// The gamma ramps of an output: a lookup table for each channel.
///
/// Values are 0 to 65535; the three tables have the same length.
package struct GammaRamps: Hashable, Sendable {
    package private(set) var red: [UInt16]
    package private(set) var green: [UInt16]
    package private(set) var blue: [UInt16]

    /// Creates ramps; `nil` unless the tables have the same length of at least two.
    package init?(red: [UInt16], green: [UInt16], blue: [UInt16]) {
        guard red.count >= 2, red.count == green.count, red.count == blue.count
        else { return nil }
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Returns identity ramps.
    package static func plain(count: Int) -> GammaRamps {
        let last = max(count, 2) - 1
        let table = (0...last).map { UInt16($0 * Int(UInt16.max) / last) }
        return GammaRamps(table, table, table)
    }

    private init(_ red: [UInt16], _ green: [UInt16], _ blue: [UInt16]) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// The largest invisible difference: three levels of eight bits.
    package static let invisible = 3 * 257

    /// The length of a table.
    package var count: Int { red.count }

    /// Whether the output is black.
    package var isBlack: Bool { brightest == 0 }

    /// The largest value.
    package var brightest: UInt16 {
        max(red.max() ?? 0, green.max() ?? 0, blue.max() ?? 0)
    }

    /// Whether green and blue are zero.
    package var hasNoGreenOrBlue: Bool {
        green.allSatisfy { $0 == 0 } && blue.allSatisfy { $0 == 0 }
    }

    /// The ramps to restore: these, but identity instead of black.
    package var restorable: GammaRamps { isBlack ? .plain(count: count) : self }

    /// Returns the ramps with each channel multiplied by a factor of 0 or more.
    func scaled(_ factors: Channels) -> GammaRamps {
        func scale(_ table: [UInt16], _ factor: Double) -> [UInt16] {
            factor == 1 ? table : table.map { UInt16(min(Double($0) * factor, 65535).rounded()) }
        }
        return GammaRamps(
            scale(red, factors.red), scale(green, factors.green), scale(blue, factors.blue))
    }

    /// Returns the largest difference between two entries; `nil` if the lengths differ.
    package func distance(to other: GammaRamps) -> Int? {
        guard count == other.count else { return nil }
        func distance(_ left: [UInt16], _ right: [UInt16]) -> Int {
            zip(left, right).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
        }
        return max(
            distance(red, other.red), distance(green, other.green), distance(blue, other.blue))
    }

    /// Returns whether the difference is invisible.
    package func isNear(_ other: GammaRamps) -> Bool {
        distance(to: other).map { $0 <= Self.invisible } ?? false
    }

    /// Returns whether no entry is visibly brighter than in other ramps.
    package func isWithin(_ other: GammaRamps) -> Bool {
        func isWithin(_ left: [UInt16], _ right: [UInt16]) -> Bool {
            zip(left, right).allSatisfy { Int($0.0) <= Int($0.1) + Self.invisible }
        }
        return count == other.count && isWithin(red, other.red) && isWithin(green, other.green)
            && isWithin(blue, other.blue)
    }
}

/// A number for each of red, green and blue, usually 0 to 1.
package struct Channels: Hashable, Sendable {
    package var red: Double
    package var green: Double
    package var blue: Double

    package init(red: Double, green: Double, blue: Double) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Creates the encoded components of a colour.
    package init(_ color: AccentColor) {
        self.init(
            red: Double(color.red) / 255, green: Double(color.green) / 255,
            blue: Double(color.blue) / 255)
    }

    /// The largest of the three.
    var greatest: Double { max(red, green, blue) }

    /// Returns the results of a function.
    func map(_ body: (Double) -> Double) -> Channels {
        Channels(red: body(red), green: body(green), blue: body(blue))
    }
}
