package import AppearanceModel

extension JSONWriter {
    /// Writes the members of varlink's `Status`, in the order of the interface file.
    package mutating func members(of snapshot: Snapshot) {
        member("mode", snapshot.mode.rawValue)
        member("appearance", snapshot.appearance.rawValue)
        member("previous", snapshot.previous?.rawValue)
        member("reason", snapshot.reason.rawValue)
        member("explanation", snapshot.explanation)
        member("since", snapshot.since.microsecondsSinceEpoch)
        member("until", snapshot.until?.microsecondsSinceEpoch)
        member("next_change", snapshot.next?.at.microsecondsSinceEpoch)
        member("next_appearance", snapshot.next?.appearance.rawValue)
        member("pending_change", snapshot.pending?.at.microsecondsSinceEpoch)
        member("pending_appearance", snapshot.pending?.appearance.rawValue)
        member("waits_for", snapshot.waitsFor?.cause) {
            $0.member("kind", $1.kind.rawValue)
            $0.member("who", $1.who)
        }
        member("at_most", snapshot.waitsFor?.atMost.microsecondsSinceEpoch)
        member("light", snapshot.light?.value)
        member("light_unit", snapshot.light?.unit.rawValue)
        member("reported_by", snapshot.reported?.source)
        member("reported_until", snapshot.reported?.until.microsecondsSinceEpoch)
        member("sensor", snapshot.sensor.rawValue)
        member("paused", snapshot.paused)
        member("paused_until", snapshot.pausedUntil?.microsecondsSinceEpoch)
        member("light_paused_until", snapshot.lightPausedUntil?.microsecondsSinceEpoch)
        member("light_needed", snapshot.lightNeeded)
        name("inhibitors")
        array(snapshot.inhibitors) { writer, inhibitor in
            writer.object {
                $0.member("who", inhibitor.who)
                $0.member("why", inhibitor.why)
            }
        }
        member("configuration", snapshot.configuration)
        member("configuration_loaded", snapshot.configurationLoaded?.microsecondsSinceEpoch)
        member("configuration_error", snapshot.configurationError)
        member("warning", snapshot.warning)
        member("time_zone", snapshot.timeZone)
        member("sequence", snapshot.sequence)
    }
}

extension Snapshot {
    /// Reads varlink's `Status`.
    ///
    /// Unknown members of a newer daemon are ignored, and members missing from an older one are `nil`. An
    /// unknown word is what `docs/protocol.md` says: an appearance is dark, a mode `auto`, a reason `startup`,
    /// a state of the sensor `none`, and an optional word `nil`.
    package init(_ json: JSON) throws(JSONError) {
        let fields = Fields(json, of: "status")
        self.init(
            mode: try fields.word("mode", else: .auto),
            appearance: try fields.word("appearance", else: .dark),
            previous: try fields.knownWord("previous"),
            reason: try fields.word("reason", else: .startup),
            explanation: try fields.string("explanation"),
            since: try fields.time("since"),
            until: try fields.optionalTime("until"),
            next: try fields.change("next_change", to: "next_appearance"),
            pending: try fields.change("pending_change", to: "pending_appearance"),
            light: try fields.light(),
            reported: try fields.reportedLight(),
            sensor: try fields.word("sensor", else: .none),
            paused: try fields.bool("paused"),
            pausedUntil: try fields.optionalTime("paused_until"),
            inhibitors: try fields.inhibitors(),
            configurationError: try fields.optionalString("configuration_error"),
            timeZone: try fields.optionalString("time_zone"),
            sequence: try fields.integer("sequence"))
        waitsFor = try fields.wait()
        lightPausedUntil = try fields.optionalTime("light_paused_until")
        lightNeeded = try fields.optionalBool("light_needed") ?? false
        configuration = try fields.optionalString("configuration")
        configurationLoaded = try fields.optionalTime("configuration_loaded")
        warning = try fields.optionalString("warning")
    }
}

extension Fields {
    fileprivate func change(
        _ time: String, to word: String
    ) throws(JSONError) -> NextChange? {
        guard let at = try optionalTime(time), let appearance: Appearance = try knownWord(word)
        else { return nil }
        return NextChange(at: at, appearance: appearance)
    }

    fileprivate func reportedLight() throws(JSONError) -> ReportedLight? {
        guard let source = try optionalString("reported_by"),
            let until = try optionalTime("reported_until")
        else { return nil }
        return ReportedLight(source: source, until: until)
    }

    fileprivate func wait() throws(JSONError) -> ChangeWait? {
        guard let holder = try optionalObject("waits_for"),
            let atMost = try optionalTime("at_most"),
            let kind: WaitCause.Kind = try holder.knownWord("kind")
        else { return nil }
        return ChangeWait(WaitCause(kind, who: try holder.string("who")), atMost: atMost)
    }

    fileprivate func inhibitors() throws(JSONError) -> [Inhibitor] {
        // An older daemon does not name them here.
        guard try optionalJSON("inhibitors") != nil else { return [] }
        var inhibitors: [Inhibitor] = []
        for inhibitor in try elements("inhibitors") {
            inhibitors.append(
                Inhibitor(who: try inhibitor.string("who"), why: try inhibitor.string("why")))
        }
        return inhibitors
    }

    fileprivate func light() throws(JSONError) -> LightReading? {
        guard let value = try optionalNumber("light"),
            let unit: LightUnit = try knownWord("light_unit")
        else { return nil }
        return LightReading(value: value, unit: unit)
    }
}

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
        member("age", sensor.age?.count)
        member("why_not", sensor.whyNot)
        member("unread", sensor.unread?.rawValue)
    }

    /// Writes the note on a sensor, if there is one.
    mutating func memberNote(of sensor: SensorListing) {
        if let note = sensor.note { member("note", note) }
    }
}

extension SensorListing {
    /// Reads one sensor as `appearancectl sensors --json` prints it.
    package init(_ json: JSON) throws(JSONError) {
        let fields = Fields(json, of: "sensor")
        self.init(
            name: try fields.string("name"),
            path: try fields.string("path"),
            source: try fields.string("source"),
            light: try fields.optionalNumber("light"),
            unit: try fields.knownWord("unit"),
            state: try fields.word("state", else: .none),
            chosen: try fields.bool("chosen"),
            problem: try fields.optionalString("problem"),
            note: try fields.optionalString("note"))
        age = try fields.optionalInteger("age").map(Microseconds.init)
        whyNot = try fields.optionalString("why_not")
        unread = try fields.knownWord("unread")
    }
}
