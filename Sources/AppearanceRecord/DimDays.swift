package import AppearanceEngine
package import AppearanceModel

/// The days at the end of a history on which the sensor never read more than in a dark room, while the schedule
/// was light.
///
/// A room may be dark, so it is no reason not to trust the sensor. After some such days it may be covered,
/// or report another unit.
package struct DimDays: Equatable, Sendable {
    /// The highest level in lux that a dark room has by day.
    package static let highestLevel = 3.0
    /// The fewest days from which a sensor is doubted.
    private static let fewestDays = 3
    /// The least time of a day with a known level, while the schedule is light.
    private static let leastTime = Microseconds.hours(1)
    /// The longest time for which a level counts: a crash leaves no end.
    private static let longestLevel = Microseconds.hours(2)
    private static let sampling = Microseconds.minutes(10)

    /// The number of days.
    package let days: Int
    /// The highest level since the first of them, in lux.
    package let highest: Double

    /// Reads a history up to now; `nil` if the sensor has read more, or too little.
    package init?(_ history: History, _ schedule: Schedule, at now: WallTime) {
        // Without the lines of a clock that was wrong.
        let range = now - .days(366)...now
        let changes = history.changes.filter { range.contains($0.at) }.sorted { $0.at < $1.at }
        let levels = history.levels.filter { range.contains($0.at) }.sorted { $0.at < $1.at }
        let bright = levels.last { level in
            level.light.map { $0.unit != .lux || $0.value > Self.highestLevel } ?? false
        }
        // Reported light is not the sensor's.
        let reported = changes.last { $0.status.reported != nil }
        guard let first = levels.first?.at else { return nil }
        let start = max(first, bright?.at ?? first, reported?.at ?? first)
        let dim = levels.filter { $0.at >= start && $0 != bright }
        highest = dim.compactMap(\.light?.value).max() ?? 0

        let stops = (history.ends + changes.filter(\.isStart).map(\.at)).sorted()
        var (level, change, stop) = (
            Cursor(dim.map(\.at)), Cursor(changes.map(\.at)), Cursor(stops)
        )
        let phases = schedule.boundaries(after: start, through: now)
        var phase = Cursor(phases.map(\.at))
        let firstPhase = schedule.phase(at: start)
        var times: [CivilDate: Microseconds] = [:]
        var time = start
        while time < now {
            defer { time = time + Self.sampling }
            let isDay =
                phase.advance(to: time).map { phases[$0].to == .day } ?? (firstPhase == .day)
            guard isDay, let known = level.advance(to: time), dim[known].light != nil else {
                continue
            }
            // A run begins with its level.
            let end = stop.advance(to: time).map { stops[$0] - .minutes(1) } ?? dim[known].at
            guard end <= dim[known].at, time - dim[known].at < Self.longestLevel else { continue }
            // A sensor is read only where light may decide.
            let isRead = change.advance(to: time).map { changes[$0].status.mode == .auto } ?? false
            guard isRead else { continue }
            times[schedule.zone.local(time).date, default: .zero] =
                times[schedule.zone.local(time).date, default: .zero] + Self.sampling
        }
        days = times.values.count { $0 >= Self.leastTime }
        guard days >= Self.fewestDays else { return nil }
    }

    /// The position among times in order.
    private struct Cursor {
        private let times: [WallTime]
        private var next = 0

        init(_ times: [WallTime]) { self.times = times }

        /// Returns the index of the last time at or before an instant, which is not before the previous one.
        mutating func advance(to instant: WallTime) -> Int? {
            // Ends with the times.
            while next < times.count, times[next] <= instant { next += 1 }
            return next > 0 ? next - 1 : nil
        }
    }
}
