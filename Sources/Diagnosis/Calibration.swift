package import AppearanceModel
internal import AppearanceProtocol
internal import AppearanceRecord
internal import DaemonClient

/// The light levels that the user showed to the sensor, and the settings that follow from them.
package struct Calibration {
    package enum Step: String, CaseIterable {
        case bright, dim, dark
        /// The light of a white screen in a dark room.
        case screen
    }

    /// The reason for which a level is of no use.
    package enum Problem: Equatable {
        /// It is too dark for bright light, which has at least some level.
        case tooDark(Double, least: Double)
        /// It is too bright for dim light, which has at most some level.
        case tooBright(Double, most: Double)
        /// It is not clearly below the level of another step; below the limit it would be.
        case noDifference(Double, than: Step, Double, limit: Double)
    }

    /// A remark on the proposal.
    package enum Remark: Equatable {
        /// There is none, because bright light, without the screen's own if that is seen, and dim light differ
        /// too little.
        case noProposal(bright: Double, isWithoutScreen: Bool, dim: Double)
        /// The sensor does not see the screen's own light.
        case screenUnseen
        /// It sees the screen's own light, which is subtracted.
        case screenSubtracted(Double)
        /// Only a part of it is subtracted, as more would make a constant light swing.
        case screenSubtractedPartly(Double, Double)
        /// The screen alone would keep the desktop light in a dark room.
        case screenAboveThreshold(Double)
    }

    /// The least ratio of bright to dim light, and of dim to dark light.
    package static let leastRatio = 1.6
    /// The least ratio of a threshold to the level on either side.
    private static let margin = 1.1
    /// The least ratio of a level to the range of thresholds that lies beyond it.
    private static let roomAtEnds = 1.5
    /// The light in lux that counts as one percent of the range of an uncalibrated sensor.
    private static let luxPerPercent = 5.0
    /// The screen's own light that is subtracted at least, in lux.
    private static let leastOwnLight = 1.0
    /// The darkest level that is compared, in lux; a sensor that reports 0 is not exact.
    private static let darkestLux = 0.5

    package let unit: LightUnit
    /// The steps; light that a program reports has none of the screen.
    package let steps: [Step]
    /// The settings in effect.
    package let present: AmbientSettings
    /// The appearance while the levels were measured, whose light the screen adds to them.
    package let appearance: Appearance
    package private(set) var levels: [Step: Double] = [:]
    /// The name of the source that reports the light; `nil` if it is a sensor's.
    package let source: String?
    /// The time since which a level that is reported once is that of the present step.
    private var stepBegan: ContinuousClock.Instant

    /// The time before the start in which the first level may have been reported.
    private static let headStart = Duration.seconds(60)

    package init(of status: Snapshot, in unit: LightUnit, _ present: AmbientSettings) {
        self.unit = unit
        self.present = present
        appearance = status.appearance
        source = status.reported?.source
        stepBegan = .now - Self.headStart
        steps = status.reported == nil && unit == .lux ? Step.allCases : Step.allCases.dropLast()
    }

    /// The next step; `nil` if all are done.
    package var next: Step? { steps.first { levels[$0] == nil } }

    /// Adds the level of the next step.
    ///
    /// - Returns: The reason for which the level is of no use; `nil` if it is added.
    package mutating func add(_ level: Double) -> Problem? {
        guard let step = next else { return nil }
        stepBegan = .now
        if let problem = problem(of: level, in: step) { return problem }
        levels[step] = level
        return nil
    }

    package mutating func goBack() {
        if let last = steps.last(where: { levels[$0] != nil }) { levels[last] = nil }
        stepBegan = .now
    }

    /// Starts the measurement of the next step.
    package func measurement() -> Measurement { Measurement(ofStepSince: stepBegan) }

    /// Requests the level of this step from sources that measure only on request, such as a camera.
    ///
    /// Without it, the next level that is reported is measured.
    package func requestLevel() {
        if source != nil { _ = try? Request.requestLight.send(withinSeconds: 1) }
    }

    private func problem(of level: Double, in step: Step) -> Problem? {
        switch step {
        case .bright:
            let least = bounds.lowerBound * Self.roomAtEnds
            return lux(level) < least ? .tooDark(level, least: least / scale) : nil
        case .dim:
            let most = bounds.upperBound / Self.roomAtEnds
            if lux(level) > most { return .tooBright(level, most: most / scale) }
            return difference(level, than: .bright)
        case .dark: return difference(level, than: .dim)
        case .screen: return nil
        }
    }

    /// The problem of a level that is not clearly below that of another step.
    private func difference(_ level: Double, than other: Step) -> Problem? {
        let limit = max((levels[other] ?? .infinity) / Self.leastRatio, Self.darkestLux / scale)
        guard level > limit else { return nil }
        return .noDifference(level, than: other, levels[other] ?? 0, limit: limit)
    }

    // MARK: The result

    /// The light of the screen itself on the sensor, in `unit`; 0 if it is not seen.
    var ownLight: Double {
        guard let screen = levels[.screen], let dark = levels[.dark] else { return 0 }
        let light = screen - dark
        return light < Self.leastOwnLight ? 0 : light.rounded()
    }

    /// The bright light as the daemon compares it while light: without the screen's own.
    private var bright: Double {
        let level = levels[.bright] ?? 0
        return appearance == .light ? max(0, level - ownLight) : level
    }

    /// The settings that separate the measured levels; `nil` if none do.
    package var proposal: AmbientSettings? {
        let high = lux(bright)
        let low = max(lux(levels[.dim] ?? 0), Self.darkestLux)
        let dark = max(lux(levels[.dark] ?? 0), Self.darkestLux)
        var next = present
        next.thresholds = scaled(present.thresholds(in: unit), by: scale)
        let night = next.thresholds.nightBelow
        if low >= dark * Self.leastRatio, dark > night || low <= night {
            // Night begins between dark and dim light, in the middle of both.
            let ratio = min((low / dark).squareRoot(), 2)
            let center = (low * dark).squareRoot()
            next.thresholds.nightBelow = tenth(center / ratio.squareRoot())
            next.thresholds.nightAbove = tenth(center * ratio.squareRoot())
        }
        let ratios = SuggestedThresholds.ratios
        let widest = max(
            ratios.lowerBound,
            min(
                next.thresholds.lightAbove / max(next.thresholds.darkBelow, 0.01),
                ratios.upperBound))
        let found = [widest, 2, 1.5, ratios.lowerBound].lazy.filter { $0 <= widest }
            .compactMap { ratio in
                let lowest = SuggestedThresholds.lowest(next) * ratio.squareRoot()
                let highest = bounds.upperBound / ratio.squareRoot()
                let center = max(lowest, min((low * high).squareRoot(), highest))
                return SuggestedThresholds(next, around: center, ratio: ratio)
            }
            .first { $0.darkBelow >= low * Self.margin && $0.lightAbove * Self.margin <= high }
        guard let found else { return nil }
        next.thresholds.darkBelow = found.darkBelow
        next.thresholds.lightAbove = found.lightAbove
        return finished(next)
    }

    /// Returns settings in lux as those of the unit, with the screen's own light.
    private func finished(_ next: AmbientSettings) -> AmbientSettings {
        var settings = present
        switch unit {
        case .lux: settings.thresholds = next.thresholds
        case .percent: settings.percent = scaled(next.thresholds, by: 1 / scale)
        }
        if steps.contains(.screen) {
            settings.selfLight.light = ownLight
            // More than this would swing; what is not subtracted only keeps a light desktop light.
            if !settings.selfLightSettles {
                let limit = AmbientSettings.selfLightPairs.filter { $0.lighter == .light }
                    .compactMap { settings.selfLightLimit(of: $0.lighter, over: $0.darker) }.min()
                settings.selfLight.light = ((limit ?? 0) * 8).rounded(.down) / 10
            }
        }
        return settings
    }

    /// Returns the remark on a proposal; `nil` for none.
    package func remark(on proposal: AmbientSettings?) -> Remark? {
        guard let proposal else {
            return .noProposal(
                bright: bright, isWithoutScreen: ownLight > 0, dim: levels[.dim] ?? 0)
        }
        guard steps.contains(.screen) else { return nil }
        guard ownLight > 0 else { return .screenUnseen }
        let subtracted = proposal.selfLight.light
        guard subtracted >= ownLight else {
            return .screenSubtractedPartly(ownLight, subtracted)
        }
        return ownLight > proposal.thresholds.darkBelow
            ? .screenAboveThreshold(ownLight) : .screenSubtracted(ownLight)
    }

    // MARK: Units

    private var bounds: ClosedRange<Double> { ThresholdSuggestion.thresholdsLux }

    private var scale: Double {
        switch unit {
        case .lux: 1
        case .percent: Self.luxPerPercent
        }
    }

    private func lux(_ level: Double) -> Double { level * scale }

    private func tenth(_ lux: Double) -> Double { (lux * 10).rounded() / 10 }

    private func scaled(_ thresholds: Thresholds, by factor: Double) -> Thresholds {
        func product(_ value: Double) -> Double { (value * factor * 1000).rounded() / 1000 }
        return Thresholds(
            darkBelow: product(thresholds.darkBelow), lightAbove: product(thresholds.lightAbove),
            nightBelow: product(thresholds.nightBelow), nightAbove: product(thresholds.nightAbove))
    }
}

extension Rationale {
    /// Returns the reading of the sensor, or the reported light; `nil` if there is none in the unit.
    package func reading(in unit: LightUnit) -> LightReading? {
        guard light.unit == unit, let raw = light.raw else { return nil }
        return LightReading(value: raw, unit: unit)
    }
}

/// The readings of one step: of a sensor until they agree, of reported light the next report.
///
/// The level of a program that goes on reporting may be from before the light was changed: the one that follows
/// the start counts. A level that is reported once is that of the step in which it was.
package struct Measurement {
    package typealias Instant = ContinuousClock.Instant

    /// The fewest readings of a sensor, one a second: steady light is read every five seconds.
    package static let fewest = 6
    /// The most readings, after which light that still varies is taken as it is.
    private static let most = 15
    /// The number of the last readings that must agree.
    private static let agreeing = 3

    package private(set) var readings: [Double] = []
    /// Whether a report is waited for.
    package private(set) var isWaitingForReport = false
    private var reported: Double?
    /// The number of seconds without a reading.
    private var missed = 0
    private let start = ContinuousClock.now
    private let stepBegan: ContinuousClock.Instant

    init(ofStepSince stepBegan: ContinuousClock.Instant) { self.stepBegan = stepBegan }

    /// Adds the light of an explanation that was requested at a moment, or a second without any.
    ///
    /// The age of a report is that at a later moment, so a reply that is read late makes no report younger.
    package mutating func add(_ rationale: Rationale?, in unit: LightUnit, requested: Instant) {
        guard let rationale, let level = rationale.reading(in: unit)?.value else {
            missed += 1
            return
        }
        missed = 0
        guard let report = rationale.light.report else {
            isWaitingForReport = false
            readings.append(level)
            return
        }
        let since = report.isConnected ? start : stepBegan
        let isOfStep = Duration.microseconds(report.age.count) <= requested - since
        isWaitingForReport = !isOfStep
        if isOfStep { reported = level }
    }

    /// Whether there are no readings.
    package var hasFailed: Bool { missed >= Self.most }

    /// The reported level, or the median of the last readings of a sensor, once they agree.
    package var result: Double? {
        if let reported { return reported }
        let last = readings.suffix(Self.agreeing).sorted()
        guard readings.count >= Self.fewest, let low = last.first, let high = last.last
        else { return nil }
        let agree = high - low <= max(1, high / 10)
        return agree || readings.count >= Self.most ? last[Self.agreeing / 2] : nil
    }
}
