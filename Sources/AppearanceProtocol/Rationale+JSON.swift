package import AppearanceModel

extension JSONWriter {
    /// Writes the members of the tree that `appearancectl why --json` prints.
    package mutating func members(of rationale: Rationale) {
        member("appearance", rationale.appearance.rawValue)
        member("since", rationale.since.microsecondsSinceEpoch)
        member("mode", rationale.mode.rawValue)
        member("reason", rationale.reason.rawValue)
        member("until", rationale.until?.microsecondsSinceEpoch)
        name("inputs")
        array(rationale.inputs) { writer, input in writer.object { $0.members(of: input) } }
        member("light") { $0.members(of: rationale.light) }
        member("dwell", rationale.dwell) { $0.members(of: $1) }
        member("next", rationale.next) { $0.members(of: $1) }
        member("until_next", rationale.untilNext?.microsecondsSinceEpoch)
        name("by_light")
        array(rationale.crossings) { writer, crossing in
            writer.object {
                $0.member("appearance", crossing.appearance.rawValue)
                $0.member(crossing.side.rawValue, crossing.level)
            }
        }
    }

    private mutating func members(of input: Rationale.Input) {
        member("name", input.name)
        member("vote", input.vote?.rawValue)
        member("weight", input.weight.rawValue)
        member("why", input.why)
    }

    private mutating func members(of light: Rationale.Light) {
        member("filtered", light.filtered)
        member("raw", light.raw)
        member("unit", light.unit.rawValue)
        member("thresholds") { writer in
            writer.member("dark_below", light.thresholds.darkBelow)
            writer.member("light_above", light.thresholds.lightAbove)
            writer.member("night_below", light.thresholds.nightBelow)
            writer.member("night_above", light.thresholds.nightAbove)
        }
        if let report = light.report {
            member("report") { writer in
                writer.member("age_seconds", report.age.inSeconds)
                writer.member("connected", report.isConnected)
            }
        }
    }

    private mutating func members(of dwell: Rationale.Dwell) {
        member("target", dwell.target.rawValue)
        member("elapsed_seconds", dwell.elapsed.inSeconds)
        member("needed_seconds", dwell.needed.inSeconds)
    }

    private mutating func members(of next: Rationale.Next) {
        member("at", next.at.microsecondsSinceEpoch)
        member("appearance", next.appearance.rawValue)
        member("why", next.why)
    }
}

extension Rationale {
    /// Reads the tree that `appearancectl why --json` prints.
    package init(_ json: JSON) throws(JSONError) {
        let fields = Fields(json, of: "explanation")
        var inputs: [Input] = []
        for input in try fields.elements("inputs") { inputs.append(try Input(input)) }
        self.init(
            appearance: try fields.word("appearance", else: .dark),
            since: try fields.time("since"),
            mode: try fields.word("mode", else: .auto),
            reason: try fields.word("reason", else: .startup),
            until: try fields.optionalTime("until"),
            inputs: inputs,
            light: try Light(fields.object("light")),
            dwell: try Dwell(fields.optionalObject("dwell")),
            next: try Next(fields.optionalObject("next")))
        // An older daemon does not name the two.
        untilNext = (try? fields.optionalTime("until_next")) ?? nil
        for crossing in (try? fields.elements("by_light")) ?? [] {
            crossings.append(try Crossing(crossing))
        }
    }
}

extension Rationale.Input {
    fileprivate init(_ fields: Fields) throws(JSONError) {
        self.init(
            name: try fields.string("name"),
            vote: try fields.knownWord("vote"),
            weight: try fields.word("weight", else: .ignored),
            why: try fields.string("why"))
    }
}

extension Rationale.Crossing {
    fileprivate init(_ fields: Fields) throws(JSONError) {
        let appearance: Appearance = try fields.word("appearance", else: .dark)
        if let level = try fields.optionalNumber("above") {
            self.init(appearance: appearance, side: .above, level: level)
        } else {
            self.init(appearance: appearance, side: .below, level: try fields.number("below"))
        }
    }
}

extension Rationale.Light {
    fileprivate init(_ fields: Fields) throws(JSONError) {
        let thresholds = try fields.object("thresholds")
        self.init(
            filtered: try fields.optionalNumber("filtered"),
            raw: try fields.optionalNumber("raw"),
            unit: try fields.word("unit"),
            thresholds: Thresholds(
                darkBelow: try thresholds.number("dark_below"),
                lightAbove: try thresholds.number("light_above"),
                nightBelow: try thresholds.number("night_below"),
                nightAbove: try thresholds.number("night_above")))
        guard let report = try fields.optionalObject("report") else { return }
        self.report = Rationale.Report(
            age: Microseconds(inSeconds: try report.number("age_seconds")),
            isConnected: try report.bool("connected"))
    }
}

extension Rationale.Dwell {
    fileprivate init?(_ fields: Fields?) throws(JSONError) {
        guard let fields else { return nil }
        self.init(
            target: try fields.word("target", else: .dark),
            elapsed: Microseconds(inSeconds: try fields.number("elapsed_seconds")),
            needed: Microseconds(inSeconds: try fields.number("needed_seconds")))
    }
}

extension Rationale.Next {
    fileprivate init?(_ fields: Fields?) throws(JSONError) {
        guard let fields else { return nil }
        self.init(
            at: try fields.time("at"),
            appearance: try fields.word("appearance", else: .dark),
            why: try fields.string("why"))
    }
}

extension Microseconds {
    /// Creates the nearest whole microsecond, limited to the range.
    fileprivate init(inSeconds seconds: Double) {
        let count = seconds * 1_000_000
        // Not `rounded()`: that would be this target's only call into libm.
        guard count.magnitude < 0x1p63 else {
            self.init(count < 0 ? .min : .max)
            return
        }
        self.init(Int64(count < 0 ? count - 0.5 : count + 0.5))
    }
}
