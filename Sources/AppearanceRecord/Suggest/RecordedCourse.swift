package import AppearanceEngine
package import AppearanceModel

/// The light of some days, with the judgements of the user in it.
package struct RecordedCourse: Sendable {
    /// A light level with the side, light or dark, that was right for it.
    struct Judgement: Sendable {
        var at: WallTime
        /// The day in the time zone of the daemon.
        var day: CivilDate
        var lux: Double
        var tone: Tone
    }

    /// The distance of the decisions that were left alone.
    private static let sampling = Microseconds.minutes(10)
    /// The time before a correction that was not left alone.
    private static let reaction = Microseconds.minutes(15)
    /// The time within which a choice that is undone does not count.
    private static let undoTime = Microseconds.minutes(1)

    package let startedAt: WallTime
    /// The settings of ambient light at the end.
    package let lastAmbient: AmbientSettings
    /// The light levels, in the order of time; each holds until the next.
    let levels: [History.Level]
    /// The choices of light against dark, or dark against light, by which the user replaced a
    /// decision of the light.
    private(set) var corrections: [Judgement] = []
    /// The decisions of the light that were left alone, every ten minutes.
    private(set) var uncorrected: [Judgement] = []
    /// Whether corrections were made under a sensor that reports percent of its range.
    private(set) var hasPercent = false
    private let zone: TimeZoneRules

    /// Reads a history, with the settings at its end.
    package init(_ history: History, _ settings: EngineSettings) {
        let history = history.withoutWrongClocks
        lastAmbient = settings.ambient
        zone = settings.schedule.zone
        levels = history.levels.sorted { $0.at < $1.at }
        let changes = history.changes.sorted { $0.at < $1.at }
        startedAt = changes.first?.at ?? .calendarEnd
        var ends = history.ends.sorted()[...]
        for (index, change) in changes.enumerated() {
            if index > 0, !change.isStart, change.omittedBefore == 0 {
                addChoice(from: changes[index - 1].status, to: change)
            }
            ends = ends.drop { $0 < change.at }
            let next = index + 1 < changes.count ? changes[index + 1].at : levels.last?.at
            let end = [next, ends.first].compactMap(\.self).min() ?? change.at
            if change.status.mode == .auto, change.status.reason == .sensor {
                addDecisions(change, until: end)
            }
        }
    }

    /// Adds a choice if it is a correction, and removes the last one if the choice undoes it.
    private mutating func addChoice(from before: Snapshot, to change: History.Change) {
        // An override that ends by itself is no choice.
        if let end = before.until, change.at >= end { return }
        let tone = change.status.appearance.tone
        if let last = corrections.last, change.at - last.at < Self.undoTime,
            tone != last.tone || change.status.mode == .auto
        {
            corrections.removeLast()
            return
        }
        guard before.mode == .auto, before.reason == .sensor, change.status.reason == .manual,
            before.appearance.tone != tone,
            let light = change.status.light ?? light(at: change.at)
        else { return }
        switch light.unit {
        case .percent: hasPercent = true
        case .lux:
            corrections.append(decision(change.at, light, tone))
            while let last = uncorrected.last, change.at - last.at < Self.reaction {
                uncorrected.removeLast()
            }
        }
    }

    private mutating func addDecisions(_ change: History.Change, until end: WallTime) {
        // Times that overlap, after a clock was set back, count once.
        var time = max(change.at, uncorrected.last.map { $0.at + Self.sampling } ?? change.at)
        while time < end {
            if let light = light(at: time), light.unit == .lux {
                uncorrected.append(decision(time, light, change.status.appearance.tone))
            }
            time = time + Self.sampling
        }
    }

    private func decision(_ time: WallTime, _ light: LightReading, _ tone: Tone) -> Judgement {
        Judgement(at: time, day: zone.local(time).date, lux: light.value, tone: tone)
    }

    private func light(at time: WallTime) -> LightReading? {
        var (low, high) = (0, levels.count)
        while low < high {
            let middle = (low + high) / 2
            if levels[middle].at <= time { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? levels[low - 1].light : nil
    }
}
