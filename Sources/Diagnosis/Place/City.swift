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

    /// Parses two numbers of degrees: `52.5 13.4`, `52,5 13,4`, `52.5, 13.4` or `33.9S 151.2E`.
    package init?(text: String) {
        let words = text.split(separator: " ").map { $0.last == "," ? $0.dropLast() : $0 }
        // Between numbers without a blank the comma separates, and in them it is a point.
        let parts = words.count == 1 ? words[0].split(separator: ",") : words
        guard parts.count == 2, let latitude = Self.degrees(parts[0], "N", "S"),
            let longitude = Self.degrees(parts[1], "E", "W")
        else { return nil }
        self.init(latitudeDegrees: latitude, longitudeDegrees: longitude)
    }

    private static func degrees(
        _ text: Substring, _ positive: Character, _ negative: Character
    ) -> Double? {
        var text = String(text.map { $0 == "," ? "." : $0 }.filter { $0 != "°" })
        var sign = 1.0
        if let letter = text.last?.uppercased().first, letter == positive || letter == negative {
            text.removeLast()
            sign = letter == negative ? -1 : 1
        }
        guard text.allSatisfy({ "+-.0123456789".contains($0) }) else { return nil }
        return Double(text).map { $0 * sign }
    }

    /// Whether the other place has nearly the same sun: less than half a degree away.
    func isNear(_ other: Coordinates) -> Bool { kilometres(to: other) < 55 }
}
