package import AppearanceEngine
package import AppearanceModel

/// The light and the appearance of some time, which every form of a chart shows.
package struct LightChart: Sendable {
    /// A value that was in effect for a while.
    package struct Span<Value: Sendable>: Sendable {
        package let start: WallTime
        package let end: WallTime
        package let value: Value

        package init(start: WallTime, end: WallTime, value: Value) {
            self.start = start
            self.end = end
            self.value = value
        }
    }

    /// A correction by hand.
    package struct Mark: Sendable {
        package let at: WallTime
        package let appearance: Appearance
    }

    package let start: WallTime
    package let end: WallTime
    package let zone: TimeZoneRules
    package let unit: LightUnit
    /// The thresholds of the configuration, in `unit`.
    package let thresholds: Thresholds
    /// The light levels; times without any have no span.
    package let light: [Span<Double>]
    package let appearances: [Span<Appearance>]
    package let marks: [Mark]

    /// Creates a chart of a part of a history.
    package init(
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
    package init(
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
    package static func start(of history: History, to end: WallTime) -> WallTime {
        let first = (history.changes.map(\.at) + history.levels.map(\.at)).min() ?? end
        return max(end - .days(1), min(first, end - .hours(1)))
    }

    /// Whether nothing is known of the time.
    package var isEmpty: Bool { light.isEmpty && appearances.isEmpty }

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
    private static func spans<Value: Sendable>(
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
