internal import AppearanceLimits
package import AppearanceModel

/// A request to the daemon.
package enum Request: Equatable, Sendable {
    /// Ask for the identity of the service.
    case getInfo
    /// Ask for an interface's description.
    case getInterfaceDescription(Interface)
    /// Ask for the current status.
    case getStatus
    /// Ask for the current status and every change after it; with `light`, light readings too.
    case watch(light: Bool)
    /// Set the mode; without `end`, until it is changed.
    case setMode(Mode, end: ModeEnd?)
    /// Swap light and dark.
    case toggle
    /// Keep the current appearance; without `end`, until resumed.
    case pause(end: ModeEnd?)
    /// Let light decide nothing until an end.
    case pauseLight(end: ModeEnd)
    /// End a pause, of all changes or of light.
    case resume
    /// Keep the current appearance while the connection lives.
    case inhibit(who: String, why: String)
    /// Report a light level from outside the sensors; with `whileConnected`, until the connection
    /// closes.
    case feedLight(source: String, lux: Lux, whileConnected: Bool = false)
    /// Let the levels that were reported under a name count no more.
    case endReports(source: String)
    /// Report what a program sees of the user's presence, until the connection closes.
    case reportPresence(PresenceReport)
    /// Ask for the complete rationale of the last decision.
    case explain
    /// Ask the sources that measure light only on request for a level, while changes are inhibited.
    case requestLight
    /// List every light sensor.
    case listSensors
    /// Leave the desktop's own settings alone until the configuration changes.
    case leaveDesktop

    /// Whether the daemon changes something for it, also if nobody waits for the reply any more.
    package var isChange: Bool {
        switch self {
        case .getInfo, .getInterfaceDescription, .getStatus, .watch, .inhibit, .explain,
            .listSensors:
            false
        case .setMode, .toggle, .pause, .pauseLight, .resume, .feedLight, .endReports,
            .reportPresence, .requestLight,
            .leaveDesktop:
            true
        }
    }

    /// The method's full name.
    package var method: String {
        switch self {
        case .getInfo: Interface.service.member("GetInfo")
        case .getInterfaceDescription: Interface.service.member("GetInterfaceDescription")
        case .getStatus: Interface.appearanced.member("GetStatus")
        case .watch: Interface.appearanced.member("Watch")
        case .setMode: Interface.appearanced.member("SetMode")
        case .toggle: Interface.appearanced.member("Toggle")
        case .pause: Interface.appearanced.member("Pause")
        case .pauseLight: Interface.appearanced.member("PauseLight")
        case .resume: Interface.appearanced.member("Resume")
        case .inhibit: Interface.appearanced.member("Inhibit")
        case .feedLight: Interface.appearanced.member("FeedLight")
        case .endReports: Interface.appearanced.member("EndReports")
        case .reportPresence: Interface.appearanced.member("ReportPresence")
        case .explain: Interface.appearanced.member("Explain")
        case .requestLight: Interface.appearanced.member("RequestLight")
        case .listSensors: Interface.appearanced.member("ListSensors")
        case .leaveDesktop: Interface.appearanced.member("LeaveDesktop")
        }
    }
}

extension JSONWriter {
    /// Writes a request's parameters into the current object; `nil` is left out.
    mutating func parameters(of request: Request) {
        switch request {
        case .getInfo, .getStatus, .toggle, .resume, .explain, .requestLight, .listSensors,
            .leaveDesktop:
            break
        case .getInterfaceDescription(let interface): member("interface", interface.rawValue)
        case .watch(let light): if light { member("light", true) }
        case .setMode(let mode, let end):
            member("mode", mode.rawValue)
            members(of: end)
        case .pause(let end): members(of: end)
        case .pauseLight(let end): members(of: end)
        case .inhibit(let who, let why):
            member("who", who)
            member("why", why)
        case .feedLight(let source, let lux, let whileConnected):
            member("source", source)
            member("lux", lux.value)
            if whileConnected { member("while_connected", true) }
        case .endReports(let source): member("source", source)
        case .reportPresence(let report): members(of: report)
        }
    }

    /// Writes the end of an override or a pause; `nil` is left out.
    package mutating func members(of end: ModeEnd?) {
        switch end {
        case nil: break
        case .after(let span): member("for", span.count)
        case .nextBoundary, .changeAfterNext, .sunrise, .sunset, .clock:
            member("until", end?.untilWord)
        }
    }
}

extension ModeEnd {
    /// Creates an end after a span; `nil` unless it is positive and at most ten years.
    package init?(lasting span: Microseconds) {
        guard span > .zero, span <= .days(Limits.longestSpanDays) else { return nil }
        self = .after(span)
    }

    /// Reads `next`, `after-next`, `sunrise`, `sunset` or `HH:MM`.
    package init?(until word: String) {
        switch word {
        case "next": self = .nextBoundary
        case "after-next": self = .changeAfterNext
        case "sunrise": self = .sunrise
        case "sunset": self = .sunset
        default:
            guard let time = ClockTime(word) else { return nil }
            self = .clock(time)
        }
    }

    /// The word that `init(until:)` reads; `nil` for an end after a span.
    package var untilWord: String? {
        switch self {
        case .after: nil
        case .nextBoundary: "next"
        case .changeAfterNext: "after-next"
        case .sunrise: "sunrise"
        case .sunset: "sunset"
        case .clock(let time): time.description
        }
    }
}
