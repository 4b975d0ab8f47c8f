internal import AppearanceKit
internal import AppearanceModel
internal import AppearanceProtocol
internal import Glibc

/// The service as it answers on its socket.
enum ServiceEvidence {
    /// What one that is well says of itself.
    struct Answers {
        let version: String
        let status: Snapshot
        let sensors: [SensorListing]
    }

    case answers(Answers)
    case fails(DaemonError)
    /// Only its socket is there, and to ask would be to start it.
    case asleep

    /// How long it may take over an answer, in seconds.
    private static let patienceSeconds = 2

    /// Asks it.
    init() {
        do {
            self = .answers(try Self.ask(DaemonSocket.ofThisSession()))
        } catch let failure as DaemonError {
            self = .fails(failure)
        } catch {
            self = .fails(.protocolViolation("\(error)"))
        }
    }

    private static func ask(_ socket: DaemonSocket) throws -> Answers {
        var connection = try DaemonConnection(to: socket)
        func ask(_ request: Request, _ member: String) throws(DaemonError) -> JSON {
            try connection.send(Call(request))
            guard let value = try connection.receive(withinSeconds: patienceSeconds)[member]
            else { throw .protocolViolation(member) }
            return value
        }
        let version = try ask(.getInfo, "version").string ?? ""
        let status = try Snapshot(ask(.getStatus, "status"))
        let sensors = try (ask(.listSensors, "sensors").array ?? []).map { try SensorListing($0) }
        return Answers(version: version, status: status, sensors: sensors)
    }

    var answers: Answers? {
        if case .answers(let answers) = self { answers } else { nil }
    }
}

/// What the user's manager says of the service's two units, and of the screen's filter.
struct UnitEvidence {
    /// The properties of `appearanced.service`.
    let service: [String: String]
    /// The properties of `appearanced.socket`.
    let socket: [String: String]
    /// The properties of `appearance-nightfilter.service`.
    let filter: [String: String]
    /// The properties of `graphical-session.target`, which the filter starts with.
    let graphicalSession: [String: String]

    static let question = Command(
        "systemctl", "--user", "show", "appearanced.service", "appearanced.socket",
        "appearance-nightfilter.service", "graphical-session.target",
        "--property=Id,LoadState,ActiveState,UnitFileState,Result,ExecMainStatus,ConditionResult")

    static let variablesQuestion = Command("systemctl", "--user", "show-environment")

    /// Whether there is a manager at all: asked on a bus without one, systemctl would have it started.
    static func hasManager(_ variables: [String: String]) -> Bool {
        variables["XDG_RUNTIME_DIR"].map { access($0 + "/systemd/private", F_OK) == 0 } ?? false
    }

    init(_ text: String) throws(Unavailable) {
        let blocks = text.split(separator: "\n", omittingEmptySubsequences: false)
            .split { $0.isEmpty }.map { Self.pairs($0) }
        func unit(_ name: String) -> [String: String]? { blocks.first { $0["Id"] == name } }
        guard let service = unit("appearanced.service") else {
            throw Unavailable(
                "systemctl says nothing of appearanced.service that is understood here.")
        }
        self.service = service
        socket = unit("appearanced.socket") ?? [:]
        filter = unit("appearance-nightfilter.service") ?? [:]
        graphicalSession = unit("graphical-session.target") ?? [:]
    }

    var isLoaded: Bool { service["LoadState"] == "loaded" }
    var isMasked: Bool { service["LoadState"] == "masked" }
    var isRunning: Bool {
        ["active", "activating", "reloading"].contains(service["ActiveState"] ?? "")
    }
    var hasFailed: Bool { service["ActiveState"] == "failed" }
    var isEnabled: Bool { service["UnitFileState"] == "enabled" }
    /// With which the service ended last.
    var exitStatus: Int { service["ExecMainStatus"].flatMap { Int($0) } ?? 0 }
    /// Whether a question at the socket would start the service.
    var startsAtTheSocket: Bool { !isRunning && socket["ActiveState"] == "active" }

    /// When the user enabled the service, in seconds of the epoch; nil where that was not done.
    ///
    /// The link is what lets the bus start the service.
    static func enabledAt(_ variables: [String: String]) -> Int? {
        let home = variables["XDG_CONFIG_HOME"] ?? variables["HOME"].map { $0 + "/.config" }
        var status = stat()
        let link = "systemd/user/dbus-\(BusNames.own).service"
        guard let home, lstat("\(home)/\(link)", &status) == 0 else { return nil }
        return status.st_mtim.tv_sec
    }

    /// What `systemctl show-environment` prints, as a shell would take it.
    static func variables(_ text: String) -> [String: String] {
        pairs(text.split(separator: "\n")).mapValues { value in
            guard value.hasPrefix("$'"), value.hasSuffix("'") else { return value }
            return String(value.dropFirst(2).dropLast()).replacing("\\'", with: "'")
        }
    }

    private static func pairs(_ lines: some Sequence<Substring>) -> [String: String] {
        var pairs: [String: String] = [:]
        for line in lines {
            guard let equals = line.firstIndex(of: "=") else { continue }
            pairs[String(line[..<equals])] = String(line[line.index(after: equals)...])
        }
        return pairs
    }
}
