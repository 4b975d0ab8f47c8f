package import AppearanceEngine
package import AppearanceModel
internal import Linux
package import SettingsFile

/// The place whose sun counts, with the error that it may have, as every command shows it.
package struct SunPlaceReport {
    package let place: SunPlace
    /// The time zone by the name in the table of places, else its own.
    package let zone: String
    /// The error of the sun elsewhere in the time zone, in minutes; `nil` if it is unknown, or the place is that of
    /// the configuration.
    package let errorMinutes: Int?
    /// Whether a boundary of the schedule is a time of the sun.
    package let isUsed: Bool

    package init(_ configuration: Configuration, _ zone: LocalZone, at now: WallTime) {
        place = zone.sunPlace(configuration.location, at: now)
        let name = place.origin == .configuration ? nil : zone.zoneOfPlace()
        self.zone = name ?? zone.rules.name
        errorMinutes = name.flatMap(ZoneError.minutes)
        isUsed = configuration.schedule.usesSun
    }

    /// The report of a configuration as this program reads it.
    package init(_ current: CurrentConfiguration, at now: WallTime) {
        self.init(current.values, current.zone, at: now)
    }

    /// The error if it is worth the question for a city; `nil` otherwise.
    ///
    /// On a journey the place is that of the zone until the machine is at home again.
    var remarkableError: Int? {
        guard isUsed, place.origin == .timeZone, let errorMinutes, errorMinutes > ZoneError.limit
        else { return nil }
        return errorMinutes
    }

    /// The place in a line, such as `New York (of the time zone; the sun may be off by up to 66 min)`.
    package var text: String {
        guard let coordinates = place.coordinates else {
            return "unknown; fixed times replace sunrise and sunset"
        }
        switch place.origin {
        case .configuration: return "\(coordinates.text) (from the configuration)"
        case .timeZone:
            let error =
                remarkableError.map { "; the sun may be off by up to \($0) min" } ?? ""
            return "\(City.town(of: zone).withoutControls) (of the time zone\(error))"
        case .clockElsewhere:
            let town = City.town(of: zone).withoutControls
            return "\(town) (of the time zone, as the clock is not that of the configured place)"
        }
    }
}

extension WeeklySchedule {
    /// Whether a boundary of any day is a time of the sun.
    fileprivate var usesSun: Bool {
        ([everyDay] + weekdays.values).contains { day in
            [day.light, day.dark, day.night, day.nightEnd].contains {
                if case .solar = $0 { true } else { false }
            }
        }
    }
}
