import AppearanceLimits
import AppearanceTestSupport
import Foundation
import Testing

@testable import DBus

/// A message so long that a thread reads it, and messages sent meanwhile.
///
/// The thread of a test is also that of the loop, so the end of the reading is noticed in the turn
/// after the one that began it, and not before.
@Suite(.bounded, .requires(.bus), .serialized) struct LongMessageTests {
    private let party: Party
    /// A client without libdbus, which limits its messages.
    private let caller: SocketConnection
    private var server: BusConnection { party.server }

    init() throws {
        party = try Party()
        caller = try SocketConnection(
            to: #require(party.bench.bus.address.split(separator: "=").last.map(String.init)))
        let user = String(getuid()).utf8.map { String($0, radix: 16) }.joined()
        try caller.send("\0AUTH EXTERNAL \(user)\r\nBEGIN\r\n".utf8)
        try caller.send(
            WireMessage.call(
                "Hello", to: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
                of: "org.freedesktop.DBus"
            ).bytes)
    }

    private final class Rings {
        var received: [UInt32] = []
    }

    /// The numbers of the signals that a client receives.
    private func listen() throws -> Rings {
        let rings = Rings()
        party.client.subscribe(to: MatchRule(sender: SampleService.name, member: "Ring")) {
            if case .uint32(let number)? = (try? $0.arguments())?.first?.unwrapped {
                rings.received.append(number)
            }
        }
        try party.bench.settle(party.client)
        return rings
    }

    private func ring(_ numbers: Range<UInt32>) throws {
        for number in numbers {
            try party.service.object?.emit(
                "Ring", of: SampleService.probe, [.variant(.uint32(number))])
        }
    }

    /// Sends the server a call of 4 MiB, and turns the loop until a thread reads it.
    private func receiveLongCall(at location: SourceLocation = #_sourceLocation) throws {
        var call = WireMessage.call(
            "Later", to: SampleService.name, path: SampleService.path, of: SampleService.probe)
        call.signature = "s"
        call.body = WireMessage.text(String(repeating: "dusk", count: 1 << 20))
        try caller.send(call.bytes)
        try party.bench.turn(until: "a thread reads", at: location) { server.isReadByThread }
    }

    /// Connects to a bus that sends 3 of 4 MiB and nothing more, and turns the loop until a thread
    /// reads them.
    private func receiveHalf(hangsUp: Bool) throws -> (BusConnection, ScriptedBus) {
        var message = WireMessage.signal
        message.body = WireMessage.text(String(repeating: "dusk", count: 1 << 20))
        let half = Array(message.bytes.prefix(3 << 20))
        let bus = try ScriptedBus(in: party.bench.home, hangsUp: hangsUp) { half }
        let connection = try BusConnection(loop: party.bench.loop, address: bus.address)
        do {
            try party.bench.turn(until: "a thread reads") { connection.isReadByThread }
            let deadline = Deadline()
            while !hangsUp, Self.readers == 0 { try deadline.check("the name of the thread") }
        } catch {
            connection.close()
            throw error
        }
        return (connection, bus)
    }

    /// The threads that read long messages.
    private static var readers: Int {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        return tasks.count {
            (try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8))
                == "bus-reader\n"
        }
    }

    /// A thread that was joined is listed for a moment more.
    private func waitForNoReader() throws {
        let deadline = Deadline()
        while Self.readers > 0 { try deadline.check("the end of the thread") }
    }

    @Test func `a thread reads a long call, which is answered, and ends`() throws {
        try receiveLongCall()
        try party.bench.turn(until: "the thread has ended") { !server.isReadByThread }
        // The loop reads again.
        #expect(try party.ask("Echo", .variant(.byte(1))).get() == [.variant(.byte(1))])
        try party.bench.settle(server)
        try party.bench.bus.kill()
        #expect(try caller.expectEnd().contains("org.freedesktop.DBus.Error.LimitsExceeded"))
    }

    @Test func `many calls of less than a MiB are read by the loop`() throws {
        let text = DBusValue.string(String(repeating: "dusk", count: 40_000))
        var answers = 0
        for _ in 0..<20 {
            party.client.call(try Party.call("Echo", [.variant(text)])) { _ in answers += 1 }
        }
        try party.bench.turn(until: "all are answered") {
            #expect(!server.isReadByThread)
            return answers == 20
        }
    }

    @Test func `messages sent during a long one wait in order`() throws {
        let rings = try listen()
        var answers: [String] = []
        var signals = 0
        try receiveLongCall()
        try ring(0..<3)
        server.call(
            try .call(
                to: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
                interface: "org.freedesktop.DBus", member: "GetId")
        ) { if case .success = $0 { answers.append("GetId") } }
        server.subscribe(to: MatchRule(sender: SampleService.name, member: "Ring")) { _ in
            signals += 1
        }
        server.call(try Party.call("Echo", [.variant(.byte(1))])) {
            if case .success = $0 { answers.append("Echo") }
        }
        try ring(3..<6)
        try party.bench.turn(until: "all has arrived") {
            rings.received.count == 6 && answers.count == 2 && signals == 3
        }
        #expect(rings.received == [0, 1, 2, 3, 4, 5])
        #expect(answers == ["GetId", "Echo"])
    }

    @Test func `with too many waiting messages the loop continues to read`() throws {
        let rings = try listen()
        let count = UInt32(Limits.waitingBusMessages) + 10
        try receiveLongCall()
        try ring(0..<count)
        try party.bench.turn(until: "all are received") { rings.received.count == count }
        #expect(rings.received == Array(0..<count))
    }

    @Test func `too many waiting messages end the thread of an endless one`() throws {
        let (connection, bus) = try receiveHalf(hangsUp: false)
        defer { withExtendedLifetime(bus) { connection.close() } }
        let signal = {
            try Message.signal(path: "/", interface: SampleService.probe, member: "Ring")
        }
        for _ in 1..<Limits.waitingBusMessages { connection.send(try signal()) }
        #expect(connection.isReadByThread)
        connection.send(try signal())
        #expect(!connection.isReadByThread)
        try waitForNoReader()
    }

    @Test func `a flush sends the waiting messages`() throws {
        let rings = try listen()
        try receiveLongCall()
        try ring(0..<3)
        server.flush()
        server.close()
        try party.bench.turn(until: "all are received") { rings.received.count == 3 }
    }

    @Test func `a connection that is closed meanwhile ends its thread`() throws {
        let (connection, bus) = try receiveHalf(hangsUp: false)
        var isAnswered = false
        connection.call(try Party.call("Echo", [.variant(.byte(1))])) { _ in isAnswered = true }
        connection.close()
        try waitForNoReader()
        try party.bench.turnUntilQuiet(microseconds: 20_000)
        #expect(!isAnswered)
        withExtendedLifetime(bus) {}
    }

    @Test func `a bus that dies is detected, and waiting calls fail`() throws {
        let (connection, bus) = try receiveHalf(hangsUp: true)
        defer { withExtendedLifetime(bus) { connection.close() } }
        var deaths = 0
        var errors: [DBusError?] = []
        connection.onDisconnected = { deaths += 1 }
        connection.call(try Party.call("Echo", [.variant(.byte(1))])) { errors.append($0.error) }
        try party.bench.turn(until: "the death is noticed") { deaths == 1 }
        #expect(errors.map { $0?.name } == [DBusError.disconnected("").name])
        #expect(!connection.isReadByThread)
        try waitForNoReader()
    }
}
