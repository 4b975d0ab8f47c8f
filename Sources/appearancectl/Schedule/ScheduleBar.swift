internal import AppearanceEngine
internal import AppearanceModel
internal import Console

/// The days of a schedule, each as a bar of 24 or 48 cells.
struct ScheduleBar {
    /// The width of `Sun 22 Nov  `.
    private static let labelWidth = 12

    private let report: ScheduleReport
    private let width: Int
    private let cells: Int

    init(_ report: ScheduleReport, width: Int) {
        self.report = report
        self.width = width
        cells = width >= 110 ? 48 : 24
    }

    /// The hours, a bar for each day with its changes, and the glyphs; below today's bar the time.
    func lines(now: WallTime) -> [StyledLine] {
        let today = report.zone.local(now).date
        let bars = report.dates.flatMap { date -> [StyledLine] in
            day(date) + (date == today ? [mark(now)] : [])
        }
        return [hours] + bars + [StyledLine(""), StyledLine(indent) + Appearance.legend]
    }

    private var indent: String { String(repeating: " ", count: Self.labelWidth) }

    private var hours: StyledLine {
        let step = cells / 8
        let labels = stride(from: 0, to: 24, by: 3).map { hour in
            (hour < 10 ? "0\(hour)" : "\(hour)").padded(to: step)
        }
        return StyledLine(indent + labels.joined(), .faint).withoutTrailingSpaces
    }

    /// Returns the bar of a day, and its changes beside it, or below it if they do not fit.
    private func day(_ date: CivilDate) -> [StyledLine] {
        let appearances = (0..<cells).map { cell -> Appearance in
            let minute = (2 * cell + 1) * 720 / cells
            let middle = ClockTime(hour: minute / 60, minute: minute % 60)
            let at = middle.map { report.zone.instant(of: date, $0) } ?? report.zone.start(of: date)
            return report.schedule.phase(at: at).appearance
        }
        var bar = StyledLine(date.weekdayAndDay.padded(to: Self.labelWidth))
        var rest = appearances[...]
        while let first = rest.first {
            let run = rest.prefix { $0 == first }
            rest = rest.dropFirst(run.count)
            bar = bar + StyledLine(String(repeating: first.band, count: run.count), first.style)
        }
        let changes = text(changesOn: date)
        guard Self.labelWidth + cells + 2 + changes.count > width else {
            return [bar + StyledLine("  " + changes)]
        }
        return [bar, StyledLine(indent + changes)]
    }

    /// Returns `light 07:41, dark 16:02`.
    private func text(changesOn date: CivilDate) -> String {
        let start = report.zone.start(of: date)
        let end = report.zone.start(of: date.advanced(by: 1)) - Microseconds(1)
        let boundaries = report.schedule.boundaries(after: start - Microseconds(1), through: end)
        guard !boundaries.isEmpty else { return "no change" }
        return boundaries.map { boundary in
            "\(boundary.to.appearance.rawValue) \(report.zone.local(boundary.at).hoursAndMinutes)"
        }.joined(separator: ", ")
    }

    private func mark(_ now: WallTime) -> StyledLine {
        let minute = Int(report.zone.local(now).microsecondOfDay / 60_000_000)
        let cell = min(minute * cells / 1440, cells - 1)
        let time = report.zone.local(now).hoursAndMinutes
        return StyledLine(indent + String(repeating: " ", count: cell) + "▲ now, \(time)", .strong)
    }
}
