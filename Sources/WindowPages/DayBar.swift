package import AppearanceEngine
package import AppearanceModel

/// The present day of the schedule as a bar from midnight to midnight.
package struct DayBar: Equatable {
    /// A part of the bar with one appearance.
    package struct Part: Equatable {
        /// The ends, from 0 to 1.
        package let range: ClosedRange<Double>
        package let appearance: Appearance
    }

    package private(set) var parts: [Part] = []
    /// The present time, from 0 to 1.
    package let now: Double
    /// The changes of the day.
    package let changes: [NextChange]

    package init(_ schedule: Schedule, at now: WallTime) {
        let day = schedule.zone.local(now).date
        let start = schedule.zone.start(of: day)
        let end = schedule.zone.start(of: day.advanced(by: 1))
        func fraction(_ instant: WallTime) -> Double {
            let length = (end - start).inSeconds
            return length > 0 ? min(max((instant - start).inSeconds / length, 0), 1) : 0
        }
        self.now = fraction(now)
        changes = schedule.boundaries(after: start, through: end - Microseconds(1))
            .map { NextChange(at: $0.at, appearance: $0.to.appearance) }
        var (begun, appearance) = (0.0, schedule.phase(at: start).appearance)
        for change in changes {
            let at = fraction(change.at)
            parts.append(Part(range: begun...max(begun, at), appearance: appearance))
            (begun, appearance) = (at, change.appearance)
        }
        parts.append(Part(range: begun...1, appearance: appearance))
    }

    /// Returns the changes in a language: `Light 07:47 · Dark 16:00 · Night 22:30`.
    package func text(_ format: PageFormatter) -> String {
        guard !changes.isEmpty else { return format.tr("No change today") }
        return changes.map { "\(format.title($0.appearance)) \(format.time($0.at))" }
            .joined(separator: " · ")
    }
}
