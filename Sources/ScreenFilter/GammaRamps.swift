internal import AppearanceModel

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

    package var count: Int { red.count }

    /// Whether the output is black.
    package var isBlack: Bool { brightest == 0 }

    /// Whether the output is so dark that nobody reads it: below a tenth, the least that redshift sets.
    ///
    /// Such ramps are shown by programs that fade or dim a screen for a while.
    package var isAlmostBlack: Bool { Int(brightest) + Self.invisible < Int(UInt16.max) / 10 }

    /// The entries of the three tables.
    private var entries: FlattenSequence<[[UInt16]]> { [red, green, blue].joined() }

    /// The largest value.
    package var brightest: UInt16 { entries.max() ?? 0 }

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
        return zip(entries, other.entries).lazy.map { abs(Int($0) - Int($1)) }.max()
    }

    /// Returns whether the difference is invisible.
    package func isNear(_ other: GammaRamps) -> Bool {
        distance(to: other).map { $0 <= Self.invisible } ?? false
    }

    /// Returns whether no entry is visibly brighter than in other ramps.
    package func isWithin(_ other: GammaRamps) -> Bool {
        count == other.count
            && zip(entries, other.entries).allSatisfy { Int($0) <= Int($1) + Self.invisible }
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

    package static let white = Channels(red: 1, green: 1, blue: 1)

    var greatest: Double { max(red, green, blue) }
    var least: Double { min(red, green, blue) }

    /// Returns the results of a function.
    func map(_ body: (Double) -> Double) -> Channels {
        Channels(red: body(red), green: body(green), blue: body(blue))
    }

    /// Returns the channels on the way to others, at a progress from 0 to 1.
    func mixed(with others: Channels, at progress: Double) -> Channels {
        func mix(_ first: Double, _ second: Double) -> Double {
            first + (second - first) * progress
        }
        return Channels(
            red: mix(red, others.red), green: mix(green, others.green), blue: mix(blue, others.blue)
        )
    }
}

extension Channels {
    /// Creates the encoded components of a colour.
    init(_ color: AccentColor) {
        self.init(
            red: Double(color.red) / 255, green: Double(color.green) / 255,
            blue: Double(color.blue) / 255)
    }
}

/// A 3 × 3 matrix that mixes the red, green and blue of a pixel.
package struct ColorMatrix: Hashable, Sendable {
    /// The nine elements in row order.
    package let elements: [Double]

    package static let identity = ColorMatrix(rows: [[1, 0, 0], [0, 1, 0], [0, 0, 1]])

    init(rows: [[Double]]) { elements = rows.flatMap(\.self) }

    private init(elements: [Double]) { self.elements = elements }

    /// Whether every element is zero.
    package var isBlack: Bool { elements.allSatisfy { $0 == 0 } }

    /// Whether only red is sent, or nothing.
    package var hasNoGreenOrBlue: Bool { elements.dropFirst(3).allSatisfy { $0 == 0 } }

    /// The matrix to restore: this one, but identity instead of black.
    package var restorable: ColorMatrix { isBlack ? .identity : self }

    /// Returns the product: the right matrix is applied first.
    package static func * (left: ColorMatrix, right: ColorMatrix) -> ColorMatrix {
        var elements: [Double] = []
        for row in [0, 3, 6] {
            for column in 0..<3 {
                var sum = 0.0
                for index in 0..<3 {
                    sum += left.elements[row + index] * right.elements[index * 3 + column]
                }
                elements.append(sum)
            }
        }
        return ColorMatrix(elements: elements)
    }
}

/// The encoding of drivers: nine sign-magnitude numbers with 31 integer and 32 fraction bits, each
/// as two words, the lower one first. `struct drm_color_ctm`,
/// https://docs.kernel.org/gpu/drm-kms.html#color-management-properties
extension ColorMatrix {
    /// Decodes the words of a driver; `nil` unless there are eighteen.
    package init?(words: [UInt32]) {
        guard words.count == 18 else { return nil }
        elements = (0..<9).map { index in
            let bits = UInt64(words[2 * index]) | UInt64(words[2 * index + 1]) << 32
            let magnitude = Double(bits & ~Self.sign) / Self.one
            return bits & Self.sign == 0 ? magnitude : -magnitude
        }
    }

    /// The eighteen words for a driver.
    package var words: [UInt32] {
        elements.flatMap { element in
            let magnitude = min((element.magnitude * Self.one).rounded(), Self.most)
            let bits = UInt64(magnitude) | (element < 0 ? Self.sign : 0)
            return [UInt32(truncatingIfNeeded: bits), UInt32(truncatingIfNeeded: bits >> 32)]
        }
    }

    private static let sign: UInt64 = 1 << 63
    private static let one = 4_294_967_296.0
    /// The largest Double below 2^63.
    private static let most = 9_223_372_036_854_774_784.0
}
