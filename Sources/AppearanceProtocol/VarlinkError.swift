internal import AppearanceLimits
package import AppearanceModel

/// An error reply.
package enum VarlinkError: Equatable, Sendable {
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
    /// The event that would end a mode or a pause does not come; `next` is the next time it does,
    /// `nil` for not within a year.
    case noSuchEvent(until: String, next: WallTime?)
    /// A value is too large or there are too many; `limit` names the limit, such as `256
    /// connections`.
    case limitsExceeded(limit: String)
    /// A hook has called in its own run, which may not change the mode.
    case calledByHook(hook: String)
    /// An error of a newer daemon.
    case unknown(name: String)

    /// The full name on the wire.
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
        case .calledByHook: Interface.appearanced.member("CalledByHook")
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
            case .calledByHook(let hook): writer.member("hook", hook.echo)
            case .permissionDenied, .expectedMore, .unknown: break
            }
        }
    }
}

extension VarlinkError {
    /// Reads a received error; missing parameters are empty.
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
            .calledByHook(hook: text("hook")),
        ]
        self = known.first { $0.name == name } ?? .unknown(name: name)
    }
}

/// A message that is not a valid call, with its reply.
package struct CallError: Error, Equatable, Sendable {
    /// The error for the caller.
    package let error: VarlinkError
    /// Whether the messages after this one cannot be read.
    package let endsConnection: Bool
    /// Whether the caller waits for a reply; after `oneway` it does not.
    private let isAwaited: Bool

    init(_ error: VarlinkError, endsConnection: Bool = false, isAwaited: Bool = true) {
        self.error = error
        self.endsConnection = endsConnection
        self.isAwaited = isAwaited
    }

    /// Creates the error for a message that does not end within a limit of bytes.
    init(tooLongFor limit: Int) {
        self.init(.limitsExceeded(limit: "\(limit) bytes a message"), endsConnection: true)
    }

    /// Creates the error for the longest of the unfinished messages of all connections.
    package init(tooLongForAll limit: Int) {
        self.init(
            .limitsExceeded(limit: "\(limit) bytes of unfinished messages in all"),
            endsConnection: true)
    }

    /// The error for a message that is not a JSON object.
    static let malformed = CallError(
        .invalidParameter(parameter: "message"), endsConnection: true)

    /// The bytes of the reply; `nil` for none.
    package var reply: [UInt8]? { isAwaited ? Reply.error(error).encoded() : nil }
}
