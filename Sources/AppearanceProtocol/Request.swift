package import AppearanceModel

/// What a caller asks of the daemon.
package enum Request: Equatable, Sendable {
    /// Who the service is.
    case getInfo
    /// An interface's description.
    case getInterfaceDescription(Interface)
    /// The present status.
    case getStatus
    /// The present status, and every change after it; with `light`, light readings too.
    case watch(light: Bool)
    /// The user's choice; `end` is nil for until changed.
    case setMode(Mode, end: ModeEnd?)
    /// Light and dark change places.
    case toggle
    /// Hold the present appearance; `end` is nil for until resumed.
    case pause(end: ModeEnd?)
    /// End a pause.
    case resume
    /// Hold the present appearance while the connection lives.
    case inhibit(who: String, why: String)
    /// A level of light from something that is no local sensor.
    case feedLight(source: String, lux: Lux)
    /// The whole of the last decision.
    case explain
    /// Every light sensor.
    case listSensors
    /// Leave the desktop's own setting alone until the configuration is another.
    case leaveDesktop

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
        case .resume: Interface.appearanced.member("Resume")
        case .inhibit: Interface.appearanced.member("Inhibit")
        case .feedLight: Interface.appearanced.member("FeedLight")
        case .explain: Interface.appearanced.member("Explain")
        case .listSensors: Interface.appearanced.member("ListSensors")
        case .leaveDesktop: Interface.appearanced.member("LeaveDesktop")
        }
    }
}
