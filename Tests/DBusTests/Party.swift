import DBus
import Testing

/// A service on a bus and a client of it.
struct Party {
    let bench: Bench
    let server: BusConnection
    let client: BusConnection
    let service: SampleService

    init(introspection: String? = nil) throws {
        bench = try Bench()
        server = try bench.connect()
        client = try bench.connect()
        service = SampleService(on: server, introspection: introspection)
        #expect(try server.requestName(SampleService.name, flags: .doNotQueue) == .owner)
    }

    /// Calls a method of the service's object; of its probe unless another interface is named.
    func ask(
        _ member: String, _ arguments: DBusValue..., of interface: String? = SampleService.probe,
        path: String = SampleService.path, at location: SourceLocation = #_sourceLocation
    ) throws -> BusConnection.Reply {
        try bench.ask(
            client, Self.call(member, arguments, of: interface, path: path), at: location)
    }

    /// Calls a method of the standard interface for properties.
    func askProperties(
        _ member: String, _ arguments: DBusValue..., at location: SourceLocation = #_sourceLocation
    ) throws -> BusConnection.Reply {
        try bench.ask(
            client, Self.call(member, arguments, of: "org.freedesktop.DBus.Properties"),
            at: location)
    }

    static func call(
        _ member: String, _ arguments: [DBusValue] = [],
        of interface: String? = SampleService.probe,
        path: String = SampleService.path
    ) throws(DBusError) -> Message {
        try Message.call(
            to: SampleService.name, path: path, interface: interface, member: member
        ) { for argument in arguments { $0.append(argument) } }
    }
}
