import AppearanceTestSupport
import DBus
import Testing

/// A bus that dies, and another at the same address.
@Suite(.bounded, .requires(.bus)) struct ReopeningTests {
    private let party: Party

    init() throws {
        party = try Party()
    }

    private func kill() throws {
        try party.bench.bus.kill()
        try party.bench.turn(until: "both have noticed") {
            !party.server.isOpen && !party.client.isOpen
        }
    }

    private func comeBack() throws {
        try party.bench.bus.restart()
        try party.server.reopen()
        #expect(try party.server.requestName(SampleService.name, flags: .doNotQueue) == .owner)
        try party.client.reopen()
        try party.bench.settle(party.client)
    }

    @Test func `objects and subscriptions exist on the new bus`() throws {
        var received: [UInt8] = []
        party.client.subscribe(to: MatchRule(sender: SampleService.name, member: "Ring")) {
            if case .byte(let number)? = (try? $0.arguments())?.first?.unwrapped {
                received.append(number)
            }
        }
        for number in UInt8(1)...3 {
            try kill()
            // Sent to no bus, now or later.
            try party.service.object?.emit("Ring", of: SampleService.probe, [.variant(.byte(100))])
            try comeBack()
            let echo = try party.ask("Echo", .variant(.byte(number)))
            #expect(try echo.get() == [.variant(.byte(number))])
            try party.service.object?.emit(
                "Ring", of: SampleService.probe, [.variant(.byte(number))])
            try party.bench.turn(until: "it is received") { received.count == number }
        }
        #expect(received == [1, 2, 3])
    }

    @Test func `the owner of a name is lost with the bus`() throws {
        var owners: [String?] = []
        party.client.followOwner(of: SampleService.name) { owners.append($0) }
        try party.bench.settle(party.client)
        let before = party.server.uniqueName
        try kill()
        #expect(owners == [before, nil])
        // A new owner of the name of a lost connection is another program.
        var guests: [String?] = []
        party.client.followOwner(of: ":1.99") { guests.append($0) }
        try comeBack()
        try party.bench.turn(until: "the new owner is known") { owners.count == 3 }
        #expect(owners.last == party.server.uniqueName)
        #expect(guests == [nil])
    }

    @Test func `a name is not requested automatically`() throws {
        try kill()
        try party.bench.bus.restart()
        let other = try party.bench.connect()
        #expect(try other.requestName(SampleService.name, flags: .doNotQueue) == .owner)
        try party.server.reopen()
        #expect(try party.server.requestName(SampleService.name, flags: .doNotQueue) == .exists)
    }

    @Test func `a reply to a caller on the previous bus is dropped`() throws {
        party.client.call(try Party.call("Later", [.string("")])) { _ in }
        try party.bench.turn(until: "the call waits") { party.service.waiting.count == 1 }
        try kill()
        try comeBack()
        // The serial number is that of the lost call, or close to it.
        var answers: [BusConnection.Reply] = []
        for _ in 0..<8 {
            party.client.call(try Party.call("Later", [.string("")])) { answers.append($0) }
        }
        try party.bench.turn(until: "they wait too") { party.service.waiting.count == 9 }
        party.service.waiting[0].reply(.string("for the dead"))
        try party.bench.settle(party.server, party.client)
        #expect(answers.isEmpty)
        for call in party.service.waiting.dropFirst() { call.reply(.string("for the living")) }
        try party.bench.turn(until: "they are answered") { answers.count == 8 }
        #expect(answers.allSatisfy { (try? $0.get()) == [.string("for the living")] })
    }

    @Test func `without a bus the connection is unchanged`() throws {
        try kill()
        for _ in 0..<3 { #expect(throws: DBusError.self) { try party.client.reopen() } }
        #expect(!party.client.isOpen)
        #expect(
            try party.ask("Echo", .variant(.byte(1))).error?.name
                == "org.freedesktop.DBus.Error.Disconnected")
        try comeBack()
        #expect(try party.ask("Echo", .variant(.byte(1))).error == nil)
    }

    /// An address often carries the identity of the bus that printed it.
    @Test func `another bus at the same address can be used`() throws {
        let identity = try party.bench.ask(
            party.client,
            .call(
                to: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
                interface: "org.freedesktop.DBus", member: "GetId")
        ).get().first?.text
        let connection = try BusConnection(
            loop: party.bench.loop,
            address: "\(party.bench.bus.address),guid=\(try #require(identity))")
        defer { connection.close() }
        try party.bench.settle(connection)
        try kill()
        try party.bench.turn(until: "this one too") { !connection.isOpen }
        try party.bench.bus.restart()
        try connection.reopen()
        try party.bench.settle(connection)
        #expect(connection.isOpen)
    }

    @Test func `a connection may be opened again by the handler of its end`() throws {
        var answer: Result<NameOwnership, DBusError>?
        party.client.onDisconnected = { [client = party.client, bus = party.bench.bus] in
            do {
                try bus.restart()
                try client.reopen()
                client.requestName("org.example.Back", flags: .doNotQueue) { answer = $0 }
            } catch {
                Issue.record(error)
            }
        }
        try party.bench.bus.kill()
        try party.bench.turn(until: "the name is answered for") { answer != nil }
        #expect(try answer?.get() == .owner)
    }

    @Test func `a bus that leaves everything unread is abandoned`() throws {
        var deaths = 0
        party.server.onDisconnected = { deaths += 1 }
        party.bench.bus.stop()
        let text = DBusValue.string(String(repeating: "half past dusk ", count: 69_000))
        for _ in 0..<20 {
            try party.service.object?.emit("Ring", of: SampleService.probe, [.variant(text)])
        }
        try party.bench.turn(until: "it is given up") { deaths > 0 }
        #expect(!party.server.isOpen)
        party.bench.bus.resume()
        try party.server.reopen()
        try party.bench.settle(party.server)
        #expect(deaths == 1)
    }
}
