internal import AppearanceModel
internal import AppearanceProtocol
internal import Console
internal import DaemonClient
internal import Glibc

/// The answers of the daemon on its socket.
enum ServiceEvidence {
    struct Answers {
        let version: String
        let status: Snapshot
        let sensors: [SensorListing]
    }

    case answers(Answers)
    case fails(DaemonError)
    /// Only its socket exists, and connecting would start the daemon.
    case asleep

    /// The timeout of an answer, in seconds.
    private static let timeoutSeconds = 2

    /// Sends the requests to the daemon of the session.
    init() {
        do {
            self = .answers(try Self.answers(from: DaemonSocket.ofThisSession()))
        } catch let error as DaemonError {
            self = .fails(error)
        } catch {
            self = .fails(.protocolViolation("\(error)"))
        }
    }

    private static func answers(from socket: DaemonSocket) throws -> Answers {
        var connection = try DaemonConnection(to: socket)
        func reply(to request: Request, _ member: String) throws(DaemonError) -> JSON {
            try connection.send(Call(request))
            guard let value = try connection.receive(withinSeconds: timeoutSeconds)[member]
            else { throw .protocolViolation(member) }
            return value
        }
        let version = try reply(to: .getInfo, "version").string ?? ""
        let status = try Snapshot(reply(to: .getStatus, "status"))
        let sensors = try (reply(to: .listSensors, "sensors").array ?? []).map {
            try SensorListing($0)
        }
        return Answers(version: version, status: status, sensors: sensors)
    }

    var answers: Answers? { if case .answers(let answers) = self { answers } else { nil } }
}

/// The properties of the daemon's units and the night filter's in the user's service manager.
struct UnitEvidence {
    let service: [String: String]
    let socket: [String: String]
    let filter: [String: String]
    /// The properties of `graphical-session.target`, which the filter starts with.
    let graphicalSession: [String: String]
    /// The properties of `xdg-desktop-portal.service`.
    let portal: [String: String]

    static let command = Command(
        "systemctl", "--user", "show", "appearanced.service", "appearanced.socket",
        "appearance-nightfilter.service", "graphical-session.target",
        "xdg-desktop-portal.service",
        "--property=Id,LoadState,ActiveState,UnitFileState,Result,ExecMainStatus,ConditionResult,"
            + "Requisite")

    static let environmentCommand = Command("systemctl", "--user", "show-environment")

    /// Returns whether the user has a service manager, which systemctl might otherwise start.
    static func hasManager(_ variables: [String: String]) -> Bool {
        variables["XDG_RUNTIME_DIR"].map { access($0 + "/systemd/private", F_OK) == 0 } ?? false
    }

    init(_ text: String) throws(CommandLineError) {
        let blocks = text.split(separator: "\n", omittingEmptySubsequences: false)
            .split { $0.isEmpty }.map { [String: String](assignments: Array($0)) }
        func unit(_ name: String) -> [String: String]? { blocks.first { $0["Id"] == name } }
        guard let service = unit("appearanced.service") else {
            throw CommandLineError(
                "The output of systemctl about appearanced.service is not understood.")
        }
        self.service = service
        socket = unit("appearanced.socket") ?? [:]
        filter = unit("appearance-nightfilter.service") ?? [:]
        graphicalSession = unit(Self.graphicalSession) ?? [:]
        portal = unit("xdg-desktop-portal.service") ?? [:]
    }

    private static let graphicalSession = "graphical-session.target"

    /// Whether the portal's unit waits for a target that is not active, as versions 1.21 to 1.22.1 do.
    var portalLacksSession: Bool {
        let needed = portal["Requisite"]?.split(separator: " ") ?? []
        return needed.contains(Substring(Self.graphicalSession))
            && graphicalSession["ActiveState"] != "active" && portal["ActiveState"] != "active"
    }

    var isLoaded: Bool { service["LoadState"] == "loaded" }
    var isMasked: Bool { service["LoadState"] == "masked" }
    var isRunning: Bool {
        ["active", "activating", "reloading"].contains(service["ActiveState"] ?? "")
    }
    var hasFailed: Bool { service["ActiveState"] == "failed" }
    var isEnabled: Bool { service["UnitFileState"] == "enabled" }
    /// Whether a connection to the socket would start the daemon.
    var startsBySocket: Bool { !isRunning && socket["ActiveState"] == "active" }

    /// Returns when the user enabled the daemon, in seconds since the epoch; `nil` if not enabled.
    ///
    /// The time is that of the link by which the bus can start the daemon.
    static func enabledAt(_ variables: [String: String]) -> Int? {
        let home = BaseDirectories { variables[$0] }.configuration
        var status = stat()
        let link = "systemd/user/dbus-\(BusNames.own).service"
        guard let home, lstat("\(home)/\(link)", &status) == 0 else { return nil }
        return status.st_mtim.tv_sec
    }

    /// Returns the variables in the output of `systemctl show-environment`.
    static func variables(_ text: String) -> [String: String] {
        [String: String](assignments: text.split(separator: "\n")).mapValues { value in
            guard value.hasPrefix("$'"), value.hasSuffix("'") else { return value }
            return String(value.dropFirst(2).dropLast()).replacing("\\'", with: "'")
        }
    }
}
