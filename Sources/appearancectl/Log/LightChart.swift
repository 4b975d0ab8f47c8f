internal import AppearanceEngine
internal import AppearanceModel
internal import AppearanceRecord
internal import Console
internal import Diagnosis
internal import Glibc

/// The light and the appearance of some time, which every form of a chart shows.
struct LightChart {
    /// A value that was in effect for a while.
    struct Span<Value> {
        let start: WallTime
        let end: WallTime
        let value: Value
    }

    /// A correction by hand.
    struct Mark {
        let at: WallTime
        let appearance: Appearance
    }

    let start: WallTime
    let end: WallTime
    let zone: TimeZoneRules
    let unit: LightUnit
    /// The thresholds of the configuration, in `unit`.
    let thresholds: Thresholds
    /// The light levels; times without any have no span.
    let light: [Span<Double>]
    let appearances: [Span<Appearance>]
    let marks: [Mark]

    /// Creates a chart of a part of a history.
    init(
        _ history: History, from start: WallTime, to end: WallTime,
        _ settings: AmbientSettings, in zone: TimeZoneRules
    ) {
        self.start = start
        self.end = end
        self.zone = zone
        // A new sensor may have another unit; the chart has that of its newest level.
        let unit = history.levels.last { $0.light != nil && $0.at < end }?.light?.unit ?? .lux
        self.unit = unit
        thresholds = settings.thresholds(in: unit)
        let breaks = Self.breaks(in: history)
        let changes = history.changes.sorted { $0.at < $1.at }
        let levels = history.levels.sorted { $0.at < $1.at }
        light = Self.spans(
            levels.map { ($0.at, $0.light?.unit == unit ? $0.light?.value : nil) }, breaks, start,
            end)
        appearances = Self.spans(changes.map { ($0.at, $0.status.appearance) }, breaks, start, end)
        marks = history.corrections.compactMap { change, span in
            guard let span, (start...end).contains(change.at + span) else { return nil }
            return Mark(at: change.at + span, appearance: change.status.appearance)
        }
    }

    /// Creates a chart of a simulation of a light recording.
    init(
        _ trace: LightTrace, _ changes: [(at: WallTime, appearance: Appearance)],
        _ settings: AmbientSettings, in zone: TimeZoneRules
    ) {
        start = trace.start
        end = trace.start + (trace.rows.last?.offset ?? .zero) + .seconds(1)
        self.zone = zone
        unit = .lux
        thresholds = settings.thresholds
        light = Self.spans(
            trace.rows.map { (trace.start + $0.offset, $0.lux?.value) }, [], start, end)
        appearances = Self.spans(changes.map { ($0.at, $0.appearance) }, [], start, end)
        marks = []
    }

    /// Returns the start of a chart for which none is given: a day before the end, or an hour or more before it
    /// if nothing is older.
    static func start(of history: History, to end: WallTime) -> WallTime {
        let first = (history.changes.map(\.at) + history.levels.map(\.at)).min() ?? end
        return max(end - .days(1), min(first, end - .hours(1)))
    }

    /// Whether nothing is known of the time.
    var isEmpty: Bool { light.isEmpty && appearances.isEmpty }

    /// Returns the times at which a run ended; of a run that was killed, its last line.
    private static func breaks(in history: History) -> [WallTime] {
        let known = (history.changes.map(\.at) + history.levels.map(\.at) + history.ends).sorted()
        var lasts: [WallTime] = []
        var index = 0
        for start in history.changes.filter(\.isStart).map(\.at).sorted() {
            while index < known.count, known[index] < start { index += 1 }
            if index > 0 { lasts.append(known[index - 1]) }
        }
        return (history.ends + lasts).sorted()
    }

    /// Returns how long each value was in effect: until the next one, a break, or the end.
    private static func spans<Value>(
        _ values: [(at: WallTime, value: Value?)], _ breaks: [WallTime], _ start: WallTime,
        _ end: WallTime
    ) -> [Span<Value>] {
        var rest = breaks[...]
        return values.indices.compactMap { index in
            let at = values[index].at
            rest = rest.drop { $0 < at }
            let next = index + 1 < values.count ? values[index + 1].at : end
            let until = min(next, rest.first ?? end, end)
            guard let value = values[index].value, until > start, at < end, until > at
            else { return nil }
            return Span(start: max(at, start), end: until, value: value)
        }
    }
}

// MARK: - Columns

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

// MARK: - The scale

/// A logarithmic scale of light.
struct LightScale {
    /// The lowest level shown; darker ones are drawn there.
    let low: Double
    let high: Double

    init(low: Double, high: Double) {
        self.low = low
        self.high = high
    }

    /// Creates a scale that contains the light and the thresholds of a chart.
    init(_ chart: LightChart) {
        let thresholds = chart.thresholds
        let levels = chart.light.map(\.value) + [thresholds.nightBelow, thresholds.lightAbove]
        low = max(0.1, (levels.filter { $0 > 0 }.min() ?? 1) / 2)
        high = max(low * 10, (levels.max() ?? 1) * 2)
    }

    /// Returns the place of a level, 0 at the bottom and 1 at the top.
    func place(_ level: Double) -> Double {
        min(max(0, log10(max(level, low) / low) / log10(high / low)), 1)
    }

    /// The powers of ten on the scale.
    var decades: [Double] {
        (-1...6).map { pow(10, Double($0)) }.filter { (low...high).contains($0) }
    }

    /// Returns `0.1`, `10`, `1k`.
    static func label(_ level: Double) -> String {
        level >= 1000 ? "\(figures(level / 1000))k" : figures(level)
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
