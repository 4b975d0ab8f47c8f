package import AppearanceModel

extension SolarEvent {
    /// The elevation of the sun's centre that makes the event, in degrees; `nil` for solar noon.
    ///
    /// The twilights reach 6°, 12° and 18° below the horizon.
    /// https://aa.usno.navy.mil/faq/RST_defs
    package var elevationDegrees: Double? {
        switch self {
        case .sunrise, .sunset: Sun.horizonDegrees
        case .civilDawn, .civilDusk: -6
        case .nauticalDawn, .nauticalDusk: -12
        case .astronomicalDawn, .astronomicalDusk: -18
        case .solarNoon: nil
        }
    }

    /// Whether the sun rises at the event; false for solar noon.
    var isRising: Bool {
        switch self {
        case .astronomicalDawn, .nauticalDawn, .civilDawn, .sunrise: true
        case .solarNoon, .sunset, .civilDusk, .nauticalDusk, .astronomicalDusk: false
        }
    }

    /// The position in the order from one solar midnight to the next.
    var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// An event of the sun with its instant.
package struct SolarOccurrence: Hashable, Sendable {
    package var event: SolarEvent
    /// The instant, rounded to the second.
    package var at: WallTime

    package init(event: SolarEvent, at: WallTime) {
        self.event = event
        self.at = at
    }
}

/// The course of the sun in a span of time.
package enum Daylight: Hashable, Sendable {
    /// The sun rises or sets.
    case alternates
    /// The sun stays up: polar day, if the span is a day.
    case alwaysUp
    /// The sun stays down: polar night, if the span is a day.
    case alwaysDown
}

extension Sun {
    /// The number of days searched for an event; each one occurs every year, even at the poles.
    private static let searchDays = 370

    /// Returns the first occurrence of an event after an instant; `nil` only at the end of the calendar.
    package func next(_ event: SolarEvent, after instant: WallTime) -> WallTime? {
        guard instant < .calendarEnd else { return nil }
        let today = dayNumber(at: instant)
        return (today - 1...today + Self.searchDays).lazy
            .compactMap { time(of: event, onDay: $0) }
            .first { $0 > instant }
    }

    /// Returns every event from one instant to before another, in the order of time.
    package func events(from start: WallTime, to end: WallTime) -> [SolarOccurrence] {
        guard start < end else { return [] }
        return days(dayNumber(at: start) - 1...dayNumber(at: end) + 1)
            .flatMap { day in
                SolarEvent.allCases.compactMap { event -> SolarOccurrence? in
                    guard case .comes(let at) = day.turn(event) else { return nil }
                    return SolarOccurrence(event: event, at: at)
                }
            }
            .filter { start <= $0.at && $0.at < end }
            .sorted { ($0.at, $0.event.order) < ($1.at, $1.event.order) }
    }

    /// Returns the course of the sun from one instant to before another.
    package func daylight(from start: WallTime, to end: WallTime) -> Daylight {
        let turns = events(from: start, to: end).contains {
            $0.event == .sunrise || $0.event == .sunset
        }
        if turns { return .alternates }
        return elevationDegrees(at: start) >= Self.horizonDegrees ? .alwaysUp : .alwaysDown
    }

    private func time(of event: SolarEvent, onDay number: Int) -> WallTime? {
        guard case .comes(let at) = day(number).turn(event) else { return nil }
        return at
    }
}
