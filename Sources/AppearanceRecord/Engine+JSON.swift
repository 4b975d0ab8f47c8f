import AppearanceConfig
package import AppearanceEngine
import AppearanceModel
package import AppearanceProtocol

extension JSONWriter {
    /// Writes the settings of the engine: the configuration as a file, the place and the zone.
    mutating func members(of settings: EngineSettings) {
        member(
            "configuration",
            ConfigurationWriter.write(
                settings.configuration,
                keys: [
                    "ambient.", "sensor.poll", "sensor.source", "sensor.ignore", "sensor.prefer",
                    "fed.", "schedule.", "safety.", "switch.",
                ]))
        placeAndZone(of: settings.schedule)
    }

    /// Writes a schedule, as the configuration that contains it.
    mutating func members(of schedule: Schedule) {
        var configuration = Configuration()
        configuration.schedule = schedule.settings
        member("configuration", ConfigurationWriter.write(configuration, keys: ["schedule."]))
        placeAndZone(of: schedule)
    }

    private mutating func placeAndZone(of schedule: Schedule) {
        member("latitude", schedule.place?.latitudeDegrees)
        member("longitude", schedule.place?.longitudeDegrees)
        if schedule.sunPlace.origin != .configuration {
            member("place_of", schedule.sunPlace.origin.rawValue)
        }
        member("zone", object: { $0.members(of: schedule.zone.numbers) })
    }

    private mutating func members(of zone: TimeZoneRules.Numbers) {
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
    init(_ fields: Fields) throws(JSONError) {
        self.init(try fields.configuration(), try fields.place(), zone: try fields.zone())
        // A recording has every key of the engine; one of an earlier version was made without this guard.
        let lines = try fields.string("configuration").split(separator: "\n")
        if !lines.contains(where: { $0.hasPrefix("safety.flash_guard") }) { flashGuard = false }
    }
}

extension Schedule {
    init(_ fields: Fields) throws(JSONError) {
        self.init(
            try fields.configuration().schedule, try fields.place(), zone: try fields.zone())
    }
}

extension Fields {
    fileprivate func configuration() throws(JSONError) -> Configuration {
        let text = try string("configuration")
        guard let read = try? ConfigurationReader.read(Array(text.utf8), file: "configuration")
        else { throw unexpected("configuration") }
        return read
    }

    fileprivate func place() throws(JSONError) -> SunPlace {
        let origin = try optionalString("place_of").flatMap(SunPlace.Origin.init)
        return SunPlace(try coordinates(), origin ?? .configuration)
    }

    private func coordinates() throws(JSONError) -> Coordinates? {
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
        let numbers = TimeZoneRules.Numbers(
            name: try zone.string("name"),
            firstOffset: Int(clamping: try zone.integer("offset")), changes: changes,
            rule: try zone.optionalString("rule"))
        guard let rules = TimeZoneRules(numbers) else { throw unexpected("zone") }
        return rules
    }
}

extension JSONWriter {
    /// Writes the state that is saved for the next start.
    package mutating func members(of state: SavedState) {
        member("mode", state.mode.rawValue)
        member("until", state.until?.microsecondsSinceEpoch)
        if let event = state.untilEvent { member("until_event", event.untilWord) }
        member("chosen_in", state.chosenIn?.rawValue)
        if let replaced = state.replaced { member("replaced", replaced.rawValue) }
        member("appearance", state.appearance.rawValue)
        if let since = state.since { member("since", since.microsecondsSinceEpoch) }
        member("automatic", state.isAutomatic)
        member("by_light", state.isByLight)
        if state.isWaiting { member("waiting", true) }
        if let held = state.held { member("held", held.rawValue) }
        member("paused", state.paused)
        member("paused_until", state.pausedUntil?.microsecondsSinceEpoch)
        if let event = state.pausedUntilEvent { member("paused_until_event", event.untilWord) }
        if let until = state.lightPausedUntil {
            member("light_paused_until", until.microsecondsSinceEpoch)
        }
        if let event = state.lightPausedUntilEvent {
            member("light_paused_until_event", event.untilWord)
        }
        if let reported = state.reported {
            member(
                "reported",
                object: { writer in
                    writer.member("source", reported.source)
                    writer.member("lux", reported.lux.value)
                    writer.member("at", reported.at.microsecondsSinceEpoch)
                })
        }
        name("movers")
        array(state.movers) { $0.string($1) }
        member("saved_at", state.savedAt.microsecondsSinceEpoch)
    }
}

extension SavedState {
    /// Reads what `members(of:)` has written; an incomplete state is an error.
    package init(_ fields: Fields) throws(JSONError) {
        let mode: Mode = try fields.word("mode")
        let paused = try fields.bool("paused")
        self.init(
            mode: mode, until: try fields.optionalTime("until"),
            untilEvent: try fields.optionalEvent("until_event"),
            chosenIn: try fields.optionalWord("chosen_in"),
            replaced: try fields.optionalWord("replaced"),
            appearance: try fields.word("appearance"), since: try fields.optionalTime("since"),
            // A file of an earlier version does not contain these.
            isAutomatic: try fields.optionalBool("automatic") ?? (mode == .auto && !paused),
            isByLight: try fields.optionalBool("by_light") ?? false,
            isWaiting: try fields.optionalBool("waiting") ?? false,
            held: try fields.optionalWord("held"), paused: paused,
            pausedUntil: try fields.optionalTime("paused_until"),
            pausedUntilEvent: try fields.optionalEvent("paused_until_event"),
            reported: try fields.reported(), movers: try fields.strings("movers"),
            savedAt: try fields.time("saved_at"))
        lightPausedUntil = try fields.optionalTime("light_paused_until")
        lightPausedUntilEvent = try fields.optionalEvent("light_paused_until_event")
    }
}

extension Fields {
    /// Reads the event at which an override or a pause ends; a file of an earlier version has none.
    fileprivate func optionalEvent(_ name: String) throws(JSONError) -> ModeEnd? {
        guard let word = try optionalString(name) else { return nil }
        guard let event = ModeEnd(until: word) else { throw unexpected(name) }
        return event
    }

    fileprivate func reported() throws(JSONError) -> SavedState.Reported? {
        guard let fields = try optionalObject("reported") else { return nil }
        guard let lux = Lux(try fields.number("lux")) else { throw fields.unexpected("lux") }
        return SavedState.Reported(
            source: try fields.string("source"), lux: lux, at: try fields.time("at"))
    }
}
