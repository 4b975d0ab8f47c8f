internal import AppearanceEngine
internal import AppearanceModel

/// The time zone, and the place whose sun is watched.
struct PlaceCheck: Check {
    let name = "place"

    func examine(_ evidence: Evidence) throws(Unavailable) -> [Finding] {
        let zone = evidence.configuration.zone
        if let warning = zone.warning { return [unusable(warning, evidence)] }
        guard let place = evidence.configuration.place else { return [unknown(zone.rules.name)] }
        let origin =
            evidence.configuration.configuration.location.coordinates == nil
            ? "by the time zone" : "by the configuration"
        return [.ok("\(place.words), \(origin); times are those of \(zone.rules.name).")]
    }

    private func unusable(_ warning: String, _ evidence: Evidence) -> Finding {
        let path = evidence.configuration.path ?? ""
        return .broken(
            "The time zone is unknown, and UTC stands in for it.", because: warning + ".",
            fix: warning.contains("location.time_zone")
                ? "\"${EDITOR:-vi}\" \(path.shellWord)"
                : "unset TZ; timedatectl set-timezone Europe/Berlin  # or wherever you are")
    }

    private func unknown(_ zone: String) -> Finding {
        .warning(
            "No place is known, so fixed times stand in for sunrise and sunset.",
            because: "The time zone \(zone.excerpt) is that of no place.",
            fix: "appearancectl setup --latitude 52.52 --longitude 13.40  # your own")
    }
}

extension Coordinates {
    /// `52.5° north, 13.4° east`.
    var words: String {
        func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
            let tenths = Int((value.magnitude * 10).rounded())
            return "\(tenths / 10).\(tenths % 10)° \(value < 0 ? negative : positive)"
        }
        return degrees(latitudeDegrees, "north", "south") + ", "
            + degrees(longitudeDegrees, "east", "west")
    }
}
