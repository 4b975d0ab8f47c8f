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
