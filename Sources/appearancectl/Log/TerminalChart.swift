internal import AppearanceEngine
internal import AppearanceModel
internal import AppearanceRecord
internal import Console
internal import Diagnosis

/// A chart of the light as lines of text.
struct TerminalChart {
    private static let rows = 14
    private static let labelWidth = 6
    /// The width of `80 light`.
    private static let limitWidth = 10

    private let chart: LightChart
    private let scale: LightScale
    private let columns: [LightChart.Column]

    /// Creates a chart of at most `width` columns, 60 to 200.
    init(_ chart: LightChart, width: Int) {
        self.chart = chart
        scale = LightScale(chart)
        let width = min(max(width, 60), 200)
        columns = chart.columns(width - Self.labelWidth - 1 - Self.limitWidth)
    }

    var lines: [StyledLine] {
        let unit = chart.light.isEmpty ? "" : chart.unit == .lux ? "lux, " : "%, "
        var lines = [StyledLine("\(unit)\(chart.period)", .faint)]
        if !chart.light.isEmpty { lines += (0..<Self.rows).reversed().map(row) }
        lines += axis
        lines.append(bands)
        if !chart.marks.isEmpty { lines.append(marks) }
        lines.append(legend)
        return lines.map(\.withoutTrailingSpaces)
            + chart.summary.wrapped(to: columns.count + 16).map { StyledLine($0) }
    }

    // MARK: Light

    /// Returns the half rows, from the bottom, that a range of light covers.
    private func halves(_ light: ClosedRange<Double>) -> ClosedRange<Int> {
        func half(_ level: Double) -> Int {
            min(Int(scale.place(level) * Double(2 * Self.rows)), 2 * Self.rows - 1)
        }
        return half(light.lowerBound)...half(light.upperBound)
    }

    private func row(of level: Double) -> Int { halves(level...level).lowerBound / 2 }

    private func row(_ row: Int) -> StyledLine {
        let decade = scale.decades.first { self.row(of: $0) == row }
        let label = decade.map(LightScale.label) ?? ""
        let limits = chart.thresholds.named.filter { self.row(of: $0.level) == row }
        var line = StyledLine(
            String(repeating: " ", count: Self.labelWidth - 1 - label.count) + label
                + (decade == nil ? " │" : " ┤"), .faint)
        let empty: Character = limits.isEmpty ? " " : "┄"
        line =
            line
            + runs(columns) { column in
                guard let light = column.light, halves(light).overlaps(2 * row...2 * row + 1)
                else { return (empty, .faint) }
                let covered = halves(light)
                let glyph: Character =
                    !covered.contains(2 * row) ? "▀" : !covered.contains(2 * row + 1) ? "▄" : "█"
                return (glyph, column.appearance?.style ?? .plain)
            }
        return limits.isEmpty ? line : line + StyledLine(" " + Self.text(limits), .faint)
    }

    /// Returns `80 light`, or `8/3` for two limits in one row.
    private static func text(_ limits: [(level: Double, name: String)]) -> String {
        guard limits.count == 1, let limit = limits.first else {
            return limits.map { LightScale.label($0.level) }.joined(separator: "/")
        }
        return "\(LightScale.label(limit.level)) \(limit.name.prefix { $0 != " " })"
    }

    // MARK: Below

    private var indent: String { String(repeating: " ", count: Self.labelWidth + 1) }

    private var axis: [StyledLine] {
        let length = Double((chart.end - chart.start).count)
        var rule = Array(repeating: Character("─"), count: columns.count)
        var labels = Array(repeating: Character(" "), count: columns.count + Self.limitWidth)
        for tick in chart.ticks(atMost: columns.count / 8) {
            let place = Double((tick.at - chart.start).count) / length
            let column = min(Int(place * Double(columns.count)), columns.count - 1)
            rule[column] = "┬"
            for (offset, character) in tick.label.enumerated()
            where column + offset < labels.count {
                labels[column + offset] = character
            }
        }
        let left = String(repeating: " ", count: Self.labelWidth)
        return [
            StyledLine(left + "└" + String(rule), .faint),
            StyledLine(indent + String(labels), .faint),
        ]
    }

    private var bands: StyledLine {
        StyledLine(indent)
            + runs(columns) { ($0.appearance?.band ?? " ", $0.appearance?.style ?? .plain) }
    }

    private var marks: StyledLine {
        StyledLine(indent) + runs(columns) { ($0.mark == nil ? " " : "▲", .strong) }
    }

    private var legend: StyledLine {
        let line = StyledLine(indent) + Appearance.legend
        return chart.marks.isEmpty ? line : line + StyledLine("   ▲ undone by hand")
    }

    /// Returns characters as parts of one style each.
    private func runs(
        _ columns: [LightChart.Column],
        _ cell: (LightChart.Column) -> (Character, StyledLine.Style)
    ) -> StyledLine {
        var line = StyledLine("")
        var text = ""
        var style = StyledLine.Style.plain
        for column in columns {
            let (character, next) = cell(column)
            if next != style, !text.isEmpty {
                line = line + StyledLine(text, style)
                text = ""
            }
            style = next
            text.append(character)
        }
        return line + StyledLine(text, style)
    }
}

extension Appearance {
    /// The colour of the appearance in a terminal; a glyph or a word has the same meaning.
    var style: StyledLine.Style {
        switch self {
        case .light: .light
        case .dark: .dark
        case .night: .night
        }
    }

    /// The glyphs of all appearances with their names.
    static var legend: StyledLine {
        allCases.map { appearance in
            StyledLine(appearance == .light ? "" : "   ")
                + StyledLine("\(appearance.band)\(appearance.band)", appearance.style)
                + StyledLine(" \(appearance.rawValue)")
        }.reduce(StyledLine(""), +)
    }

    /// The glyph of the appearance in a band.
    var band: Character {
        switch self {
        case .light: "░"
        case .dark: "▒"
        case .night: "█"
        }
    }
}

// MARK: - The table

/// The chart as a table, for a screen reader.
enum ChartTable {
    /// A part of the time.
    private struct Part {
        let start: WallTime
        let light: String
        let appearance: String
        let corrections: Int
    }

    /// Returns the parts of the time that differ from the part before in light or appearance, or have corrections.
    private static func parts(_ chart: LightChart) -> [Part] {
        let ticks = chart.ticks(atMost: 49)
        let bounds = ([chart.start] + ticks.map(\.at).filter { $0 > chart.start } + [chart.end])
        var parts: [Part] = []
        for (start, end) in zip(bounds, bounds.dropFirst()) {
            let levels = chart.light.filter { $0.start < end && $0.end > start }.map(\.value)
            var shown: [String] = []
            for span in chart.appearances where span.start < end && span.end > start {
                if shown.last != span.value.rawValue { shown.append(span.value.rawValue) }
            }
            let part = Part(
                start: start, light: text(levels, chart.unit),
                appearance: shown.isEmpty ? "unknown" : shown.joined(separator: ", "),
                corrections: chart.marks.count { (start..<end).contains($0.at) })
            if let last = parts.last, part.corrections == 0, last.corrections == 0,
                part.light == last.light, part.appearance == last.appearance
            {
                continue
            }
            parts.append(part)
        }
        return parts
    }

    /// Returns a heading and a row for each part.
    static func rows(_ chart: LightChart) -> [[String]] {
        [["from", "light", "appearance", "undone"]]
            + parts(chart).map { part in
                [
                    chart.zone.local(part.start).dateAndTime, part.light, part.appearance,
                    part.corrections == 0 ? "no" : "\(part.corrections)",
                ]
            }
    }

    /// Returns the chart as lines to be listened to: each day once, and below it a line for each part.
    static func lines(_ chart: LightChart) -> [String] {
        var lines = [chart.period]
        var day: CivilDate?
        let known = parts(chart).drop { $0.light == "unknown" && $0.appearance == "unknown" }
        for part in known {
            let local = chart.zone.local(part.start)
            if local.date != day { lines.append(local.date.weekdayAndDay) }
            day = local.date
            let appearance =
                part.appearance == "unknown" ? "appearance unknown" : part.appearance
            let light = part.light == "unknown" ? "no light level" : part.light
            let corrected =
                part.corrections == 0 ? "" : "; \(part.corrections) undone by hand"
            lines.append("  \(local.hoursAndMinutes)  \(appearance); \(light)\(corrected)")
        }
        return lines + [chart.summary]
    }

    private static func text(_ levels: [Double], _ unit: LightUnit) -> String {
        guard let low = levels.min(), let high = levels.max() else { return "unknown" }
        let highest = unit.text(high)
        return low == high ? highest : "\(figures(low)) to \(highest)"
    }
}
