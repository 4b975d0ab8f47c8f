internal import AppearanceEngine
internal import AppearanceLimits
internal import AppearanceModel
internal import AppearanceProtocol
internal import AppearanceRecord
internal import ArgumentParser
internal import Console
internal import DaemonClient
internal import Diagnosis
internal import Linux
internal import SettingsFile

struct SensorsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sensors",
        abstract: "List every light sensor, in use or not.",
        discussion: """
            A star marks the sensor in use. With --json it prints an array with one object for each \
            sensor:

              appearancectl sensors --json | jq '.[] | select(.chosen) | .path'
            """)

    @Flag(help: "Print one JSON array.")
    var json = false

    func run() throws {
        let sensors = try Request.listSensors.reply("sensors")
        // The note on a model is prose for the table.
        guard !json else {
            return StandardOutput.json(.array((sensors.array ?? []).map { $0.without("note") }))
        }
        let listings = try (sensors.array ?? []).map { try SensorListing($0) }
        let configuration = CurrentConfiguration(ConfigCommand.place)
        let dimDays = DimDays(of: listings, configuration, at: .now) { CurrentProcess.variable($0) }
        for line in SensorsText.lines(
            listings, isOff: configuration.values.sensor.source == .none, dimDays)
            + SensorsText.cameraLines(configuration)
        { StandardOutput.line(line) }
    }
}

/// The output of `appearancectl sensors`.
enum SensorsText {
    static func lines(
        _ sensors: [SensorListing], isOff: Bool, _ dimDays: DimDays?
    ) -> [String] {
        guard !sensors.isEmpty else {
            return [
                isOff
                    ? "The light sensor is off (sensor.source is none): the schedule decides."
                    : "No light sensor was found: the schedule decides.",
                "Ways to report light without one: docs/desktop-pc.md, and appearancectl help feed",
            ]
        }
        var table = Table()
        // With one sensor that is in use, nothing is to be explained.
        let hasOthers = sensors.contains { !$0.chosen }
        let headings = [" ", "NAME", "LIGHT", "AGE", "STATE", "SOURCE", "PATH"]
        table.add(headings + (hasOthers ? ["WHY NOT"] : []))
        for sensor in sensors {
            let whyNot = sensor.chosen ? nil : sensor.problem ?? sensor.whyNot
            let cells = [
                sensor.chosen ? "*" : " ", sensor.name, sensor.reading?.text ?? "–",
                sensor.age?.age ?? "–", sensor.state.rawValue, sensor.source,
                sensor.path.isEmpty ? "–" : sensor.path,
            ]
            table.add(cells + (whyNot.map { [$0] } ?? []))
        }
        // The heading, then each sensor with its problem below.
        let lines = table.lines
        return lines.prefix(1)
            + zip(lines.dropFirst(), sensors).flatMap { line, sensor in
                [line] + problem(of: sensor) + knownLine(of: sensor) + doubt(of: sensor, dimDays)
            }
    }

    /// Returns the use of a camera that measures light, and the reason if it had no level; none without one.
    static func cameraLines(_ configuration: CurrentConfiguration) -> [String] {
        let camera = CameraEvidence { CurrentProcess.variable($0) }
        guard let use = camera.use(at: .now, configuration.zone.rules) else { return [] }
        return ["camera: \(use)"]
            + (camera.problem.map { ["   problem: \($0)"] } ?? [])
    }

    private static func problem(of sensor: SensorListing) -> [String] {
        guard sensor.chosen else { return [] }
        if let cause = sensor.unread { return ["   not read: \(cause.words)"] }
        return sensor.problem.map { ["   problem: \($0)"] } ?? []
    }

    private static func doubt(of sensor: SensorListing, _ dimDays: DimDays?) -> [String] {
        guard sensor.chosen, let dimDays else { return [] }
        return ["   doubt: it \(dimDays.clause); appearancectl doctor names the causes"]
    }

    private static func knownLine(of sensor: SensorListing) -> [String] {
        sensor.note.map { ["   known: \($0)"] } ?? []
    }
}
