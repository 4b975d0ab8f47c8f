internal import AppearanceLimits
internal import AppearanceModel
internal import AppearanceProtocol
internal import ArgumentParser

struct SensorsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sensors",
        abstract: "List every light sensor, in use or not.",
        discussion: """
            A star marks the one that decides. With --json an array, one object for each sensor:

              appearancectl sensors --json | jq '.[] | select(.chosen) | .path'
            """)

    @Flag(help: "Print one JSON array.")
    var json = false

    func run() throws {
        let sensors = try Request.listSensors.answer("sensors")
        // What is known of a model is prose for the table; the array's objects have eight members.
        guard !json else { return StandardOutput.json(sensors.withoutNotes) }
        let listings = try (sensors.array ?? []).map { try SensorListing($0) }
        for line in SensorsText.lines(listings) { StandardOutput.line(line) }
    }
}

extension JSON {
    /// The array of sensors, each without its note.
    fileprivate var withoutNotes: JSON {
        .array(
            (array ?? []).map { sensor in
                guard case .object(let members) = sensor else { return sensor }
                return .object(members.filter { $0.name != "note" })
            })
    }
}

/// What `appearancectl sensors` prints.
enum SensorsText {
    static func lines(_ sensors: [SensorListing]) -> [String] {
        guard !sensors.isEmpty else {
            return [
                "No light sensor was found: the schedule decides.",
                "Another source of light can be fed: appearancectl help feed",
            ]
        }
        var table = Table()
        table.add(" ", "NAME", "LIGHT", "STATE", "SOURCE", "PATH")
        for sensor in sensors {
            table.add(
                sensor.chosen ? "*" : " ", sensor.name, level(sensor), sensor.state.rawValue,
                sensor.source, sensor.path.isEmpty ? "–" : sensor.path)
        }
        // The head line, then each sensor with its problem below it.
        return table.lines.prefix(1)
            + zip(table.lines.dropFirst(), sensors).flatMap { line, sensor in
                [line] + problem(of: sensor) + note(on: sensor)
            }
    }

    private static func problem(of sensor: SensorListing) -> [String] {
        guard let problem = sensor.problem else { return [] }
        return ["   \(sensor.chosen ? "problem" : "not used"): \(problem)"]
    }

    private static func note(on sensor: SensorListing) -> [String] {
        sensor.note.map { ["   known: \($0)"] } ?? []
    }

    private static func level(_ sensor: SensorListing) -> String {
        guard let light = sensor.light, let unit = sensor.unit else { return "–" }
        return LightReading(value: light, unit: unit).text
    }
}

struct FeedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feed",
        abstract: "Tell how bright it is, in place of a light sensor.",
        discussion: """
            For a sensor in the room, a webcam, or your own eyes. The level counts until the same \
            source feeds another, at most for fed.hold (30 minutes unless configured):

              appearancectl feed 320 --source window-sill
            """)

    @Argument(help: "The illuminance in lux, 0 to 200000.", transform: Self.lux)
    var lux: Lux

    @Option(
        help: ArgumentHelp("A name for what measured it.", valueName: "name"),
        transform: Self.name)
    var source = "appearancectl"

    func run() throws {
        try Request.feedLight(source: source, lux: lux).answer()
        let level = LightReading(value: lux.value, unit: .lux).text
        StandardOutput.line("Fed \(level) as \"\(source)\".")
    }

    private static func lux(_ text: String) throws -> Lux {
        guard let lux = Double(text).flatMap(Lux.init), lux.value <= Limits.brightestLux else {
            throw ValidationError("it must be a number from 0 to 200000, such as 12.5")
        }
        return lux
    }

    private static func name(_ text: String) throws -> String {
        guard !text.isEmpty, Limits.isPrintable(text, within: Limits.sourceLength) else {
            throw ValidationError("it must have 1 to \(Limits.sourceLength) printable characters")
        }
        return text
    }
}
