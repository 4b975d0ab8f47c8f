package import AppearanceEngine
import AppearanceModel

extension RecordedCourse {
    /// Returns the runs of the daemon in its history.
    ///
    /// - Parameters:
    ///   - history: The changes and the light levels.
    ///   - settings: The settings of all runs, as the history does not contain them.
    /// - Returns: The runs that have light, in order.
    package static func runs(of history: History, _ settings: EngineSettings) -> [RecordedCourse] {
        let history = history.withoutWrongClocks
        let starts = history.changes.indices.filter { $0 == 0 || history.changes[$0].isStart }
        return zip(starts, starts.dropFirst() + [history.changes.count]).compactMap { range in
            HistoryRun(history, Array(history.changes[range.0..<range.1]), settings)?.course
        }
    }
}

private struct HistoryRun {
    private static let key = "history"
    private let changes: [History.Change]
    private let levels: [History.Level]
    private let start: WallTime
    private let end: WallTime
    private let zone: TimeZoneRules

    private(set) var course: RecordedCourse

    /// A run; `nil` if it has no light.
    init?(_ history: History, _ changes: [History.Change], _ settings: EngineSettings) {
        guard let first = changes.first, let last = changes.last else { return nil }
        let stop = history.ends.first { $0 >= last.at }
        let next = history.changes.first { $0.isStart && $0.at > last.at }?.at
        let limit = [stop, next].compactMap(\.self).min()
        levels = history.levels.filter { level in
            level.at >= first.at && limit.map { level.at < $0 } ?? true
        }
        guard let lastLevel = levels.last else { return nil }
        self.changes = changes
        start = first.at
        end = max(last.at, limit ?? lastLevel.at)
        zone = settings.schedule.zone
        let saved = SavedState(
            mode: .auto, until: nil, appearance: first.status.appearance, paused: false,
            pausedUntil: nil, movers: [Self.key], savedAt: start)
        let begin = Moment(boot: BootTime(microsecondsSinceBoot: 0), wall: start)
        var light = LightCourse(start: begin, saved: saved, settings: settings)
        light.inputs = [(begin, .sensorFound(key: Self.key)), (begin, .started)]
        course = RecordedCourse(light, settings.ambient)
        course.course.samples = levels.compactMap { level in
            level.light.map { LightSample(at: boot(level.at), light: $0) }
        }
        for index in changes.indices { add(index) }
        course.course.inputs.append((Moment(boot: boot(end), wall: end), .deadline))
    }

    private func boot(_ time: WallTime) -> BootTime {
        BootTime(microsecondsSinceBoot: (time - start).count)
    }

    private mutating func add(_ index: Int) {
        let change = changes[index]
        let until = index + 1 < changes.count ? changes[index + 1].at : end
        if change.status.mode == .auto, change.status.reason == .sensor {
            var time = change.at
            while time < until {
                course.addDecision(change.status, level(at: time), at: boot(time), day(time))
                time = time + RecordedCourse.sampling
            }
        }
        guard index > 0, change.omittedBefore == 0 else { return }
        let before = changes[index - 1].status
        // An override that ends by itself is no choice.
        if let end = before.until, change.at >= end { return }
        course.addChoice(
            from: before, to: change.status, light: change.status.light ?? level(at: change.at),
            at: boot(change.at), day(change.at))
    }

    private func day(_ time: WallTime) -> CivilDate { zone.local(time).date }

    private func level(at time: WallTime) -> LightReading? {
        var (low, high) = (0, levels.count)
        while low < high {
            let middle = (low + high) / 2
            if levels[middle].at <= time { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? levels[low - 1].light : nil
    }
}
