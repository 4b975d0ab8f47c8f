package import AppearanceModel

extension Sun {
    /// How far events are looked for; every one comes every year, even at the poles.
    private static let searchDays = 370

    /// The first time that an event comes after an instant; nil only at the calendar's end.
    package func next(_ event: SolarEvent, after instant: WallTime) -> WallTime? {
        guard instant < .calendarEnd else { return nil }
        let today = dayNumber(at: instant)
        return (today - 1...today + Self.searchDays).lazy
            .compactMap { time(of: event, onDay: $0) }
            .first { $0 > instant }
    }

    /// The last time that an event came, at an instant or before; nil only at the calendar's start.
    package func previous(_ event: SolarEvent, notAfter instant: WallTime) -> WallTime? {
        guard instant > .calendarStart else { return nil }
        let today = dayNumber(at: instant)
        return (today - Self.searchDays...today + 1).reversed().lazy
            .compactMap { time(of: event, onDay: $0) }
            .first { $0 <= instant }
    }

    /// Every event from one instant up to another, that one left out, in the order of time.
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

    /// Whether the sun rises or sets from one instant up to another, that one left out.
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
