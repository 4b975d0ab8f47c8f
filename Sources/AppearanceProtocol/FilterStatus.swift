package import AppearanceModel

/// The status of a night filter, in a file that appearancectl reads.
package struct FilterStatus: Equatable, Sendable {
    package var display: String
    /// Whether it is red, or fading to red.
    package var isRed: Bool
    /// Whether it is fading to that state.
    package var isFading: Bool
    package var outputs: [OutputReport]
    /// The colours of the evening; `nil` while there are none, or night covers them.
    package private(set) var evening: EveningReport?
    /// Whether the filter has written it; if not, only the display is known.
    package private(set) var isKnown = true

    /// The status of a filter that could not write it.
    package init(unknownOf display: String) {
        self.init(display: display, isRed: false, isFading: false, outputs: [])
        isKnown = false
    }

    package init(
        display: String, isRed: Bool, isFading: Bool, outputs: [OutputReport],
        evening: EveningReport? = nil
    ) {
        self.evening = evening
        self.display = display
        self.isRed = isRed
        self.isFading = isFading
        self.outputs = outputs
    }

    /// The size limit of its file in bytes.
    package static let largestFile = 64 * 1024

    /// The status as a JSON object on one line.
    package var json: String {
        var writer = JSONWriter(capacity: 256)
        writer.object { writer in
            writer.member("display", display)
            writer.member("night", isRed)
            writer.member("fading", isFading)
            writer.name("outputs")
            writer.array(outputs) { writer, output in
                writer.object { writer in
                    writer.member("name", output.name)
                    writer.member("method", output.method.rawValue)
                    writer.member("holder", output.holder)
                    writer.member("loses", output.loss)
                }
            }
            writer.name("evening")
            guard let evening else { return writer.literal("null") }
            writer.object { writer in
                writer.member("temperature", Int64(evening.temperature))
                writer.member("temperature_now", evening.present.map(Int64.init))
                writer.member("until", evening.until?.microsecondsSinceEpoch)
                writer.member("state", evening.state.rawValue)
                writer.member("loses", evening.loss)
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self) + "\n"
    }
}

extension FilterStatus {
    /// Parses a status file; `nil` if it is invalid.
    package init?(_ bytes: [UInt8]) {
        guard let json = try? JSON(decoding: bytes), let display = json["display"]?.string,
            let isRed = json["night"]?.bool, let outputs = json["outputs"]?.array
        else { return nil }
        self.display = display
        self.isRed = isRed
        // An earlier version does not write it.
        isFading = json["fading"]?.bool ?? false
        self.outputs = outputs.compactMap { output in
            guard let name = output["name"]?.string, let method = output["method"]?.string
            else { return nil }
            var report = OutputReport(
                name: name, method: NightMethod(rawValue: method),
                holder: output["holder"]?.string)
            report.loss = output["loses"]?.string
            return report
        }
        evening = json["evening"].flatMap(EveningReport.init)
    }
}

/// The colours of the evening that a filter shows.
package struct EveningReport: Hashable, Sendable {
    /// The colour temperature of white, in kelvin.
    package let temperature: Int
    /// The end of the evening; `nil` if unknown.
    package let until: WallTime?
    package let state: State
    /// The colour temperature that the screen has now, in kelvin; `nil` if it is unknown.
    package private(set) var present: Int?
    /// The reason, for a person, why the screen has other colours; `nil` if it has these.
    package private(set) var loss: String?

    /// The way of the screen.
    package enum State: String, Sendable {
        case on
        /// To the temperature.
        case beginning
        /// Back from it.
        case ending
    }

    package init(temperature: Int, until: WallTime?, state: State, present: Int? = nil) {
        self.temperature = temperature
        self.until = until
        self.state = state
        self.present = present
    }

    /// The report of the same fade, without its present step.
    package var withoutStep: EveningReport {
        var report = self
        report.present = nil
        return report
    }

    /// Returns the report with a reason why the screen has other colours.
    package func with(loss: String?) -> EveningReport {
        var report = self
        report.loss = loss
        if loss != nil { report.present = nil }
        return report
    }

    fileprivate init?(_ json: JSON) {
        func kelvin(_ name: String) -> Int? {
            json[name]?.integer.flatMap { (1000...6500).contains($0) ? Int($0) : nil }
        }
        guard let temperature = kelvin("temperature") else { return nil }
        let until = json["until"]?.integer.map(WallTime.init(microsecondsSinceEpoch:))
        let state = json["state"]?.string.flatMap(State.init) ?? .on
        self.init(
            temperature: temperature, until: until, state: state, present: kelvin("temperature_now")
        )
        loss = json["loses"]?.string
    }
}

/// The status of an output.
package struct OutputReport: Hashable, Sendable {
    package let name: String
    package let method: NightMethod
    /// The program that controls its colours instead; `nil` if unknown.
    package let holder: String?
    /// The limitation, for a person; `nil` for none.
    package fileprivate(set) var loss: String?

    /// Whether it turns red at night.
    package var turnsRed: Bool { method != .nothing }

    /// Creates a status, with the limitation of the method by default.
    package init(name: String, method: NightMethod, holder: String? = nil, loss: String? = nil) {
        self.name = name
        self.method = method
        self.holder = holder
        self.loss = loss ?? holder.map { "\($0) controls its colours" } ?? method.loss
    }
}

/// A method of turning a screen red, by its word in the status: one of these, or one of a later version.
package struct NightMethod: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// The luminance of each pixel in red, by the colour matrix of the display hardware, or by the
    /// desktop's shell.
    package static let luminance = NightMethod(rawValue: "luminance")
    /// The red channel only, by gamma ramps.
    package static let redChannel = NightMethod(rawValue: "red channel")
    /// The desktop's own night light at its warmest.
    package static let nightLight = NightMethod(rawValue: "night light")
    /// No method: the output is unchanged.
    package static let nothing = NightMethod(rawValue: "none")

    /// The limitation, for a person; `nil` for none.
    var loss: String? {
        switch self {
        case .redChannel: "pure green and blue turn black"
        case .nightLight:
            "the desktop allows no more than 1000 K: white becomes a reddish orange, with 2 % of the "
                + "light of green; pure green turns almost black, and blue black"
        case .nothing: "another program controls its colours, or they cannot be changed"
        default: nil
        }
    }
}
