import AppearanceConfig
import AppearanceEngine
import AppearanceModel
import AppearanceProtocol

extension JSONWriter {
    /// Writes what the engine goes by: the configuration as a file would say it, place and zone.
    mutating func members(of settings: EngineSettings) {
        member(
            "configuration",
            ConfigurationWriter.write(
                settings.configuration,
                keys: [
                    "ambient.", "sensor.poll", "sensor.source", "sensor.ignore", "fed.",
                    "schedule.",
                ]))
        members(of: settings.schedule.place)
        member("zone", object: { $0.members(of: settings.schedule.zone.spelling) })
    }

    /// Writes a schedule by itself, as the configuration that has it.
    mutating func members(of schedule: Schedule) {
        var configuration = Configuration()
        configuration.schedule = schedule.settings
        member("configuration", ConfigurationWriter.write(configuration, keys: ["schedule."]))
        members(of: schedule.place)
        member("zone", object: { $0.members(of: schedule.zone.spelling) })
    }

    private mutating func members(of place: Coordinates?) {
        member("latitude", place?.latitudeDegrees)
        member("longitude", place?.longitudeDegrees)
    }

    private mutating func members(of zone: TimeZoneRules.Spelling) {
        member("name", zone.name)
        member("offset", Int64(zone.firstOffset))
        name("changes")
        array(zone.changes) { writer, change in
            writer.array([change.at, Int64(change.offset)]) { $0.integer($1) }
        }
        member("rule", zone.rule)
    }
}

extension EngineSettings {
    /// Reads what `members(of:)` has written.
    init(_ fields: Fields) throws(JSONError) {
        self.init(
            try fields.configuration(), place: try fields.place(), zone: try fields.zone())
    }
}

extension Schedule {
    /// Reads what `members(of:)` has written.
    init(_ fields: Fields) throws(JSONError) {
        self.init(
            try fields.configuration().schedule, place: try fields.place(),
            zone: try fields.zone())
    }
}

extension Fields {
    fileprivate func configuration() throws(JSONError) -> Configuration {
        let text = try string("configuration")
        guard let read = try? ConfigurationReader.read(Array(text.utf8), file: "configuration")
        else { throw unexpected("configuration") }
        return read
    }

    fileprivate func place() throws(JSONError) -> Coordinates? {
        guard let latitude = try optionalNumber("latitude") else { return nil }
        guard
            let place = Coordinates(
                latitudeDegrees: latitude, longitudeDegrees: try number("longitude"))
        else { throw unexpected("latitude") }
        return place
    }

    fileprivate func zone() throws(JSONError) -> TimeZoneRules {
        let zone = try object("zone")
        let changes = try zone.pairs("changes").map { (at: $0.0, offset: Int(clamping: $0.1)) }
        let spelling = TimeZoneRules.Spelling(
            name: try zone.string("name"),
            firstOffset: Int(clamping: try zone.integer("offset")), changes: changes,
            rule: try zone.optionalString("rule"))
        guard let rules = TimeZoneRules(spelling) else { throw unexpected("zone") }
        return rules
    }
}
