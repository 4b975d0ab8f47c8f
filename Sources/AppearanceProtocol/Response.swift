/// A reply as a client receives it.
package struct Response: Equatable, Sendable {
    /// What came of the call.
    package enum Outcome: Equatable, Sendable {
        /// It was done; an object.
        case parameters(JSON)
        /// It was not.
        case error(VarlinkError)
    }

    /// What came of the call.
    package let outcome: Outcome
    /// Whether more replies to the same call follow.
    package let continues: Bool

    /// What is wrong with a message that is no reply.
    package struct Malformed: Error, Equatable {
        /// What is wrong, in words.
        package let problem: String
    }

    /// Reads a message without its NUL.
    package static func decode(_ message: [UInt8]) throws(Malformed) -> Response {
        let json: JSON
        do { json = try JSON(decoding: message) } catch { throw Malformed(problem: error.problem) }
        guard case .object = json else { throw Malformed(problem: "no object") }
        let parameters = json["parameters"] ?? .object([])
        let continues = json["continues"]?.bool ?? false
        switch json["error"] {
        case nil, .null: return Response(outcome: .parameters(parameters), continues: continues)
        case .string(let name):
            let error = VarlinkError(name: name, parameters: parameters)
            return Response(outcome: .error(error), continues: continues)
        case .bool, .integer, .real, .array, .object:
            throw Malformed(problem: "an error without a name")
        }
    }
}
