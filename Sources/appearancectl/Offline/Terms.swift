internal import AppearanceConfig
internal import AppearanceEngine
internal import AppearanceModel
internal import ArgumentParser
internal import Glibc

/// What the engine is to go by where no daemon is asked: configuration, place and time zone.
struct Terms: ParsableArguments {
    @Option(
        help: ArgumentHelp("A configuration file; without it, the defaults.", valueName: "file"),
        completion: .configurationFile)
    var config: String?

    @OptionGroup var givenPlace: PlaceOptions

    @Option(
        help: ArgumentHelp("A zone such as Europe/Berlin.", valueName: "zone"),
        completion: .timeZones)
    var timeZone: String?

    /// The configuration that is named, or the built-in one.
    func configuration() throws(Complaint) -> Configuration {
        guard let config else { return Configuration() }
        let bytes = try FileReading.bytes(of: config, limit: 1024 * 1024)
        do throws(ConfigurationFault) {
            return try ConfigurationReader.read(bytes, file: config)
        } catch {
            throw Complaint(error.description)
        }
    }

    /// The zone that the options name, else the configuration, else `otherwise`.
    func zone(
        _ configuration: Configuration, otherwise: TimeZoneRules?
    ) throws(Complaint) -> LocalZone {
        let name = timeZone ?? configuration.location.timeZone
        if name.isEmpty, let otherwise { return LocalZone(otherwise, files: .machine) }
        let environment = name.isEmpty ? getenv("TZ").map { String(cString: $0) } : nil
        let zone = LocalZone(named: name, environment: environment, files: .machine)
        if !name.isEmpty, zone.warning != nil {
            throw Complaint("there is no time zone \"\(name)\"; name one such as Europe/Berlin.")
        }
        return zone
    }

    /// Where the sun is watched from, and who says so; nil when nobody does.
    func place(_ configuration: Configuration, _ zone: LocalZone) -> (Coordinates, source: String)?
    {
        if let place = givenPlace.coordinates { return (place, "options") }
        if let place = configuration.location.coordinates { return (place, "configuration") }
        return zone.place().map { ($0, "time zone") }
    }
}
