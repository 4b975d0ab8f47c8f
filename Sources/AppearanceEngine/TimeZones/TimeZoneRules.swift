package import AppearanceModel

/// The lead of local clocks over UTC for all time: a time zone as a plain value.
package struct TimeZoneRules: Equatable, Sendable {
    /// A change of clocks to an offset.
    struct Transition: Equatable, Sendable {
        /// The instant in seconds since the epoch.
        var at: Int64
        /// The offset from this instant on.
        var utcOffsetSeconds: Int
    }

    /// The name.
    package let name: String
    /// The offset before the first transition.
    let firstOffset: Int
    /// The transitions in the order of time.
    let transitions: [Transition]
    /// The rule after the last transition; `nil` to keep its offset.
    let rule: DaylightRule?

    /// Coordinated universal time.
    package static let utc = TimeZoneRules(
        name: "UTC", firstOffset: 0, transitions: [], rule: nil)

    /// The rules in the value of a TZ variable, such as `CET-1CEST,M3.5.0,M10.5.0/3`.
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

    /// Returns the lead of local clocks over UTC at an instant, in seconds; between -25 and 26 hours.
    package func utcOffsetSeconds(at instant: WallTime) -> Int {
        utcOffset(at: instant.clampedToCalendar.secondsSinceEpoch)
    }

    /// Returns the local time at an instant.
    package func local(_ instant: WallTime) -> LocalTime {
        LocalTime(instant, utcOffsetSeconds: utcOffsetSeconds(at: instant))
    }
}

extension TimeZoneRules {
    /// Returns the first instant at which clocks show a date and time, or a later one.
    ///
    /// If clocks skip the time, this is the first instant after the gap; if they show it twice, the
    /// first of the two.
    package func instant(of date: CivilDate, _ time: ClockTime) -> WallTime {
        let shownSecond = Int64(date.daysSinceEpoch) * 86400 + Int64(time.minuteOfDay) * 60
        // Search the spans of constant offset from the first one that can show this time.
        var start = shownSecond - Self.offsetRange.upperBound
        while true {
            let shown = shownSecond - Int64(utcOffset(at: start))
            guard let end = nextTransition(after: start), end <= shown
            else { return WallTime(secondsSinceEpoch: max(shown, start)) }
            start = end
        }
    }

    /// Returns the start of a date: midnight, or the first instant after a gap that contains it.
    package func start(of date: CivilDate) -> WallTime {
        instant(of: date, ClockTime(wrapping: 0))
    }

    /// Returns the instant of a time on a date; `nil` if the zone skipped the whole date, as Samoa did.
    func occurrence(of time: ClockTime, on date: CivilDate) -> WallTime? {
        let at = instant(of: date, time)
        if local(at).date == date { return at }
        return start(of: date) < start(of: date.advanced(by: 1)) ? at : nil
    }

    /// Returns the next instant after another at which clocks show a time of day, perhaps for the
    /// second time in an hour that they repeat.
    package func next(_ time: ClockTime, after instant: WallTime) -> WallTime? {
        let today = local(instant).date
        return (-1...3).lazy
            .compactMap { occurrence(of: time, on: today.advanced(by: $0)) }
            .compactMap { $0 > instant ? $0 : repetition(of: $0) }
            .first { $0 > instant }
    }

    /// Returns the second instant at which clocks show the local time of an instant; `nil` if they
    /// are not set back over it.
    private func repetition(of instant: WallTime) -> WallTime? {
        let second = instant.clampedToCalendar.secondsSinceEpoch
        guard let change = nextTransition(after: second) else { return nil }
        let again = second + Int64(utcOffset(at: second) - utcOffset(at: change))
        return again >= change ? WallTime(secondsSinceEpoch: again) : nil
    }
}

extension TimeZoneRules {
    /// The offsets from UTC in seconds that RFC 9636, section 3.2, requires readers to accept.
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

    /// Returns the index of the first transition after a second, by bisection.
    private func firstTransition(after second: Int64) -> Int {
        var (low, high) = (0, transitions.count)
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle].at <= second { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension TimeZoneRules {
    /// A time zone as plain numbers, for run recordings.
    package struct Numbers: Equatable, Sendable {
        /// The name of the zone.
        package var name: String
        /// The offset in seconds before the first change.
        package var firstOffset: Int
        /// The changes: seconds since the epoch, and the new offset in seconds.
        package var changes: [(at: Int64, offset: Int)]
        /// The rule after the last change in the form of a TZ variable; `nil` to keep its offset.
        package var rule: String?

        package init(
            name: String, firstOffset: Int, changes: [(at: Int64, offset: Int)], rule: String?
        ) {
            self.name = name
            self.firstOffset = firstOffset
            self.changes = changes
            self.rule = rule
        }

        package static func == (left: Numbers, right: Numbers) -> Bool {
            left.name == right.name && left.firstOffset == right.firstOffset
                && left.changes.elementsEqual(right.changes, by: ==) && left.rule == right.rule
        }
    }

    /// The largest number of changes that is accepted.
    private static let mostChanges = 10_000

    /// The zone as plain numbers.
    package var numbers: Numbers {
        Numbers(
            name: name, firstOffset: firstOffset,
            changes: transitions.map { ($0.at, $0.utcOffsetSeconds) }, rule: rule?.text)
    }

    /// A zone; `nil` unless the changes are in order and every offset is in range.
    package init?(_ numbers: Numbers) {
        let offsets = [numbers.firstOffset] + numbers.changes.map(\.offset)
        guard numbers.changes.count <= Self.mostChanges,
            offsets.allSatisfy({ Self.offsetRange.contains(Int64($0)) }),
            zip(numbers.changes, numbers.changes.dropFirst()).allSatisfy({ $0.at < $1.at }),
            numbers.changes.allSatisfy({ (-1 << 60...1 << 60).contains($0.at) })
        else { return nil }
        var rule: DaylightRule?
        if let text = numbers.rule {
            rule = DaylightRule(text)
            if rule == nil { return nil }
        }
        self.init(
            name: numbers.name, firstOffset: numbers.firstOffset,
            transitions: numbers.changes.map { .init(at: $0.at, utcOffsetSeconds: $0.offset) },
            rule: rule)
    }
}
