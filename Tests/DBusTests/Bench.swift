import AppearanceTestSupport
import DBus
import EventLoop
import Testing

/// A bus, a loop and the connections of one test, all on the thread of the test.
final class Bench {
    let bus: PrivateBus
    let loop: EventLoop
    let home: TestHome
    private var connections: [BusConnection] = []

    init() throws {
        home = try TestHome()
        bus = try PrivateBus(in: home)
        loop = try EventLoop()
    }

    deinit { for connection in connections { connection.close() } }

    /// Another connection to the bus, which has greeted it.
    func connect() throws -> BusConnection {
        let connection = try BusConnection(loop: loop, address: bus.address)
        connections.append(connection)
        try turn(until: "the bus greets") { !connection.uniqueName.isEmpty }
        return connection
    }

    /// Turns the loop until something is so; or fails the test.
    func turn(
        until what: Comment, at location: SourceLocation = #_sourceLocation, _ isSo: () -> Bool
    ) throws {
        let deadline = Deadline()
        while !isSo() {
            try #require(deadline.left > .zero, what, sourceLocation: location)
            try loop.runOnce(timeout: 100_000)
        }
    }

    /// Turns the loop until it has been idle for a while; fails the test if it never is.
    func turnUntilQuiet(microseconds: Int64) throws {
        let deadline = Deadline()
        while try loop.runOnce(timeout: microseconds) { try deadline.check("the loop to be idle") }
    }

    /// Sends a call and turns the loop until its answer is there.
    func ask(
        _ client: BusConnection, _ call: Message, at location: SourceLocation = #_sourceLocation
    ) throws -> BusConnection.Reply {
        var answer: BusConnection.Reply?
        client.call(call) { answer = $0 }
        try turn(until: "\(call.member) is answered", at: location) { answer != nil }
        return try #require(answer, sourceLocation: location)
    }

    /// Turns the loop until the bus has dealt with all that a connection has sent, and all that the
    /// bus had for it has come.
    func settle(
        _ connections: BusConnection..., at location: SourceLocation = #_sourceLocation
    ) throws {
        for connection in connections {
            _ = try ask(
                connection,
                .call(
                    to: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
                    interface: "org.freedesktop.DBus", member: "GetId"), at: location)
        }
    }
}

extension BusConnection {
    /// Requests a bus name and turns the loop until the reply arrives.
    func requestName(
        _ name: String, flags: NameFlags, at location: SourceLocation = #_sourceLocation
    ) throws -> NameOwnership {
        var answer: Result<NameOwnership, DBusError>?
        requestName(name, flags: flags) { answer = $0 }
        let deadline = Deadline()
        while answer == nil {
            try #require(deadline.left > .zero, sourceLocation: location)
            try loop.runOnce(timeout: 100_000)
        }
        return try #require(answer, sourceLocation: location).get()
    }
}

extension Result where Failure == DBusError {
    /// The error; nil for a success.
    var error: DBusError? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}
