package import AppearanceModel

/// The place whose sun the schedule uses.
package struct SunPlace: Equatable, Sendable {
    /// The reason for which a place is used; the raw value is a member of recordings and of output.
    package enum Origin: String, Sendable {
        /// The configuration has its coordinates.
        case configuration
        /// The place of the time zone, as the configuration has none.
        case timeZone = "time zone"
        /// The place of the time zone, as the clock is not that of the configured place.
        case clockElsewhere = "time zone, as the clock is not that of the configured place"
    }

    /// The coordinates; `nil` if unknown.
    package let coordinates: Coordinates?
    package let origin: Origin

    package init(_ coordinates: Coordinates?, _ origin: Origin) {
        self.coordinates = coordinates
        self.origin = origin
    }
}

extension LocalZone {
    /// The difference of two clocks that the summer times of neighbouring zones may have, in seconds.
    private static let neighbourSeconds = 3600
    /// The time between 12:00 and solar noon that fits a place, in minutes, with summer time.
    private static let fittingNoonDelay = 75.0
    /// The number of places of the table with which the clock is compared: coordinates near a border may have
    /// the clock of the second or third.
    private static let nearestPlaces = 3

    /// Returns the place whose sun counts.
    ///
    /// It is the configured one, unless the machine is elsewhere: its clock differs from that of each of the
    /// three nearest places of `zone.tab` by more than an hour, and solar noon is not near 12:00, in January or
    /// in July of this year. A zone or a place that the configuration fixes is used as it is.
    package func sunPlace(_ location: LocationSettings, at now: WallTime) -> SunPlace {
        guard let configured = location.coordinates else { return SunPlace(place(), .timeZone) }
        guard !location.isFixed, location.timeZone.isEmpty, isElsewhere(configured, at: now),
            let place = place()
        else { return SunPlace(configured, .configuration) }
        return SunPlace(place, .clockElsewhere)
    }

    private func isElsewhere(_ place: Coordinates, at now: WallTime) -> Bool {
        let year = rules.local(now).date.components.year
        let instants = [1, 7].compactMap { CivilDate(year: year, month: $0, day: 1) }
            .map(rules.start)
        guard
            instants.contains(where: {
                abs(noonDelay(at: place.longitudeDegrees, $0)) > Self.fittingNoonDelay
            })
        else { return false }
        let nearest = places(nearestTo: place, count: Self.nearestPlaces)
        guard !nearest.isEmpty, !nearest.contains(rules.name) else { return false }
        return nearest.allSatisfy { name in
            let other = zone(named: name)
            // A zone that cannot be read is no evidence.
            guard other.warning == nil else { return false }
            return instants.contains { instant in
                abs(
                    rules.utcOffsetSeconds(at: instant)
                        - other.rules.utcOffsetSeconds(at: instant)) > Self.neighbourSeconds
            }
        }
    }

    /// Returns the time from 12:00 to the mean solar noon of a longitude, in minutes, -720 to 720.
    func noonDelay(at longitude: Double, _ instant: WallTime) -> Double {
        let minutes = Double(rules.utcOffsetSeconds(at: instant)) / 60 - longitude * 4
        return (minutes / 1440 - (minutes / 1440).rounded()) * 1440
    }
}
