internal import AppearanceLimits
package import AppearanceModel

/// An error that goes over the wire in place of a reply.
package enum VarlinkError: Error, Equatable, Sendable {
    /// The service does not speak this interface.
    case interfaceNotFound(interface: String)
    /// The interface has no such method.
    case methodNotFound(method: String)
    /// The interface has the method, but this daemon does not do it.
    case methodNotImplemented(method: String)
    /// A parameter is missing, unknown, of the wrong type, or out of range.
    case invalidParameter(parameter: String)
    /// The caller may not do this.
    case permissionDenied
    /// The method must be called with `more`.
    case expectedMore
    /// The event that would end a mode or a pause does not come; `next` is when it does, nil for
    /// not within a year.
    case noSuchEvent(until: String, next: WallTime?)
    /// Something is too large or too many; `limit` says what is allowed, such as `256 connections`.
    case limitsExceeded(limit: String)
    /// An error that only a newer daemon knows.
    case unknown(name: String)

    /// Its full name on the wire.
    package var name: String {
        switch self {
        case .interfaceNotFound: Interface.service.member("InterfaceNotFound")
        case .methodNotFound: Interface.service.member("MethodNotFound")
        case .methodNotImplemented: Interface.service.member("MethodNotImplemented")
        case .invalidParameter: Interface.service.member("InvalidParameter")
        case .permissionDenied: Interface.service.member("PermissionDenied")
        case .expectedMore: Interface.service.member("ExpectedMore")
        case .noSuchEvent: Interface.appearanced.member("NoSuchEvent")
        case .limitsExceeded: Interface.appearanced.member("LimitsExceeded")
        case .unknown(let name): name
        }
    }
}

extension JSONWriter {
    mutating func parameters(of error: VarlinkError) {
        object { writer in
            switch error {
            case .interfaceNotFound(let interface): writer.member("interface", interface.echo)
            case .methodNotFound(let method), .methodNotImplemented(let method):
                writer.member("method", method.echo)
            case .invalidParameter(let parameter): writer.member("parameter", parameter.echo)
            case .noSuchEvent(let until, let next):
                writer.member("until", until)
                writer.member("next", next?.microsecondsSinceEpoch)
            case .limitsExceeded(let limit): writer.member("limit", limit)
            case .permissionDenied, .expectedMore, .unknown: break
            }
        }
    }
}

extension VarlinkError {
    /// Reads an error as it came; parameters that are missing are empty.
    init(name: String, parameters: JSON) {
        func text(_ name: String) -> String { parameters[name]?.string ?? "" }
        let known: [VarlinkError] = [
            .interfaceNotFound(interface: text("interface")),
            .methodNotFound(method: text("method")),
            .methodNotImplemented(method: text("method")),
            .invalidParameter(parameter: text("parameter")),
            .permissionDenied,
            .expectedMore,
            .noSuchEvent(
                until: text("until"),
                next: parameters["next"]?.integer.map(WallTime.init(microsecondsSinceEpoch:))),
            .limitsExceeded(limit: text("limit")),
        ]
        self = known.first { $0.name == name } ?? .unknown(name: name)
    }
}
