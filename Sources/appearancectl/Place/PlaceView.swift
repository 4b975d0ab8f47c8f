internal import AppearanceEngine
internal import AppearanceModel
internal import AppearanceProtocol
internal import Console
internal import Diagnosis
internal import SettingsFile

/// The output of `appearancectl place`: the place whose sun counts, and the error that it may have.
struct PlaceView {
    private let report: SunPlaceReport
    private let location: LocationSettings
    private let zone: LocalZone
    private let nearest: City?
    private let now: WallTime

    init(_ current: CurrentConfiguration, _ lookup: PlaceLookup, now: WallTime) {
        report = SunPlaceReport(current, at: now)
        location = current.values.location
        zone = current.zone
        nearest = report.place.coordinates.flatMap(lookup.nearest)
        self.now = now
    }

    var lines: [StyledLine] {
        var table = Table()
        table.add("place", placeText)
        if let sun { table.add("today", "\(sun.text) (times in \(zone.rules.name))") }
        if !report.isUsed {
            table.add("schedule", "by fixed times alone, so the place has no effect")
        }
        return (table.lines + remarks.flatMap { $0.wrapped(to: Terminal.width) })
            .map { StyledLine($0) }
    }

    private var sun: SunToday? {
        report.place.coordinates.map { SunToday($0, zone.rules, at: now) }
    }

    private var placeText: String {
        guard let place = report.place.coordinates else { return report.text }
        switch report.place.origin {
        case .configuration:
            return (nearest.map { "near \($0.text): " } ?? "") + place.text
                + " (from the configuration)"
        case .timeZone: return "\(City.town(of: report.zone)): \(place.text) (of the time zone)"
        case .clockElsewhere: return report.text
        }
    }

    private var remarks: [String] {
        switch report.place.origin {
        case .timeZone:
            guard let error = report.errorMinutes, report.isUsed else {
                return ["To set your city: appearancectl place CITY"]
            }
            return [
                error == 0
                    ? "The cities of this zone have nearly the same sun."
                    : "Elsewhere in this zone the sun is off by up to \(error) min.",
                "To set your city: appearancectl place CITY",
            ]
        case .clockElsewhere:
            return [zone.remark(on: location, at: now)?.text ?? ""].filter { !$0.isEmpty } + [
                "To keep the configured place: appearancectl place --fixed"
            ]
        case .configuration:
            return (zone.remark(on: location, at: now).map { [$0.text] } ?? []) + [
                location.isFixed
                    ? "It counts on a journey, too."
                    : "On a journey, the place of the time zone counts instead.",
                "To use the time zone's place again: appearancectl place --zone",
            ]
        }
    }

    var json: JSON {
        func time(_ event: SolarEvent) -> JSON {
            sun?.time(of: event).map { .string($0.iso8601) } ?? .null
        }
        return [
            "latitude": report.place.coordinates.map { .real($0.latitudeDegrees) } ?? .null,
            "longitude": report.place.coordinates.map { .real($0.longitudeDegrees) } ?? .null,
            "source": .string(report.place.origin.rawValue),
            "fixed": .bool(location.isFixed),
            "time_zone": .string(zone.rules.name),
            "zone_error_minutes": report.errorMinutes.map { .integer(Int64($0)) } ?? .null,
            "nearest_city": nearest?.json ?? .null,
            "sunrise": time(.sunrise), "sunset": time(.sunset),
        ]
    }
}

extension City {
    /// The city as an object; its region and country are null for the place of a time zone.
    var json: JSON {
        func text(_ text: String) -> JSON { text.isEmpty ? .null : .string(text) }
        return [
            "name": .string(name), "region": text(region), "country": text(country),
            "country_code": text(countryCode), "latitude": .real(coordinates.latitudeDegrees),
            "longitude": .real(coordinates.longitudeDegrees), "time_zone": .string(timeZone),
        ]
    }
}
