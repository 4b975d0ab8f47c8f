/// The limits by the clock of a time by the sun.
package struct ClockLimits: Equatable, Sendable {
    /// The longest span from the earliest time to the latest: in a longer one they were exchanged.
    package static let longest = Microseconds.hours(12)

    /// No limits.
    package static let unlimited = ClockLimits()

    /// The earliest time; `nil` for any.
    package let earliest: ClockTime?
    /// The latest time, which may be after midnight; `nil` for any.
    package let latest: ClockTime?

    private init(earliest: ClockTime? = nil, latest: ClockTime? = nil) {
        self.earliest = earliest
        self.latest = latest
    }
}

extension ClockLimits {
    /// The reason for which a text has no valid limits.
    package enum ParseError: Error {
        case unknown
        /// The earliest and the latest time are the same.
        case equal(ClockTime)
        /// The span from the earliest time to the latest is longer than the longest.
        case tooLong(earliest: ClockTime, latest: ClockTime)
    }

    /// Parses `18:00 to 21:00`, `not before 18:00` or `not after 21:00`.
    init(parsing text: Substring) throws(ParseError) {
        let words = text.split(separator: " ")
        guard words.count == 3, let last = ClockTime(configured: words[2]) else { throw .unknown }
        switch (words[0], words[1]) {
        case ("not", "before"): self.init(earliest: last)
        case ("not", "after"): self.init(latest: last)
        case (let first, "to"):
            guard let first = ClockTime(configured: first) else { throw .unknown }
            let span = first.minutes(to: last)
            if span == 0 { throw .equal(first) }
            if .minutes(Int64(span)) > Self.longest {
                throw .tooLong(earliest: first, latest: last)
            }
            self.init(earliest: first, latest: last)
        default: throw .unknown
        }
    }

    /// The limits as they are parsed, after a comma; empty without limits.
    var text: String {
        switch (earliest, latest) {
        case (nil, nil): ""
        case (let earliest?, nil): ", not before \(earliest)"
        case (nil, let latest?): ", not after \(latest)"
        case (let earliest?, let latest?): ", \(earliest) to \(latest)"
        }
    }

    /// Returns the limits on the day of an event, near its usual time in minutes after the midnight
    /// that begins the day.
    ///
    /// The middle of two limits is at most 12 hours from the usual time, so that 22:00 to 01:00 of an event
    /// in the evening ends after midnight. One limit alone moves the usual time by at most 6 hours, and
    /// otherwise has no effect, as "not before 06:00" for sunset.
    func minutes(near usual: Int) -> MinuteLimits {
        switch (earliest, latest) {
        case (nil, nil): return MinuteLimits()
        case (let earliest?, nil):
            return MinuteLimits(earliest: earliest.next(from: usual - 18 * 60))
        case (nil, let latest?): return MinuteLimits(latest: latest.next(from: usual - 6 * 60))
        case (let earliest?, let latest?):
            let span = earliest.minutes(to: latest)
            let first = earliest.next(from: usual - 12 * 60 - span / 2)
            return MinuteLimits(earliest: first, latest: first + span)
        }
    }
}

/// The limits of a time in minutes after the midnight that begins its day, which may be on the day before
/// or after.
package struct MinuteLimits: Equatable, Sendable {
    package var earliest: Int?
    package var latest: Int?

    /// Whether there is a limit.
    package var isLimited: Bool { earliest != nil || latest != nil }

    /// Returns a minute, or the limit that it is beyond.
    package func clamp(_ minute: Int) -> Int {
        max(min(minute, latest ?? minute), earliest ?? minute)
    }
}

extension ClockTime {
    /// Returns the minutes from this time to the next occurrence of another; 0 if they are equal.
    fileprivate func minutes(to other: ClockTime) -> Int {
        ClockTime(wrapping: other.minuteOfDay - minuteOfDay).minuteOfDay
    }

    /// Returns the first occurrence at or after a minute, in minutes after the same midnight.
    fileprivate func next(from minute: Int) -> Int {
        minute + ClockTime(wrapping: minute).minutes(to: self)
    }
}
