import AppearanceTestSupport
import DBus
import Testing

@Suite(.bounded, .requires(.bus)) struct SubscriptionTests {
    private static let rule = MatchRule(
        sender: SampleService.name, path: SampleService.path, interface: SampleService.probe,
        member: "Ring")

    private static func ring(_ number: UInt8) throws(DBusError) -> Message {
        try Message.signal(
            path: SampleService.path, interface: SampleService.probe, member: "Ring"
        ) { $0.variant(.byte(number)) }
    }

    private static func number(_ signal: Message) -> UInt8? {
        guard case .byte(let number)? = (try? signal.arguments())?.first?.unwrapped else {
            return nil
        }
        return number
    }

    @Test func `signals come in their order and with their sender`() throws {
        let party = try Party()
        var received: [UInt8?] = []
        var senders: Set<String> = []
        party.client.subscribe(to: Self.rule) {
            received.append(Self.number($0))
            senders.insert($0.sender)
        }
        try party.bench.settle(party.client)
        for number in UInt8.min...UInt8.max {
            try party.service.object?.emit(
                "Ring", of: SampleService.probe, [.variant(.byte(number))])
        }
        try party.bench.turn(until: "all are received") { received.count == 256 }
        #expect(received == (UInt8.min...UInt8.max).map { $0 })
        #expect(senders == [party.server.uniqueName])
    }

    /// More beginnings than are kept, each several times, and the rest different each time.
    @Test func `a signal received in parts equals the whole one`() throws {
        let party = try Party()
        let object = party.server.export(
            path: "/told",
            [
                ExportedInterface(
                    "org.example.Reports",
                    signals: [ExportedSignal("Said", "ssv"), ExportedSignal("Word", "s")])
            ])
        var received: [[DBusValue]] = []
        party.client.subscribe(to: MatchRule(sender: SampleService.name, path: "/told")) {
            received.append((try? $0.arguments()) ?? [])
        }
        try party.bench.settle(party.client)
        var said: [[DBusValue]] = []
        for number in UInt32(0)..<300 {
            let values: [DBusValue] = [
                .string("word"), .string("\(number % 100)"), .variant(.uint32(number)),
            ]
            try object.emit("Said", of: "org.example.Reports", values)
            try object.emit("Word", of: "org.example.Reports", [values[1]])
            said.append(values)
            said.append([values[1]])
        }
        try party.bench.turn(until: "all is received") { received.count == said.count }
        #expect(received == said)
    }

    @Test(arguments: [
        MatchRule(sender: "org.example.Nobody"),
        MatchRule(path: "/other"),
        MatchRule(interface: "org.example.Other"),
        MatchRule(member: "Knock"),
        MatchRule(interface: SampleService.probe, firstArgument: "text"),
    ])
    func `a signal that does not match the rule is not received`(rule: MatchRule) throws {
        let party = try Party()
        var received = 0
        var all = 0
        party.client.subscribe(to: rule) { _ in received += 1 }
        // Without this one the bus would not even send it here.
        party.client.subscribe(to: MatchRule()) { if $0.member == "Ring" { all += 1 } }
        try party.bench.settle(party.client)
        party.server.send(try Self.ring(1))
        try party.bench.turn(until: "it is here") { all == 1 }
        #expect(received == 0)
    }

    @Test func `a rule can match the first argument`() throws {
        let party = try Party()
        var received: [String] = []
        party.client.subscribe(
            to: MatchRule(
                sender: SampleService.name, interface: "org.freedesktop.DBus.Properties",
                member: "PropertiesChanged", firstArgument: SampleService.interface)
        ) { received.append($0.member) }
        try party.bench.settle(party.client)
        try party.service.object?.emitPropertiesChanged(of: SampleService.probe, [])
        try party.service.object?.emitPropertiesChanged(
            of: SampleService.interface, [("Since", .uint64(1))])
        try party.bench.settle(party.server, party.client)
        #expect(received == ["PropertiesChanged"])
    }

    @Test func `a unicast signal from another sender is not received`() throws {
        let party = try Party()
        let forger = try party.bench.connect()
        var received: [UInt8?] = []
        party.client.subscribe(to: Self.rule) { received.append(Self.number($0)) }
        // This one makes the bus send the forged signal here too.
        var all = 0
        party.client.subscribe(to: MatchRule(member: "Ring")) { _ in all += 1 }
        try party.bench.settle(party.client)
        forger.send(try Self.ring(1))
        try party.bench.turn(until: "the forged signal is here") { all == 1 }
        #expect(received.isEmpty)
        party.server.send(try Self.ring(2))
        try party.bench.turn(until: "the true one is here") { all == 2 }
        #expect(received == [2])
    }

    @Test func `signals of a new owner replace those of the old one`() throws {
        let party = try Party()
        let heir = try party.bench.connect()
        var received: [UInt8?] = []
        party.client.subscribe(to: Self.rule) { received.append(Self.number($0)) }
        try party.bench.settle(party.client)
        party.server.releaseName(SampleService.name)
        try party.bench.settle(party.server)
        _ = try heir.requestName(SampleService.name, flags: .doNotQueue)
        party.server.send(try Self.ring(1))
        try party.bench.settle(party.server)
        heir.send(try Self.ring(2))
        try party.bench.settle(heir, party.client)
        #expect(received == [2])
    }

    @Test func `a cancelled subscription receives nothing`() throws {
        let party = try Party()
        var first = 0
        var second = 0
        let subscription = party.client.subscribe(to: Self.rule) { _ in first += 1 }
        party.client.subscribe(to: Self.rule) { _ in second += 1 }
        try party.bench.settle(party.client)
        subscription.cancel()
        subscription.cancel()
        try party.bench.settle(party.client)
        party.server.send(try Self.ring(1))
        try party.bench.turn(until: "the other receives it") { second == 1 }
        #expect(first == 0)
    }

    @Test func `a subscription may be cancelled while a signal is delivered`() throws {
        let party = try Party()
        var received: [String] = []
        var second: Subscription?
        var first: Subscription?
        first = party.client.subscribe(to: Self.rule) { _ in
            received.append("first")
            first?.cancel()
            second?.cancel()
        }
        second = party.client.subscribe(to: Self.rule) { _ in received.append("second") }
        party.client.subscribe(to: Self.rule) { _ in received.append("third") }
        try party.bench.settle(party.client)
        party.server.send(try Self.ring(1))
        try party.bench.settle(party.server, party.client)
        #expect(received == ["first", "third"])
    }

    @Test func `a closed connection delivers no signal`() throws {
        let party = try Party()
        var received = 0
        for _ in 0..<2 {
            party.client.subscribe(to: Self.rule) { _ in
                received += 1
                party.client.close()
            }
        }
        try party.bench.settle(party.client)
        party.server.send(try Self.ring(1))
        party.server.send(try Self.ring(2))
        try party.bench.turn(until: "the first is received") { received > 0 }
        try party.bench.settle(party.server)
        #expect(received == 1)
    }
}
