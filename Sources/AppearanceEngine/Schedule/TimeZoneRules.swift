package import AppearanceModel

/// How far local clocks are ahead of UTC, for all time: a time zone as a plain value.
package struct TimeZoneRules: Equatable, Sendable {
    /// Clocks change to an offset.
    struct Transition: Equatable, Sendable {
        /// Seconds since the epoch.
        var at: Int64
        /// From here on.
        var utcOffsetSeconds: Int
    }

    /// The name it is known by.
    package let name: String
    /// Before the first transition.
    let firstOffset: Int
    /// In rising order of time.
    let transitions: [Transition]
    /// After the last transition; nil for its offset.
    let rule: DaylightRule?

    /// Coordinated universal time.
    package static let utc = TimeZoneRules(
        name: "UTC", firstOffset: 0, transitions: [], rule: nil)

    /// Rules from the value of a TZ variable that spells them, such as `CET-1CEST,M3.5.0,M10.5.0/3`.
    package init?(posix text: String) {
        guard let rule = DaylightRule(text) else { return nil }
        self.init(name: text, firstOffset: rule.standardOffset, transitions: [], rule: rule)
    }

    init(name: String, firstOffset: Int, transitions: [Transition], rule: DaylightRule?) {
        self.name = name
        self.firstOffset = firstOffset
        self.transitions = transitions
        self.rule = rule
    }

    /// How far local clocks are ahead of UTC at an instant, in seconds; between -25 and 26 hours.
    package func utcOffsetSeconds(at instant: WallTime) -> Int {
        utcOffset(at: instant.clampedToCalendar.secondsSinceEpoch)
    }

    /// What a clock on the wall shows at an instant.
    package func local(_ instant: WallTime) -> LocalTime {
        LocalTime(instant, utcOffsetSeconds: utcOffsetSeconds(at: instant))
    }
}

extension TimeZoneRules {
    /// The first instant at which clocks show a date and time or have gone past it.
    ///
    /// A time that clocks skip is the first instant after the gap, one that they show twice is
    /// the first of the two.
    package func instant(of date: CivilDate, _ time: ClockTime) -> WallTime {
        instant(of: date, minuteOfDay: time.minuteOfDay)
    }

    /// When a date begins: at midnight, or at the first instant after a gap that holds it.
    package func start(of date: CivilDate) -> WallTime { instant(of: date, minuteOfDay: 0) }

    /// As above, but nil on a date that the zone skipped whole, as Samoa did at the date line.
    func occurrence(of time: ClockTime, on date: CivilDate) -> WallTime? {
        let at = instant(of: date, time)
        if local(at).date == date { return at }
        return start(of: date) < start(of: date.advanced(by: 1)) ? at : nil
    }

    /// The next time that clocks show a time of day, strictly after an instant.
    package func next(_ time: ClockTime, after instant: WallTime) -> WallTime? {
        let today = local(instant).date
        return (-1...3).lazy
            .compactMap { occurrence(of: time, on: today.advanced(by: $0)) }
            .first { $0 > instant }
    }

    private func instant(of date: CivilDate, minuteOfDay: Int) -> WallTime {
        let face = Int64(date.daysSinceEpoch) * 86400 + Int64(minuteOfDay) * 60
        // Walk the stretches of constant offset from the first that can show this face.
        var start = face - Self.offsetRange.upperBound
        while true {
            let shown = face - Int64(utcOffset(at: start))
            guard let end = nextTransition(after: start), end <= shown
            else { return WallTime(secondsSinceEpoch: max(shown, start)) }
            start = end
        }
    }
}

extension TimeZoneRules {
    /// What RFC 9636, section 3.2, asks readers to accept.
    static let offsetRange: ClosedRange<Int64> = -89_999...93_599

    private func utcOffset(at second: Int64) -> Int {
        guard let last = transitions.last, second < last.at else {
            return rule?.utcOffset(at: second)
                ?? transitions.last?.utcOffsetSeconds ?? firstOffset
        }
        let next = firstTransition(after: second)
        return next == 0 ? firstOffset : transitions[next - 1].utcOffsetSeconds
    }

    private func nextTransition(after second: Int64) -> Int64? {
        let next = firstTransition(after: second)
        return next < transitions.count ? transitions[next].at : rule?.nextTransition(after: second)
    }

    /// The index of the first transition after a second, by halving.
    private func firstTransition(after second: Int64) -> Int {
        var (low, high) = (0, transitions.count)
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle].at <= second { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
