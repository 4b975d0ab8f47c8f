internal import AppearanceEngine
internal import AppearanceModel

/// Sunrise and sunset of the present day at a place.
struct SunToday {
    private let events: [SolarOccurrence]
    private let zone: TimeZoneRules
    /// Whether the sun is up all day or down all day; `nil` if it rises or sets.
    private let polarDay: Bool?

    init(_ place: Coordinates, _ zone: TimeZoneRules, at now: WallTime) {
        let day = zone.local(now).date
        let (start, end) = (zone.start(of: day), zone.start(of: day.advanced(by: 1)))
        let sun = Sun(at: place)
        events = sun.events(from: start, to: end)
        self.zone = zone
        polarDay =
            switch sun.daylight(from: start, to: end) {
            case .alwaysUp: true
            case .alwaysDown: false
            case .alternates: nil
            }
    }

    /// The time of an event; `nil` if it does not happen today.
    func time(of event: SolarEvent) -> WallTime? { events.first { $0.event == event }?.at }

    /// The times in a few words: `sunrise 08:14, sunset 16:40`.
    var text: String {
        if let polarDay { return polarDay ? "the sun does not set" : "the sun does not rise" }
        return [SolarEvent.sunrise, .sunset].compactMap { event in
            time(of: event).map { "\(event.rawValue) \(zone.local($0).hoursAndMinutes)" }
        }.joined(separator: ", ")
    }
}
