package import AppearanceModel

/// A city of the table, or the place of a time zone.
package struct City: Equatable, Sendable {
    package let name: String
    /// The region; empty if it is unknown.
    package let region: String
    /// The country; empty for the place of a time zone.
    package let country: String
    /// The code of the country, such as `CA`; empty for the place of a time zone.
    package let countryCode: String
    package let coordinates: Coordinates
    /// The name of its time zone.
    package let timeZone: String
    /// The number of inhabitants, in thousands; 0 if it is unknown.
    let thousands: Int

    /// The name with region and country: `Mons, Wallonie, Belgium`.
    package var text: String {
        guard !country.isEmpty else { return "\(name) (\(timeZone))" }
        let isCity = [name, country].contains(region)
        return [name, isCity ? "" : region, country].filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

extension City {
    /// Creates the place of a time zone: of `America/New_York`, New York.
    init(zone: String, _ coordinates: Coordinates) {
        name = Self.town(of: zone)
        (region, country, countryCode, thousands) = ("", "", "", 0)
        self.coordinates = coordinates
        timeZone = zone
    }

    /// Returns the name of the town of a time zone.
    package static func town(of zone: String) -> String {
        String((zone.split(separator: "/").last ?? "").map { $0 == "_" ? " " : $0 })
    }
}

extension Coordinates {
    /// The coordinates on the grid of tenths of a degree: half a minute of sun, and no house.
    package var rounded: Coordinates {
        func tenths(_ degrees: Double) -> Double {
            let rounded = (degrees * 10).rounded() / 10
            return rounded == 0 ? 0 : rounded
        }
        var place = self
        place.latitudeDegrees = tenths(latitudeDegrees)
        place.longitudeDegrees = tenths(longitudeDegrees)
        return place
    }

    /// Parses two numbers with a blank or a comma between them: `52.5 13.4`.
    package init?(text: String) {
        let parts = text.split { $0 == " " || $0 == "," || $0 == ";" }
        guard parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1])
        else { return nil }
        self.init(latitudeDegrees: latitude, longitudeDegrees: longitude)
    }

    /// Whether the other place has nearly the same sun: less than half a degree away.
    func isNear(_ other: Coordinates) -> Bool { kilometres(to: other) < 55 }
}
