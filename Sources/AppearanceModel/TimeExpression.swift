/// A time of day by the clock or by the sun.
package enum TimeExpression: Equatable, Sendable {
    case clock(ClockTime)
    /// An event of the sun and a span after it, or before it if negative, within limits by the clock.
    case solar(SolarEvent, offset: Microseconds, within: ClockLimits = .unlimited)
}

extension TimeExpression {
    /// The reason for which a text is not a time.
    package enum ParseError: Error {
        case unknown
        /// A time by the clock has limits.
        case limitsOfClock(ClockTime)
        /// The limits of a time by the sun are invalid.
        case limits(ClockLimits.ParseError)
    }

    /// Parses a time as `init(parsing:)` does; `nil` if it is not one.
    package init?(_ text: String) {
        do throws(ParseError) {
            try self.init(parsing: text)
        } catch {
            return nil
        }
    }

    /// Parses `21:30`, `7:30`, `sunset`, `sunset-30m`, `civil_dusk+1h10m` or `sunset, 18:00 to 21:00`.
    package init(parsing text: String) throws(ParseError) {
        let comma = text.firstIndex(of: ",")
        let time = text[..<(comma ?? text.endIndex)]
        let limits = comma.map { text[text.index(after: $0)...] }
        if let clock = ClockTime(configured: time) {
            if limits != nil { throw .limitsOfClock(clock) }
            self = .clock(clock)
            return
        }
        guard let (event, offset) = Self.solarTime(time) else { throw .unknown }
        do throws(ClockLimits.ParseError) {
            self = .solar(
                event, offset: offset,
                within: try limits.map(ClockLimits.init(parsing:)) ?? .unlimited)
        } catch {
            throw .limits(error)
        }
    }

    private static func solarTime(_ text: Substring) -> (SolarEvent, offset: Microseconds)? {
        let nameEnd = text.firstIndex { $0 == "+" || $0 == "-" }
        guard let event = SolarEvent(rawValue: String(text[..<(nameEnd ?? text.endIndex)]))
        else { return nil }
        guard let nameEnd else { return (event, .zero) }
        guard let span = Microseconds(text: text[text.index(after: nameEnd)...]),
            span == span.clampedToHalfDay
        else { return nil }
        return (event, text[nameEnd] == "-" ? -span : span)
    }

    /// The expression as it is parsed: `21:30`, `sunset-30m`, `sunset, 18:00 to 21:00`.
    package var text: String {
        switch self {
        case .clock(let time): time.description
        case .solar(let event, offset: .zero, let limits): event.rawValue + limits.text
        case .solar(let event, let offset, let limits) where offset < .zero:
            "\(event.rawValue)-\((-offset).text)" + limits.text
        case .solar(let event, let offset, let limits):
            "\(event.rawValue)+\(offset.text)" + limits.text
        }
    }
}

extension TimeExpression {
    /// The usual time in minutes after the midnight that begins its day, without limits: that of an
    /// equinox in the middle latitudes, by a clock one hour ahead of the sun.
    package var usualMinute: Int {
        switch self {
        case .clock(let time): time.minuteOfDay
        case .solar(let event, let offset, _):
            event.usualMinute + Int(offset.clampedToHalfDay.count / 60_000_000)
        }
    }

    /// The limits in minutes after the midnight that begins its day.
    package var limitMinutes: MinuteLimits {
        switch self {
        case .clock: MinuteLimits()
        case .solar(_, _, let limits): limits.minutes(near: usualMinute)
        }
    }
}

extension Microseconds {
    /// The span, clamped to 12 hours before or after an event.
    package var clampedToHalfDay: Microseconds { min(max(self, .hours(-12)), .hours(12)) }
}

extension SolarEvent {
    /// The usual time in minutes after midnight.
    package var usualMinute: Int {
        switch self {
        case .astronomicalDawn: 5 * 60 + 30
        case .nauticalDawn: 6 * 60
        case .civilDawn: 6 * 60 + 30
        case .sunrise: 7 * 60
        case .solarNoon: 13 * 60
        case .sunset: 19 * 60
        case .civilDusk: 19 * 60 + 30
        case .nauticalDusk: 20 * 60
        case .astronomicalDusk: 20 * 60 + 30
        }
    }
}
