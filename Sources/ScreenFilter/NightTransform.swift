package import AppearanceModel

/// The transformation of the picture, from none to night.
///
/// It uses encoded values, as display hardware does. These are nearly perceptually even, and so is
/// `progress`.
package struct NightTransform: Hashable, Sendable {
    /// The final colour of white.
    package let tint: Channels
    /// The minimum brightness of the brightest pixel, 0 to 1.
    package let floor: Double
    /// The progress towards the tint, 0 to 1.
    package let progress: Double

    /// The identity.
    package static let none = NightTransform(
        tint: AccentColor(red: 255, green: 0, blue: 0), floor: 1, progress: 0)

    /// Creates a transformation; a tint below the floor is raised to it, and a black one is red.
    package init(tint: AccentColor, floor: Double, progress: Double) {
        let channels = Channels(tint)
        let factor = max(floor / max(channels.greatest, 1e-9), 1)
        self.tint =
            channels.greatest == 0
            ? Channels(red: floor, green: 0, blue: 0) : channels.map { min($0 * factor, 1) }
        self.floor = floor
        self.progress = min(max(progress, 0), 1)
    }

    /// Returns the transformation at another progress.
    package func at(_ progress: Double) -> NightTransform {
        NightTransform(lifted: tint, floor: floor, progress: progress)
    }

    /// Creates a saved transformation; `nil` if the tint is below the floor.
    init?(tint: Channels, floor: Double) {
        guard floor > 0, tint.greatest >= floor - 1e-6 else { return nil }
        self.init(lifted: tint, floor: floor, progress: 1)
    }

    private init(lifted tint: Channels, floor: Double, progress: Double) {
        self.tint = tint
        self.floor = floor
        self.progress = min(max(progress, 0), 1)
    }

    /// The factor of each channel, without mixing of channels.
    package var gains: Channels { tint.map { 1 - progress * (1 - $0) } }

    /// Returns the ramps of the transformation over the original ones.
    ///
    /// The result is raised to the floor; black originals are replaced by identity ramps. Without
    /// progress the result is the original.
    package func ramps(over base: GammaRamps) -> GammaRamps {
        guard progress > 0 else { return base }
        let result = base.restorable.scaled(gains)
        let least = floor * progress * 65535
        let brightest = Double(result.brightest)
        guard brightest < least else { return result }
        guard brightest > 0 else { return GammaRamps.plain(count: base.count).scaled(gains) }
        let factor = least / brightest
        return result.scaled(Channels(red: factor, green: factor, blue: factor))
    }

    /// Returns the matrix of the transformation over the original one.
    ///
    /// The luminance of each pixel is mapped to the tint, so that blue and green remain visible.
    /// Weights: ITU-R BT.709, https://www.itu.int/rec/R-REC-BT.709
    package func matrix(over base: ColorMatrix) -> ColorMatrix {
        guard progress > 0 else { return base }
        let weights = [0.2126, 0.7152, 0.0722]
        let shares = [tint.red, tint.green, tint.blue]
        let rows = (0..<3).map { row in
            (0..<3).map { column -> Double in
                let luminance: Double = progress * shares[row] * weights[column]
                return row == column ? 1 - progress + luminance : luminance
            }
        }
        return ColorMatrix(rows: rows) * base.restorable
    }

    /// Returns the progress at which the transformation of `base` results in `ramps`; `nil` if
    /// none.
    ///
    /// Hardware with fewer bits rounds, so invisible differences are ignored.
    package func progress(from base: GammaRamps, to ramps: GammaRamps) -> Double? {
        guard base.count == ramps.count else { return nil }
        // The sum only decreases with progress, as long as nothing is raised to the floor.
        func sum(_ ramps: GammaRamps) -> Int {
            [ramps.red, ramps.green, ramps.blue].joined().reduce(0) { $0 + Int($1) }
        }
        let wanted = sum(ramps)
        var (low, high) = (0.0, 1.0)
        for _ in 0..<24 {
            let middle = (low + high) / 2
            if sum(at(middle).ramps(over: base)) > wanted { low = middle } else { high = middle }
        }
        return [0, low, high, 1].first { progress in
            at(progress).ramps(over: base).distance(to: ramps).map { $0 <= GammaRamps.invisible }
                ?? false
        }
    }
}

/// A 3 × 3 matrix that mixes the red, green and blue of a pixel.
package struct ColorMatrix: Hashable, Sendable {
    /// The nine elements in row order.
    package let elements: [Double]

    /// The identity matrix.
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
