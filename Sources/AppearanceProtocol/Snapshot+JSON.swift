package import AppearanceModel

extension JSONWriter {
    /// Writes the members of varlink's `Status`, in the order of the interface file.
    ///
    /// Inhibitors are not part of it: they are told on D-Bus.
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
        member("light", snapshot.light?.value)
        member("light_unit", snapshot.light?.unit.rawValue)
        member("sensor", snapshot.sensor.rawValue)
        member("paused", snapshot.paused)
        member("configuration_error", snapshot.configurationError)
        member("sequence", snapshot.sequence)
    }
}

extension Snapshot {
    /// Reads varlink's `Status`; members that a newer daemon may add are passed over.
    package init(_ json: JSON) throws(UnexpectedShape) {
        let fields = Fields(json, of: "status")
        self.init(
            mode: try fields.word("mode"),
            appearance: try fields.word("appearance"),
            previous: try fields.optionalWord("previous"),
            reason: try fields.word("reason"),
            explanation: try fields.string("explanation"),
            since: try fields.time("since"),
            until: try fields.optionalTime("until"),
            next: try fields.nextChange(),
            light: try fields.light(),
            sensor: try fields.word("sensor"),
            paused: try fields.bool("paused"),
            inhibitors: [],
            configurationError: try fields.optionalString("configuration_error"),
            sequence: try fields.integer("sequence"))
    }
}

extension Fields {
    fileprivate func nextChange() throws(UnexpectedShape) -> NextChange? {
        guard let at = try optionalTime("next_change"),
            let appearance: Appearance = try optionalWord("next_appearance")
        else { return nil }
        return NextChange(at: at, appearance: appearance)
    }

    fileprivate func light() throws(UnexpectedShape) -> LightReading? {
        guard let value = try optionalNumber("light"),
            let unit: LightUnit = try optionalWord("light_unit")
        else { return nil }
        return LightReading(value: value, unit: unit)
    }
}
