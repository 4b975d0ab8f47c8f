package import AppearanceModel

/// The transformation of the picture, from that of the evening, or none, to night.
///
/// It uses encoded values, as display hardware does. These are nearly perceptually even, and so is
/// `progress`.
package struct NightTransform: Hashable, Sendable {
    /// The colours without any progress.
    package private(set) var evening = EveningColors.none
    /// The final colour of white.
    package let tint: Channels
    /// The minimum brightness of the brightest pixel, 0 to 1.
    package let floor: Double
    /// The progress towards the tint, 0 to 1.
    package let progress: Double

    package static let none = NightTransform(
        tint: AccentColor(red: 255, green: 0, blue: 0), floor: 1, progress: 0)

    /// Creates a transformation; a tint below the floor is raised to it, and a black one is red.
    package init(tint: AccentColor, floor: Double, progress: Double) {
        let channels = Channels(tint)
        let factor = max(floor / max(channels.greatest, 1e-9), 1)
        let lifted =
            channels.greatest == 0
            ? Channels(red: floor, green: 0, blue: 0) : channels.map { min($0 * factor, 1) }
        self.init(lifted: lifted, floor: floor, progress: progress)
    }

    package func at(_ progress: Double) -> NightTransform {
        NightTransform(lifted: tint, floor: floor, progress: progress).over(evening)
    }

    /// Returns the transformation that begins with the colours of an evening.
    package func over(_ evening: EveningColors) -> NightTransform {
        var transform = self
        transform.evening = evening
        return transform
    }

    /// Creates a saved transformation; `nil` if the tint is below the floor.
    init?(tint: Channels, floor: Double) {
        guard floor > 0, tint.greatest >= floor - 1e-6 else { return nil }
        self.init(lifted: tint, floor: floor, progress: 1)
    }

    /// Whether it changes nothing.
    package var isNone: Bool { progress == 0 && evening.gains == .white }

    private init(lifted tint: Channels, floor: Double, progress: Double) {
        self.tint = tint
        self.floor = floor
        self.progress = min(max(progress, 0), 1)
    }

    /// The factor of each channel, without mixing of channels.
    package var gains: Channels { evening.gains.mixed(with: tint, at: progress) }

    /// Returns the ramps of the transformation over the original ones.
    ///
    /// The result is raised to the floor; black originals are replaced by identity ramps. Without
    /// a change the result is the original.
    package func ramps(over base: GammaRamps) -> GammaRamps {
        guard !isNone else { return base }
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
    /// The luminance of each pixel is mapped to the tint, so that blue and green remain visible. The
    /// evening mixes no channels.
    /// Weights: ITU-R BT.709, https://www.itu.int/rec/R-REC-BT.709
    package func matrix(over base: ColorMatrix) -> ColorMatrix {
        guard !isNone else { return base }
        let weights = [0.2126, 0.7152, 0.0722]
        let shares = [tint.red, tint.green, tint.blue]
        let gains = [evening.gains.red, evening.gains.green, evening.gains.blue]
        let rows = (0..<3).map { row in
            (0..<3).map { column -> Double in
                let luminance: Double = progress * shares[row] * weights[column]
                return row == column ? (1 - progress) * gains[row] + luminance : luminance
            }
        }
        return ColorMatrix(rows: rows) * base.restorable
    }

    /// Returns the progress at which the transformation of `base` results in `ramps`; `nil` if
    /// none.
    ///
    /// Hardware with fewer bits rounds, so invisible differences are ignored.
    package func progress(from base: GammaRamps, to ramps: GammaRamps) -> Double? {
        // The sum only decreases with progress, or over a warm evening increases, as long as nothing is
        // raised to the floor.
        func sum(_ ramps: GammaRamps) -> Int {
            [ramps.red, ramps.green, ramps.blue].joined().reduce(0) { $0 + Int($1) }
        }
        let wanted = sum(ramps)
        let decreases = sum(at(1).ramps(over: base)) <= sum(at(0).ramps(over: base))
        var (low, high) = (0.0, 1.0)
        for _ in 0..<24 {
            let middle = (low + high) / 2
            let isBelow = sum(at(middle).ramps(over: base)) > wanted
            if isBelow == decreases { low = middle } else { high = middle }
        }
        return [0, low, high, 1].first { progress in
            at(progress).ramps(over: base).distance(to: ramps).map { $0 <= GammaRamps.invisible }
                ?? false
        }
    }
}

/// A fade from one progress to another, in perceptually even steps.
///
/// By default it has at most 256 steps, as most displays have 256 levels a channel; and at most 60 a second.
package struct Fade: Hashable, Sendable {
    private let start: Double
    package let end: Double
    /// The start, in microseconds of the caller's clock.
    private let begin: Int64
    private let duration: Int64
    private let steps: Int64

    /// The most steps in a second.
    package static let mostSteps: Int64 = 60

    /// Creates a fade that starts now, with a number of steps for the whole way; with a duration of 0 it is one
    /// step.
    package init(
        from start: Double, to end: Double, at now: Int64, lasting duration: Int64,
        stepsOfWhole: Int64 = 255
    ) {
        self.start = start
        self.end = end
        begin = now
        self.duration = max(duration, 0)
        let visible = Int64((abs(end - start) * Double(stepsOfWhole)).rounded(.up))
        steps = max(min(self.duration * Self.mostSteps / 1_000_000, visible), 1)
    }

    package func progress(at now: Int64) -> Double {
        let step = step(at: now)
        return step >= steps ? end : start + (end - start) * Double(step) / Double(steps)
    }

    /// Returns the time of the next step; `nil` at the end.
    package func nextStep(after now: Int64) -> Int64? {
        let step = step(at: now)
        return step >= steps ? nil : begin + (duration * (step + 1) + steps - 1) / steps
    }

    private func step(at now: Int64) -> Int64 {
        guard now - begin < duration else { return steps }
        return max(now - begin, 0) * steps / duration
    }
}
