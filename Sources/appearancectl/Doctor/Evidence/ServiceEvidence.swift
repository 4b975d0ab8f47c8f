internal import AppearanceKit
internal import AppearanceModel
internal import AppearanceProtocol

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
