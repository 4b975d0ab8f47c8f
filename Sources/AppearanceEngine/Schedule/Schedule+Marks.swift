import AppearanceModel

extension Schedule {
    /// Every mark from one instant through another, and some beyond them, in the order of time.
    ///
    /// Marks of one instant keep the order in which they were meant.
    func marks(from start: WallTime, through end: WallTime) -> [ScheduleMark] {
        (sunMarks(from: start, through: end) + clockMarks(from: start, through: end))
            .enumerated()
            .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
            .map(\.element)
    }

    private func clockMarks(from start: WallTime, through end: WallTime) -> [ScheduleMark] {
        let first = zone.local(start).date.advanced(by: -1)
        let last = zone.local(end).date.advanced(by: 1)
        return (first.daysSinceEpoch...last.daysSinceEpoch).flatMap { number in
            let date = CivilDate(daysSinceEpoch: number)
            return rules.compactMap { $0.mark(on: date, in: zone) }
        }
    }

    private func sunMarks(from start: WallTime, through end: WallTime) -> [ScheduleMark] {
        guard let sun, rules.contains(where: \.isBySun) else { return [] }
        // Half a day of offset reaches into the next solar day, never over it.
        let days = sun.days(sun.dayNumber(at: start) - 1...sun.dayNumber(at: end) + 1)
        return unturned(days.flatMap { day in rules.compactMap { $0.mark(on: day, in: zone) } })
    }

    /// Moves each mark that offsets have put behind its successor in the sun's order up to it.
    private func unturned(_ marks: [ScheduleMark]) -> [ScheduleMark] {
        var marks = marks
        var (daylight, night) = (WallTime.calendarEnd, WallTime.calendarEnd)
        for index in marks.indices.reversed() {
            switch marks[index].cause.setting {
            case .light, .dark:
                daylight = min(daylight, marks[index].at)
                marks[index].at = daylight
            case .night, .nightEnd:
                night = min(night, marks[index].at)
                marks[index].at = night
            }
        }
        return marks
    }
}
