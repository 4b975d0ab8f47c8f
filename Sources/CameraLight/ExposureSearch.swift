internal import AppearanceModel

/// The search for an exposure at which a picture is neither too dark nor too bright to measure the light.
///
/// With automatic exposure every picture is equally bright, so that it tells nothing of the light. With a
/// known one the light is the brightness by the exposure. Near the middle of the range the curve of the
/// camera, which is not known exactly, counts least.
package struct ExposureSearch: Sendable {
    /// The most exposures of one grab.
    package static let mostSteps = 3
    /// The largest factor from one exposure to the next.
    package static let largestFactor = 16.0
    /// The longest exposure, in the unit of V4L2_CID_EXPOSURE_ABSOLUTE: 0.1 s, so that a grab takes no second.
    package static let longest: Int32 = 1_000
    /// The brightness that is searched for, that of a grey card.
    private static let target = 0.18
    /// The brightness at which a picture measures the light well enough.
    private static let good = 0.09...0.36
    /// The part of a picture that may be too bright to be measured.
    private static let mostClipped = 0.02
    /// The brightness below which a picture has more noise than light.
    private static let darkest = 0.0005

    /// The result of a picture.
    package enum Step: Equatable, Sendable {
        /// Take another picture with this exposure.
        case expose(Int32)
        /// The light, in lux for a camera whose factor is 1.
        case measured(Double)
        /// The picture shows nothing, or too little to measure.
        case blank
        /// The picture does not become brighter or darker with the exposure.
        case withoutEffect
    }

    private struct Picture {
        let exposure: Int32
        let light: PictureLight
    }

    private let range: ClosedRange<Int32>
    /// Whether a second exposure is tried in any case, to see its effect.
    private let isVerifying: Bool
    private var previous: Picture?
    private var count = 0

    /// Creates a search within the range of the camera's control; `nil` for an empty one.
    package init?(within range: ClosedRange<Int32>, isVerifying: Bool) {
        let (shortest, longest) = (max(range.lowerBound, 1), min(range.upperBound, Self.longest))
        guard shortest < longest else { return nil }
        self.range = shortest...longest
        self.isVerifying = isVerifying
    }

    /// Returns the first exposure: the last good one, or one in the middle.
    package func first(after last: Int32?) -> Int32 {
        let middle = Self.longest / Int32(Self.largestFactor)
        return min(max(last ?? middle, range.lowerBound), range.upperBound)
    }

    /// Returns what follows from a picture with an exposure.
    package mutating func next(after light: PictureLight, at exposure: Int32) -> Step {
        count += 1
        defer { previous = Picture(exposure: exposure, light: light) }
        if let previous, !hasEffect(previous, light, exposure) { return .withoutEffect }
        var factor = Self.factor(light)
        let isFirst = isVerifying && count == 1
        if isFirst, factor == 1 { factor = exposure >= range.lowerBound * 4 ? 0.25 : 4 }
        let next = self.exposure(exposure, times: factor)
        guard count < Self.mostSteps, next != exposure, isFirst || factor != 1 else {
            return Self.result(light, exposure)
        }
        return .expose(next)
    }

    /// Returns the factor to a good exposure; 1 for a good one.
    private static func factor(_ light: PictureLight) -> Double {
        if light.clipped > 0.5 { return 1 / largestFactor }
        let factor = min(max(target / max(light.mean, 1e-6), 1 / largestFactor), largestFactor)
        if light.clipped > mostClipped { return min(factor, 0.25) }
        return good.contains(light.mean) ? 1 : factor
    }

    private func exposure(_ exposure: Int32, times factor: Double) -> Int32 {
        let next = (Double(exposure) * factor).rounded()
        return Int32(min(max(next, Double(range.lowerBound)), Double(range.upperBound)))
    }

    /// Returns whether the picture changed with the exposure by at least the root of what it should; one that is
    /// too bright or dark shows nothing of it.
    private func hasEffect(_ previous: Picture, _ light: PictureLight, _ exposure: Int32) -> Bool {
        let isMeasurable = [previous.light, light].allSatisfy {
            $0.clipped <= Self.mostClipped && $0.mean >= 0.004
        }
        let expected = Double(exposure) / Double(previous.exposure)
        guard isMeasurable, expected >= 2 || expected <= 0.5 else { return true }
        let measured = light.mean / previous.light.mean
        return expected > 1
            ? measured * measured >= expected : measured * measured <= expected
    }

    /// Returns the light of the last picture.
    ///
    /// The number is that of a lens of f/2 at a sensitivity of ISO 100, by the equation of incident light
    /// E = 250 N² / (t S), at which a grey card has the brightness that is searched for.
    private static func result(_ light: PictureLight, _ exposure: Int32) -> Step {
        guard !light.isBlank, light.mean >= darkest else { return .blank }
        return .measured(light.mean / target * 100_000 / Double(exposure))
    }
}
