package import AppearanceModel

/// A reply of the daemon.
package enum Reply: Equatable, Sendable {
    /// Success without a result.
    case done
    /// The status.
    case status(Snapshot)
    /// The complete rationale of the last decision.
    case explanation(Rationale)
    /// Every light sensor.
    case sensors([SensorListing])
    /// The identity of the service.
    case information(version: String)
    /// The description of an interface.
    case description(of: Interface)
    /// A failure.
    case error(VarlinkError)

    /// Returns the whole message with its NUL.
    ///
    /// One message serves any number of subscribers: encode it once. `continues` announces more
    /// replies to the same call.
    package func encoded(continues: Bool = false) -> [UInt8] {
        var writer = JSONWriter(capacity: 768)
        writer.object { writer in
            if case .error(let error) = self { writer.member("error", error.name) }
            writer.name("parameters")
            writer.parameters(of: self)
            if continues { writer.member("continues", true) }
        }
        writer.endMessage()
        return writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func parameters(of reply: Reply) {
        switch reply {
        case .error(let error): parameters(of: error)
        case .done: object { _ in }
        case .status(let snapshot):
            object { $0.member("status") { $0.members(of: snapshot) } }
        case .explanation(let rationale):
            object { $0.member("explanation") { $0.members(of: rationale) } }
        case .sensors(let sensors):
            object { writer in
                writer.name("sensors")
                writer.array(sensors) { writer, sensor in
                    writer.object {
                        $0.members(of: sensor)
                        $0.memberNote(of: sensor)
                    }
                }
            }
        case .information(let version): object { $0.information(version: version) }
        case .description(let interface): object { $0.member("description", interface.text) }
        }
    }

    private mutating func information(version: String) {
        member("vendor", "appearanced")
        member("product", "appearanced")
        member("version", version)
        member("url", "https://github.com/appearanced/appearanced")
        name("interfaces")
        array(Interface.allCases) { $0.string($1.rawValue) }
    }
}

/// A reply as a client receives it.
package struct Response: Equatable, Sendable {
    /// The result of the call.
    package enum Outcome: Equatable, Sendable {
        /// Success; an object.
        case parameters(JSON)
        /// A failure.
        case error(VarlinkError)
    }

    /// The result of the call.
    package let outcome: Outcome
    /// Whether more replies to the same call follow.
    package let continues: Bool

    /// Reads a message without its NUL.
    package static func decode(_ message: [UInt8]) throws(JSONError) -> Response {
        let json = try JSON(decoding: message)
        guard case .object = json else { throw JSONError(problem: "no object") }
        let parameters = json["parameters"] ?? .object([])
        let continues = json["continues"]?.bool ?? false
        switch json["error"] {
        case nil, .null: return Response(outcome: .parameters(parameters), continues: continues)
        case .string(let name):
            let error = VarlinkError(name: name, parameters: parameters)
            return Response(outcome: .error(error), continues: continues)
        case .bool, .integer, .real, .array, .object:
            throw JSONError(problem: "an error without a name")
        }
    }
}
