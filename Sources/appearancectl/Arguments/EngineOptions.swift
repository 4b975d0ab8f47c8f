internal import AppearanceConfig
internal import AppearanceEngine
internal import AppearanceModel
internal import ArgumentParser
internal import Console
internal import DaemonClient
internal import Linux
internal import SettingsFile

/// The settings of an engine that runs without a daemon: configuration, place and time zone.
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

    /// Returns the configuration named by the options, else the user's, else the built-in one.
    func configuration() throws(CommandLineError) -> Configuration {
        try ConfigCommand.configuration(named: config)
    }

    /// Returns the zone of the options, else of the configuration, else of `TZ`, else the system's.
    func zone(_ configuration: Configuration) throws(CommandLineError) -> LocalZone {
        let name = timeZone ?? configuration.location.timeZone
        if !name.isEmpty, let problem = KnownZones(.machine).problem(with: name) {
            throw CommandLineError(problem, timeZone == nil ? .refused : .usage)
        }
        // An empty variable counts as unset, as for the daemon.
        let variable = CurrentProcess.variable("TZ")?.nonEmpty
        let zone = LocalZone(named: name, environment: variable, files: .machine)
        if let warning = zone.warning { StandardError.line("appearancectl: \(warning)") }
        return zone
    }

    /// Returns the place whose sun counts and the source of the place; `nil` if it is unknown.
    func place(_ configuration: Configuration, _ zone: LocalZone) -> (Coordinates, source: String)?
    {
        if let place = givenPlace.coordinates { return (place, "options") }
        let place = sunPlace(configuration, zone)
        return place.coordinates.map { ($0, place.origin.rawValue) }
    }

    /// Returns the place of the options, else that of the configuration or of the zone.
    func sunPlace(_ configuration: Configuration, _ zone: LocalZone) -> SunPlace {
        var location = configuration.location
        if let given = givenPlace.coordinates {
            location.coordinates = given
            location.isFixed = true
        }
        if timeZone != nil { location.isFixed = true }
        return zone.sunPlace(location, at: .now)
    }
}

/// A place on the earth, by two options.
struct PlaceOptions: ParsableArguments {
    // Unconditional, because the minus of a negative number would begin an option.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Degrees north, -90 to 90.", valueName: "degrees"))
    var latitude: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Degrees east, -180 to 180.", valueName: "degrees"))
    var longitude: Double?

    func validate() throws {
        guard (latitude == nil) == (longitude == nil) else {
            throw ValidationError("--latitude and --longitude must be given together")
        }
        guard latitude == nil || coordinates != nil else {
            throw ValidationError("latitude must be -90 to 90 degrees, longitude -180 to 180")
        }
    }

    var coordinates: Coordinates? {
        guard let latitude, let longitude else { return nil }
        return Coordinates(latitudeDegrees: latitude, longitudeDegrees: longitude)
    }
}

/// Completions of option values in a shell.
extension CompletionKind {
    /// Common durations; any other is valid too.
    private static let commonSpans = ["15m", "30m", "45m", "1h", "2h", "8h"]

    static var spans: CompletionKind { .list(commonSpans) }

    static let commonEnds = ["next", "after-next", "sunrise", "sunset"]

    static var ends: CompletionKind { .list(commonEnds) }

    /// An end, or a duration.
    static var endsAndSpans: CompletionKind { .list(commonEnds + commonSpans) }

    /// The times of the options of `log`.
    static var pastTimes: CompletionKind {
        .list(["today", "yesterday", "1h", "3h", "12h", "1d", "7d", "30d"])
    }

    static var date: CompletionKind { .shellCommand("date +%F") }

    static var configurationFile: CompletionKind { .file(extensions: ["toml"]) }

    static var trace: CompletionKind { .file(extensions: ["csv"]) }

    static var record: CompletionKind { .file(extensions: ["jsonl"]) }

    /// The zones in the third column of the system's table.
    static var timeZones: CompletionKind {
        .shellCommand("awk '/^[A-Z]/ {print $3}' /usr/share/zoneinfo/zone.tab")
    }
}

extension ZoneFiles {
    /// The zone files of this system, in `$TZDIR` if that is set.
    static var machine: ZoneFiles { ConfigCommand.place.zoneFiles }
}
