// SPDX-License-Identifier: MIT

import DBus
import LinuxIO
import Testing

/// A bus, a loop and the connections of one test, all on the thread of the test.
final class Bench {
    let bus: PrivateBus
    let loop: EventLoop
    private var connections: [BusConnection] = []

    init() throws {
        bus = try PrivateBus()
        loop = try EventLoop()
    }

    deinit { for connection in connections { connection.close() } }

    /// Another connection to the bus.
    func connect() throws -> BusConnection {
        let connection = try BusConnection(loop: loop, address: bus.address)
        connections.append(connection)
        return connection
    }

    /// Turns the loop until something is so; fails the test after 20 seconds.
    func turn(
        until what: Comment, _ isSo: () -> Bool, at location: SourceLocation = #_sourceLocation
    ) throws {
        let deadline = ContinuousClock.now + .seconds(20)
        while !isSo() {
            try #require(ContinuousClock.now < deadline, what, sourceLocation: location)
            try loop.runOnce(timeout: 100_000)
        }
    }

    /// Calls a method and turns the loop until its answer is there.
    func ask(
        _ client: BusConnection, to destination: String, path: String, interface: String,
        _ member: String, _ arguments: DBusValue..., at location: SourceLocation = #_sourceLocation
    ) throws -> BusConnection.Answer {
        let call = try Message.call(
            to: destination, path: path, interface: interface, member: member
        ) { for argument in arguments { $0.append(argument) } }
        var answer: BusConnection.Answer?
        client.call(call) { answer = $0 }
        try turn(until: "\(member) is answered", { answer != nil }, at: location)
        return try #require(answer)
    }

    /// Turns the loop until the bus has answered a call of its own, and so all that came before it.
    func settle(
        _ connection: BusConnection, at location: SourceLocation = #_sourceLocation
    ) throws {
        _ = try ask(
            connection, to: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
            interface: "org.freedesktop.DBus", "GetId", at: location)
    }
}

extension Result where Failure == DBusError {
    /// The error; nil for a success.
    var error: DBusError? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}
