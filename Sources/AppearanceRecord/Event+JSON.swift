package import AppearanceEngine
import AppearanceModel
import AppearanceProtocol

extension JSONWriter {
    mutating func members(of event: Event) {
        member("event", EventName(event).rawValue)
        switch event {
        case .started, .sensorLost, .lightRequested, .toggled, .resumed, .suspending, .suspendEnded,
            .deadline,
            .wallClockChanged, .stopping:
            break
        case .configured(let settings): member("settings", object: { $0.members(of: settings) })
        case .scheduleChanged(let schedule): members(of: schedule)
        case .configurationRefused(let error): member("error", error)
        case .sensorFound(let key, let role):
            member("key", key)
            // A recording of a machine with one sensor is as before.
            if let label = role.label { member("label", label) }
            if !role.isUnderLid { member("under_lid", false) }
            if let preference = role.preference { member("preference", Int64(preference)) }
        case .light(let sample):
            member("at", sample.at.microsecondsSinceBoot)
            member(sample.light.unit.rawValue, sample.light.value)
        case .lightStuck(let isStuck): member("still", isStuck)
        case .lightMissed(let lastValid): member("last_valid", lastValid?.microsecondsSinceBoot)
        case .lightReported(let source, let lux, let connection):
            member("source", source)
            member("lux", lux.value)
            if let connection { member("connection", Int64(connection)) }
        case .reportEnded(let connection): member("connection", Int64(connection))
        case .reportsEnded(let source): member("source", source)
        case .lightWanted(let isWanted): member("wanted", isWanted)
        case .modeChosen(let mode, let end):
            member("mode", mode.rawValue)
            members(of: end)
        case .switchTurned(let tone, let desktop, let whileAway):
            member("tone", tone.rawValue)
            member("desktop", desktop.rawValue)
            member("while_away", whileAway)
        case .paused(let end): members(of: end)
        case .lightPaused(let end): members(of: end)
        case .inhibited(let cookie, let inhibitor):
            member("cookie", Int64(cookie))
            member("who", inhibitor.who)
            member("why", inhibitor.why)
        case .released(let cookie): member("cookie", Int64(cookie))
        case .suspended(let span): member("for", span.count)
        case .lidClosed(let isClosed): member("closed", isClosed)
        case .presence(let client, let report):
            member("client", Int64(client))
            members(of: report)
        case .presenceEnded(let client): member("client", Int64(client))
        case .sessionUse(let use):
            member("in_use", use == .inUse)
            member("use", use.rawValue)
        }
    }
}

extension Event {
    init(_ fields: Fields) throws(JSONError) {
        let name: EventName = try fields.word("event")
        switch name {
        case .started: self = .started
        case .configured: self = .configured(try EngineSettings(fields.object("settings")))
        case .scheduleChanged: self = .scheduleChanged(try Schedule(fields))
        case .configurationRefused:
            self = .configurationRefused(try fields.optionalString("error"))
        case .sensorFound:
            self = .sensorFound(
                key: try fields.string("key"),
                SensorRole(
                    label: try fields.optionalString("label"),
                    isUnderLid: try fields.optionalBool("under_lid") ?? true,
                    preference: try fields.optionalInteger("preference").map(Int.init)))
        case .sensorLost: self = .sensorLost
        case .light:
            let at = BootTime(microsecondsSinceBoot: try fields.integer("at"))
            self = .light(LightSample(at: at, light: try fields.reading()))
        case .lightStuck: self = .lightStuck(try fields.bool("still"))
        case .lightMissed:
            self = .lightMissed(lastValid: try fields.optionalBootTime("last_valid"))
        case .lightReported:
            self = .lightReported(
                source: try fields.string("source"), lux: try fields.lux("lux"),
                connection: try fields.optionalIdentifier("connection"))
        case .reportEnded: self = .reportEnded(connection: try fields.identifier("connection"))
        case .reportsEnded: self = .reportsEnded(source: try fields.string("source"))
        case .lightRequested: self = .lightRequested
        case .lightWanted: self = .lightWanted(try fields.bool("wanted"))
        case .modeChosen: self = .modeChosen(try fields.word("mode"), end: try fields.end())
        case .toggled: self = .toggled
        case .switchTurned:
            self = .switchTurned(
                try fields.word("tone"), in: try fields.word("desktop"),
                whileAway: try fields.bool("while_away"))
        case .paused: self = .paused(end: try fields.end())
        case .lightPaused:
            guard let end = try fields.end() else { throw fields.unexpected("until") }
            self = .lightPaused(end: end)
        case .resumed: self = .resumed
        case .inhibited:
            let inhibitor = Inhibitor(who: try fields.string("who"), why: try fields.string("why"))
            self = .inhibited(cookie: try fields.identifier("cookie"), inhibitor)
        case .released: self = .released(cookie: try fields.identifier("cookie"))
        case .suspending: self = .suspending
        case .suspendEnded: self = .suspendEnded
        case .suspended:
            let span = Microseconds(try fields.integer("for"))
            guard span >= .zero else { throw fields.unexpected("for") }
            self = .suspended(span)
        case .lidClosed: self = .lidClosed(try fields.bool("closed"))
        case .sessionInUse:
            let isInUse = try fields.bool("in_use")
            // Recordings of earlier versions do not have the reason.
            self = .sessionUse(try fields.optionalWord("use") ?? (isInUse ? .inUse : .inactive))
        case .presence:
            self = .presence(
                client: try fields.identifier("client"), try PresenceReport(fields))
        case .presenceEnded: self = .presenceEnded(client: try fields.identifier("client"))
        case .deadline: self = .deadline
        case .wallClockChanged: self = .wallClockChanged
        case .stopping: self = .stopping
        }
    }
}

extension Fields {
    fileprivate func lux(_ name: String) throws(JSONError) -> Lux {
        guard let lux = Lux(try number(name)) else { throw unexpected(name) }
        return lux
    }

    /// Reads a level under the name of its unit.
    fileprivate func reading() throws(JSONError) -> LightReading {
        guard let percent = try optionalNumber("percent") else {
            return LightReading(try lux("lux"))
        }
        guard (0...100).contains(percent) else { throw unexpected("percent") }
        return LightReading(value: percent, unit: .percent)
    }

    fileprivate func identifier(_ name: String) throws(JSONError) -> UInt32 {
        guard let identifier = UInt32(exactly: try integer(name)) else { throw unexpected(name) }
        return identifier
    }

    fileprivate func optionalIdentifier(_ name: String) throws(JSONError) -> UInt32? {
        try optionalInteger(name) == nil ? nil : identifier(name)
    }

    fileprivate func optionalBootTime(_ name: String) throws(JSONError) -> BootTime? {
        try optionalInteger(name).map(BootTime.init(microsecondsSinceBoot:))
    }

    /// Reads the end of an override or a pause; returns `nil` if it is missing.
    fileprivate func end() throws(JSONError) -> ModeEnd? {
        if let span = try optionalInteger("for") {
            guard let end = ModeEnd(lasting: Microseconds(span)) else { throw unexpected("for") }
            return end
        }
        guard let word = try optionalString("until") else { return nil }
        guard let end = ModeEnd(until: word) else { throw unexpected("until") }
        return end
    }
}

/// The name of an event in a run recording.
///
/// Two switches without a default keep format and engine in step: a new event needs a name here, and
/// a new name its members above.
package enum EventName: String, CaseIterable, Sendable {
    case started, configured
    case configurationRefused = "configuration_refused"
    case sensorFound = "sensor_found"
    case sensorLost = "sensor_lost"
    case light
    case lightStuck = "light_still"
    case lightMissed = "light_missed"
    case lightReported = "fed"
    case reportEnded = "report_ended"
    case reportsEnded = "reports_ended"
    case lightWanted = "light_wanted"
    case lightRequested = "light_requested"
    case modeChosen = "mode_chosen"
    case toggled
    case switchTurned = "switch_turned"
    case lightPaused = "light_paused"
    case paused, resumed, inhibited, released, suspending
    case suspendEnded = "suspend_ended"
    case suspended
    case lidClosed = "lid_closed"
    case sessionInUse = "session_in_use"
    case presence
    case presenceEnded = "presence_ended"
    case scheduleChanged = "schedule_changed"
    case deadline
    case wallClockChanged = "wall_clock_changed"
    case stopping

    package init(_ event: Event) {
        self =
            switch event {
            case .started: .started
            case .configured: .configured
            case .configurationRefused: .configurationRefused
            case .sensorFound: .sensorFound
            case .sensorLost: .sensorLost
            case .light: .light
            case .lightStuck: .lightStuck
            case .lightMissed: .lightMissed
            case .lightReported: .lightReported
            case .reportEnded: .reportEnded
            case .reportsEnded: .reportsEnded
            case .lightWanted: .lightWanted
            case .lightRequested: .lightRequested
            case .modeChosen: .modeChosen
            case .toggled: .toggled
            case .switchTurned: .switchTurned
            case .paused: .paused
            case .lightPaused: .lightPaused
            case .resumed: .resumed
            case .inhibited: .inhibited
            case .released: .released
            case .suspending: .suspending
            case .suspendEnded: .suspendEnded
            case .suspended: .suspended
            case .lidClosed: .lidClosed
            case .sessionUse: .sessionInUse
            case .presence: .presence
            case .presenceEnded: .presenceEnded
            case .scheduleChanged: .scheduleChanged
            case .deadline: .deadline
            case .wallClockChanged: .wallClockChanged
            case .stopping: .stopping
            }
    }
}
