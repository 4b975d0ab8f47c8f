internal import AppearanceEngine
internal import AppearanceModel
internal import AppearanceRecord
internal import Console
internal import Diagnosis

extension LightChart {
    /// One of the equal parts of the time.
    struct Column {
        let start: WallTime
        /// The lowest and highest level; `nil` if none is known.
        var light: ClosedRange<Double>?
        /// The appearance in effect for the longest time.
        var appearance: Appearance?
        var mark: Mark?
    }

    func columns(_ count: Int) -> [Column] {
        let length = max(1, (end - start).count)
        func bound(_ index: Int) -> WallTime {
            start + Microseconds(Int64(Double(length) * Double(index) / Double(count)))
        }
        var columns = (0..<count).map { Column(start: bound($0)) }
        func indices(_ from: WallTime, _ to: WallTime) -> ClosedRange<Int> {
            let first = Int(Double((from - start).count) / Double(length) * Double(count))
            let last = Int(Double((to - start).count - 1) / Double(length) * Double(count))
            let low = min(max(first, 0), count - 1)
            return low...min(max(last, low), count - 1)
        }
        for span in light {
            for index in indices(span.start, span.end) {
                let known = columns[index].light ?? span.value...span.value
                columns[index].light =
                    min(known.lowerBound, span.value)...max(known.upperBound, span.value)
            }
        }
        var longest = Array(repeating: Microseconds.zero, count: count)
        for span in appearances {
            for index in indices(span.start, span.end) {
                let shared = min(span.end, bound(index + 1)) - max(span.start, bound(index))
                guard shared > longest[index] else { continue }
                longest[index] = shared
                columns[index].appearance = span.value
            }
        }
        for mark in marks { columns[indices(mark.at, mark.at).lowerBound].mark = mark }
        return columns
    }

    /// Returns the times at which the axis has labels, at most `count`.
    func ticks(atMost count: Int) -> [(at: WallTime, label: String)] {
        let minutes = [15, 30, 60, 120, 180, 360, 720, 1440, 2880, 7 * 1440, 14 * 1440]
        let length = Int((end - start).count / Microseconds.minutes(1).count)
        let step = minutes.first { length / $0 < count } ?? (length / 1440 / count + 1) * 1440
        let first = zone.local(start).date
        let days = stride(from: 0, through: length / 1440 + 1, by: max(1, step / 1440))
        var ticks: [(at: WallTime, label: String)] = []
        for day in days {
            let date = first.advanced(by: day)
            for minute in stride(from: 0, to: 1440, by: min(step, 1440)) {
                guard let time = ClockTime(hour: minute / 60, minute: minute % 60) else { continue }
                let at = zone.instant(of: date, time)
                // Clocks that skip an hour do not show its times; a day begins all the same.
                let isShown = minute == 0 || zone.local(at).hoursAndMinutes == "\(time)"
                guard at >= start, at < end, isShown, at != ticks.last?.at else { continue }
                ticks.append((at, minute == 0 ? date.dayAndMonth : "\(time)"))
            }
        }
        return ticks
    }

    /// The times of the chart: `2026-11-21 17:00 to 2026-11-22 17:00, Europe/Berlin`.
    var period: String {
        "\(zone.local(start).dateAndTime) to \(zone.local(end).dateAndTime), \(zone.name)"
    }

    /// One sentence about the chart.
    var summary: String {
        let levels = light.map(\.value)
        let changes = zip(appearances, appearances.dropFirst()).count { $0.value != $1.value }
        let lit =
            if let low = levels.min(), let high = levels.max() {
                unit.text(low) == unit.text(high)
                    ? "Light at \(unit.text(low))"
                    : "Light from \(unit.text(low)) to \(unit.text(high))"
            } else {
                "No light was recorded"
            }
        let corrected = marks.isEmpty ? "none" : "\(marks.count)"
        return "\(lit); \(changes.counted("change")), \(corrected) undone by hand."
    }
}

extension Thresholds {
    /// The limits with the change that each causes, the brightest first.
    var named: [(level: Double, name: String)] {
        [
            (lightAbove, "light above"), (darkBelow, "dark below"), (nightAbove, "dark above"),
            (nightBelow, "night below"),
        ]
    }
}
