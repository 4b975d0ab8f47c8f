internal import AppearanceDesktop
package import AppearanceModel
internal import Console
internal import Linux

/// A place that another program knows.
package struct KnownPlace: Equatable {
    /// The program, as the beginning of a sentence.
    package let source: String
    package let coordinates: Coordinates
    /// The radius around it in which the machine is, in metres; `nil` if it is unknown.
    package var accuracyMetres: Double?

    /// The place with its source and accuracy.
    package var text: String {
        let within = accuracyMetres.map { ", within \(Int(($0 / 1000).rounded(.up))) km" } ?? ""
        return "\(source): \(coordinates.text)\(within)"
    }
}

extension Coordinates {
    /// Whether a machine may be there: 0, 0 is in the sea, and stands for an unknown place.
    var isPlausible: Bool { latitudeDegrees.magnitude > 0.01 || longitudeDegrees.magnitude > 0.01 }

    /// Coordinates that another program reports; `nil` if they stand for an unknown place.
    init?(reported latitude: Double, _ longitude: Double) {
        self.init(latitudeDegrees: latitude, longitudeDegrees: longitude)
        guard isPlausible else { return nil }
    }
}

extension KnownPlace {
    /// The places that the programs of the desktop know, and the reasons why others know none.
    package struct Survey {
        /// The places, each with a sun of its own.
        package private(set) var places: [KnownPlace] = []
        /// The sources without a place, each with the reason.
        package private(set) var gaps: [String] = []
    }

    /// The settings that have the place of the night light: the last one that the desktop was in.
    private static let schemas = [
        ("GNOME's Night Light", "org.gnome.settings-daemon.plugins.color"),
        ("Cinnamon's Night Light", "org.cinnamon.settings-daemon.plugins.color"),
    ]
    private static let geolocationFile = "/etc/geolocation"

    /// Asks GNOME and Cinnamon, Plasma, and GeoClue's static file; it starts none of them.
    package static func survey(_ environment: (String) -> String?) -> Survey {
        var survey = Survey()
        let commands = schemas.map {
            Command("gsettings", "get", $0.1, "night-light-last-coordinates")
        }
        for ((name, _), result) in zip(schemas, CommandRunner.run(commands)) {
            survey.add(name) { () throws(CommandLineError) in
                guard case .output(let text) = result else {
                    throw CommandLineError("not installed")
                }
                return coordinates(ofSetting: text)
            }
        }
        let directories = BaseDirectories(environment)
        survey.add("Plasma's night time") { () throws(CommandLineError) in
            let files = (
                directories.configuration.map { "\($0)/knighttimerc" },
                directories.stateHome.map { "\($0)/knighttimestaterc" }
            )
            return plasma(files.0.flatMap { FileReading.text(of: $0) } ?? "")
                ?? plasmaState(files.1.flatMap { FileReading.text(of: $0) } ?? "")
        }
        survey.add(geolocationFile) { () throws(CommandLineError) in
            guard let bytes = try FileReading.bytesIfPresent(of: geolocationFile, limit: 65_536)
            else { throw CommandLineError("there is no such file") }
            return geolocation(String(decoding: bytes, as: UTF8.self))
        }
        return survey
    }

    /// Parses the value of a setting of GSettings: `(52.5, 13.4)`; unset is (91, 181).
    package static func coordinates(ofSetting text: String) -> Coordinates? {
        let numbers = text.split { "(), ".contains($0) }.map { Double($0) }
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1]
        else { return nil }
        return Coordinates(reported: latitude, longitude)
    }

    /// Parses `knighttimerc`, which has a place that the user has chosen.
    package static func plasma(_ text: String) -> Coordinates? {
        let groups = groups(of: text)
        guard groups["General"]?["Source"] == "ManualLocation" else { return nil }
        return coordinates(in: groups["ManualLocation"])
    }

    /// Parses `knighttimestaterc`, which has the last place that was found.
    package static func plasmaState(_ text: String) -> Coordinates? {
        let group = groups(of: text)["AutomaticLocation"]
        return group?["Available"] == "true" ? coordinates(in: group) : nil
    }

    /// Parses GeoClue's static file: latitude, longitude, altitude and accuracy, a line each.
    package static func geolocation(_ text: String) -> Coordinates? {
        let numbers = text.split(whereSeparator: \.isNewline)
            .map { String($0.prefix { $0 != "#" }).trimmed }.filter { !$0.isEmpty }
            .map { Double($0) }
        guard numbers.count >= 2, let latitude = numbers[0], let longitude = numbers[1]
        else { return nil }
        return Coordinates(reported: latitude, longitude)
    }

    private static func coordinates(in group: [String: String]?) -> Coordinates? {
        guard let latitude = group?["Latitude"].flatMap(Double.init),
            let longitude = group?["Longitude"].flatMap(Double.init)
        else { return nil }
        return Coordinates(reported: latitude, longitude)
    }

    /// Returns the keys with their values in each group of a file of KDE.
    private static func groups(of text: String) -> [String: [String: String]] {
        var (groups, group): ([String: [String: String]], String) = ([:], "")
        for line in text.split(whereSeparator: \.isNewline).map({ String($0).trimmed }) {
            if line.hasPrefix("["), line.hasSuffix("]") {
                group = String(line.dropFirst().dropLast())
            } else if let sign = line.firstIndex(of: "=") {
                groups[group, default: [:]][String(line[..<sign]).trimmed] =
                    String(line[line.index(after: sign)...]).trimmed
            }
        }
        return groups
    }
}

extension KnownPlace.Survey {
    /// Adds a place unless another source has it, or the reason why there is none.
    fileprivate mutating func add(
        _ source: String, _ place: () throws(CommandLineError) -> Coordinates?
    ) {
        do throws(CommandLineError) {
            guard let place = try place() else {
                return gaps.append("\(source): no place is known")
            }
            if places.allSatisfy({ !$0.coordinates.isNear(place) }) {
                places.append(KnownPlace(source: source, coordinates: place))
            }
        } catch {
            gaps.append("\(source): \(error.text)")
        }
    }
}
