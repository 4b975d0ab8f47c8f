internal import AppearanceConfig
internal import AppearanceEngine
internal import AppearanceModel
internal import ArgumentParser
internal import Glibc

/// What the engine is to go by where no daemon is asked: configuration, place and time zone.
struct EngineOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("A configuration file; without it, yours.", valueName: "file"),
        completion: .configurationFile)
    var config: String?

    @OptionGroup var givenPlace: PlaceOptions

    @Option(
        help: ArgumentHelp("A zone such as Europe/Berlin.", valueName: "zone"),
        completion: .timeZones)
    var timeZone: String?

    /// The configuration that is named, else the one that the daemon reads, else the built-in one.
    func configuration() throws(CommandLineError) -> Configuration {
        guard let path = config ?? ConfigCommand.path else { return Configuration() }
        let bytes = try FileReading.bytes(of: path, limit: 1024 * 1024)
        do throws(ConfigurationError) {
            return try ConfigurationReader.read(bytes, file: path, zones: .machine)
        } catch {
            throw CommandLineError(placed: error.description)
        }
    }

    /// The zone that the options name, else the configuration, else `TZ`, else the system.
    func zone(_ configuration: Configuration) throws(CommandLineError) -> LocalZone {
        let name = timeZone ?? configuration.location.timeZone
        if !name.isEmpty, let problem = KnownZones.machine.problem(with: name) {
            throw CommandLineError(problem)
        }
        // An empty variable counts as unset, as for the daemon.
        let variable = getenv("TZ").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
        let zone = LocalZone(named: name, environment: variable, files: .machine)
        if let warning = zone.warning { StandardError.line("appearancectl: \(warning)") }
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
