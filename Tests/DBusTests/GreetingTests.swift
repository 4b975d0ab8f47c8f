import AppearanceTestSupport
import DBus
import EventLoop
import Testing

/// The traffic on a bus before its greeting.
@Suite(.bounded, .requires(.bus)) struct GreetingTests {
    private static let rule = MatchRule(
        sender: SampleService.name, path: SampleService.path, interface: SampleService.probe,
        member: "Ring")

    @Test func `messages sent before the reply to Hello follow it`() throws {
        let party = try Party()
        let newcomer = try BusConnection(
            loop: party.bench.loop, address: party.bench.bus.address)
        defer { newcomer.close() }
        #expect(newcomer.uniqueName.isEmpty)
        var received = 0
        newcomer.subscribe(to: Self.rule) { _ in received += 1 }
        var owner: String?
        newcomer.followOwner(of: SampleService.name) { owner = $0 }
        try party.bench.settle(newcomer)
        #expect(newcomer.uniqueName.hasPrefix(":1."))
        #expect(owner == party.server.uniqueName)
        try party.service.object?.emit("Ring", of: SampleService.probe, [.variant(.byte(1))])
        try party.bench.turn(until: "it is received") { received == 1 }
    }

    @Test func `a bus that hangs delays nothing and answers when it resumes`() throws {
        let bench = try Bench()
        bench.bus.stop()
        let newcomer = try BusConnection(loop: bench.loop, address: bench.bus.address)
        defer { newcomer.close() }
        var owners: [String?] = []
        newcomer.followOwner(of: SampleService.name) { owners.append($0) }
        for _ in 0..<10 { try bench.loop.runOnce(timeout: 0) }
        #expect(owners.isEmpty)
        bench.bus.resume()
        try bench.turn(until: "it has answered") { !owners.isEmpty }
        #expect(owners == [nil])
    }
}
