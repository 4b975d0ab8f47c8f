internal import AppearanceModel

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
