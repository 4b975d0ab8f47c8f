package import AppearanceModel

/// What the filter makes of a picture at one moment: from nothing to all of the night.
///
/// It works on encoded values, as the display hardware does. These are nearly even to the eye, so
/// `progress` is too.
package struct NightTransform: Hashable, Sendable {
    /// What white becomes in the end.
    package let tint: Channels
    /// The part of full brightness that the brightest pixel keeps at least.
    package let floor: Double
    /// How far the picture has gone to the tint, 0 to 1.
    package let progress: Double

    /// What changes nothing.
    package static let none = NightTransform(
        tint: AccentColor(red: 255, green: 0, blue: 0), floor: 1, progress: 0)

    /// A tint that is darker than the floor is lifted to it; one without any colour is red.
    package init(tint: AccentColor, floor: Double, progress: Double) {
        let channels = Channels(tint)
        let factor = max(floor / max(channels.greatest, 1e-9), 1)
        self.tint =
            channels.greatest == 0
            ? Channels(red: floor, green: 0, blue: 0) : channels.map { min($0 * factor, 1) }
        self.floor = floor
        self.progress = min(max(progress, 0), 1)
    }

    /// The same at another point of the way.
    package func at(_ progress: Double) -> NightTransform {
        NightTransform(lifted: tint, floor: floor, progress: progress)
    }

    /// What was kept of a transform; nil where the tint is darker than the floor.
    init?(tint: Channels, floor: Double) {
        guard floor > 0, tint.greatest >= floor - 1e-6 else { return nil }
        self.init(lifted: tint, floor: floor, progress: 1)
    }

    private init(lifted tint: Channels, floor: Double, progress: Double) {
        self.tint = tint
        self.floor = floor
        self.progress = min(max(progress, 0), 1)
    }

    /// By what each channel is multiplied where there is no mixing of channels.
    package var gains: Channels { tint.map { 1 - progress * (1 - $0) } }

    /// Ramps that do it on top of those that were there.
    ///
    /// Where those leave less than the floor, all is lifted; on black ones nothing can be built, and
    /// plain ones take their place. Without progress the result is what was there.
    package func ramps(over base: GammaRamps) -> GammaRamps {
        guard progress > 0 else { return base }
        let result = base.worthGivingBack.scaled(gains)
        let least = floor * progress * 65535
        let brightest = Double(result.brightest)
        guard brightest < least else { return result }
        guard brightest > 0 else { return GammaRamps.plain(count: base.count).scaled(gains) }
        let factor = least / brightest
        return result.scaled(Channels(red: factor, green: factor, blue: factor))
    }

    /// The matrix that does it on top of the one that was there.
    ///
    /// Every pixel's luminance goes to the tint, so that what was blue or green is still seen.
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
        return ColorMatrix(rows: rows) * base.worthGivingBack
    }

    /// The progress at which this filter makes some ramps of others; nil if it never does.
    ///
    /// Hardware with fewer bits rounds, so what nobody could see makes no difference.
    package func progress(from base: GammaRamps, to ramps: GammaRamps) -> Double? {
        guard base.count == ramps.count else { return nil }
        // What is sent in all only falls with progress as long as nothing is lifted to the floor.
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
