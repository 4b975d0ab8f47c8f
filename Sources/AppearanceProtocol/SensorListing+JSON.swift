package import AppearanceModel

extension JSONWriter {
    /// Writes the members of one sensor as `appearancectl sensors --json` prints it.
    package mutating func members(of sensor: SensorListing) {
        member("name", sensor.name)
        member("path", sensor.path)
        member("source", sensor.source)
        member("light", sensor.light)
        member("unit", sensor.unit?.rawValue)
        member("state", sensor.state.rawValue)
        member("chosen", sensor.chosen)
        member("problem", sensor.problem)
    }

    /// Writes what is known of one sensor as well, where something is.
    mutating func note(of sensor: SensorListing) {
        if let note = sensor.note { member("note", note) }
    }
}

extension SensorListing {
    /// Reads one sensor as `appearancectl sensors --json` prints it.
    package init(_ json: JSON) throws(UnexpectedShape) {
        let fields = Fields(json, of: "sensor")
        self.init(
            name: try fields.string("name"),
            path: try fields.string("path"),
            source: try fields.string("source"),
            light: try fields.optionalNumber("light"),
            unit: try fields.optionalWord("unit"),
            state: try fields.word("state"),
            chosen: try fields.bool("chosen"),
            problem: try fields.optionalString("problem"),
            note: try fields.optionalString("note"))
    }
}
