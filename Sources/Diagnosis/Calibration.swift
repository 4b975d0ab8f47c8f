package import AppearanceModel
internal import AppearanceRecord

/// The light levels that the user showed to the sensor, and the settings that follow from them.
package struct Calibration {
    package enum Step: String, CaseIterable {
        case bright, dim, dark
        /// The light of a white screen in a dark room.
        case screen
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

    package init(of status: Snapshot, in unit: LightUnit, _ present: AmbientSettings) {
        self.unit = unit
        self.present = present
        appearance = status.appearance
        steps = status.reported == nil && unit == .lux ? Step.allCases : Step.allCases.dropLast()
    }

    /// The next step; `nil` if all are done.
    package var next: Step? { steps.first { levels[$0] == nil } }

    /// Adds the level of the next step.
    ///
    /// - Returns: The reason for which the level is of no use, as sentences; `nil` if it is added.
    package mutating func add(_ level: Double) -> String? {
        guard let step = next else { return nil }
        if let problem = problem(of: level, in: step) { return problem }
        levels[step] = level
        return nil
    }

    package mutating func goBack() {
        if let last = steps.last(where: { levels[$0] != nil }) { levels[last] = nil }
    }

    private func problem(of level: Double, in step: Step) -> String? {
        switch step {
        case .bright:
            let least = bounds.lowerBound * Self.roomAtEnds
            guard lux(level) < least else { return nil }
            return "\(text(level)) is too dark for bright light: it must be at least"
                + " \(text(least / scale)). Make it brighter, or move the sensor into the light."
        case .dim:
            let most = bounds.upperBound / Self.roomAtEnds
            if lux(level) > most {
                return "\(text(level)) is too bright for dim light: it must be at most"
                    + " \(text(most / scale)). Make it darker."
            }
            return difference(level, than: .bright, "bright")
        case .dark: return difference(level, than: .dim, "dim")
        case .screen: return nil
        }
    }

    /// The problem of a level that is not clearly below that of another step.
    private func difference(_ level: Double, than other: Step, _ name: String) -> String? {
        let limit = max((levels[other] ?? .infinity) / Self.leastRatio, Self.darkestLux / scale)
        guard level > limit else { return nil }
        return "The sensor did not see a difference: \(text(level)) now, and"
            + " \(text(levels[other] ?? 0)) in \(name) light. Make it darker than \(text(limit)), or go"
            + " back."
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

    package func notes(_ proposal: AmbientSettings?) -> [String] {
        guard let proposal else {
            return [
                """
                Bright and dim light differ too little for thresholds between them: \
                \(text(bright))\(ownLight > 0 ? " without the screen's own light" : "") \
                and \(text(levels[.dim] ?? 0)).
                """
            ]
        }
        guard steps.contains(.screen) else { return [] }
        guard ownLight > 0 else { return ["The sensor does not see the screen's own light."] }
        let subtracted = proposal.selfLight.light
        guard subtracted >= ownLight else {
            return [
                """
                The sensor sees \(text(ownLight)) of the screen itself, of which \(text(subtracted)) are \
                subtracted: with more, a constant light would change the appearance again and again \
                between these thresholds.
                """
            ]
        }
        let limit = proposal.thresholds.darkBelow
        guard ownLight > limit else {
            return ["The sensor sees \(text(ownLight)) of the screen itself, which is subtracted."]
        }
        return [
            """
            The sensor sees \(text(ownLight)) of the screen itself, above ambient.dark_below: the \
            screen alone would keep the desktop light in a dark room. ambient.self_light.light \
            subtracts it, which is exact only at this brightness of the screen.
            """
        ]
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

    private func text(_ level: Double) -> String { unit.text(level) }

    private func tenth(_ lux: Double) -> Double { (lux * 10).rounded() / 10 }

    private func scaled(_ thresholds: Thresholds, by factor: Double) -> Thresholds {
        func product(_ value: Double) -> Double { (value * factor * 1000).rounded() / 1000 }
        return Thresholds(
            darkBelow: product(thresholds.darkBelow), lightAbove: product(thresholds.lightAbove),
            nightBelow: product(thresholds.nightBelow), nightAbove: product(thresholds.nightAbove))
    }
}

/// The readings of one step, until they agree.
package struct Measurement {
    /// The fewest readings, one a second: steady light is read every five seconds.
    package static let fewest = 6
    /// The most readings, after which light that still varies is taken as it is.
    private static let most = 15
    /// The number of the last readings that must agree.
    private static let agreeing = 3

    package private(set) var readings: [Double] = []
    /// The number of seconds without a reading.
    private var missed = 0

    package init() {}

    /// Adds a reading, or a second without any.
    package mutating func add(_ level: Double?) {
        if let level { readings.append(level) } else { missed += 1 }
    }

    /// Whether the sensor gave no readings.
    package var hasFailed: Bool { missed >= Self.most }

    /// The median of the last readings, once they agree.
    package var result: Double? {
        let last = readings.suffix(Self.agreeing).sorted()
        guard readings.count >= Self.fewest, let low = last.first, let high = last.last
        else { return nil }
        let agree = high - low <= max(1, high / 10)
        return agree || readings.count >= Self.most ? last[Self.agreeing / 2] : nil
    }
}
