import AppearanceModel
import AppearanceProtocol

/// A reply is read or refused, and a read one is encoded unchanged.
enum ReplyFuzzing {
    static func flaw(in bytes: [UInt8]) -> String? {
        guard let response = try? Response.decode(bytes),
            case .parameters(let parameters) = response.outcome
        else { return nil }
        if let snapshot = try? Snapshot(parameters["status"] ?? .null) {
            let again = read(.status(snapshot), "status").flatMap { try? Snapshot($0) }
            guard again == snapshot else { return "another status: \(snapshot)" }
        }
        if let rationale = try? Rationale(parameters["explanation"] ?? .null) {
            let again = read(.explanation(rationale), "explanation")
                .flatMap { try? Rationale($0) }
            guard again == rationale else { return "another explanation: \(rationale)" }
        }
        let listings = parameters["sensors"]?.array?.compactMap { try? SensorListing($0) } ?? []
        let again = read(.sensors(listings), "sensors")?.array?
            .compactMap { try? SensorListing($0) }
        return again == listings ? nil : "another list of sensors: \(listings)"
    }

    private static func read(_ reply: Reply, _ member: String) -> JSON? {
        guard let response = try? Response.decode(Array(reply.encoded().dropLast())),
            case .parameters(let parameters) = response.outcome
        else { return nil }
        return parameters[member]
    }
}
