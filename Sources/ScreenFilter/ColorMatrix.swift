/// A matrix of three rows that mixes what is sent of a pixel's red, green and blue.
package struct ColorMatrix: Hashable, Sendable {
    /// The nine numbers, one row after the other.
    package let elements: [Double]

    /// The matrix that changes nothing.
    package static let identity = ColorMatrix(rows: [[1, 0, 0], [0, 1, 0], [0, 0, 1]])

    init(rows: [[Double]]) { elements = rows.flatMap(\.self) }

    private init(elements: [Double]) { self.elements = elements }

    /// Whether it sends nothing at all.
    package var isBlack: Bool { elements.allSatisfy { $0 == 0 } }

    /// Whether only red is sent, or nothing.
    package var hasNoGreenOrBlue: Bool { elements.dropFirst(3).allSatisfy { $0 == 0 } }

    /// The matrix that a user is given back: this one, but never a black screen.
    package var worthGivingBack: ColorMatrix { isBlack ? .identity : self }

    /// The right one first, then the left one.
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

/// As drivers carry it: nine numbers of a sign bit, 31 bits before the point and 32 behind it, each
/// as two words, the lower one first. `struct drm_color_ctm`,
/// https://docs.kernel.org/gpu/drm-kms.html#color-management-properties
extension ColorMatrix {
    /// The words of a driver; nil unless there are eighteen.
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
    /// The greatest number of 63 bits that is a Double.
    private static let most = 9_223_372_036_854_774_784.0
}
