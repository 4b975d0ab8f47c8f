import AppearanceTestSupport
import DBus
import LinuxIO
import Testing

/// A bus that is joined without waiting for it.
@Suite(.requires(.bus)) struct JoiningTests {
    private static let rule = MatchRule(
        sender: SampleService.name, path: SampleService.path, interface: SampleService.probe,
        member: "Ring")

    @Test func whatIsSentBeforeTheBusHasAnsweredFollowsTheHello() throws {
        let party = try Party()
        let newcomer = try BusConnection(joining: party.bench.bus.address, on: party.bench.loop)
        defer { newcomer.close() }
        #expect(newcomer.uniqueName.isEmpty)
        var heard = 0
        newcomer.subscribe(to: Self.rule) { _ in heard += 1 }
        var owner: String?
        newcomer.followOwner(of: SampleService.name) { owner = $0 }
        try party.bench.settle(newcomer)
        #expect(newcomer.uniqueName.hasPrefix(":1."))
        #expect(owner == party.server.uniqueName)
        try party.service.object?.emit("Ring", of: SampleService.probe) {
            $0.variant(.byte(1))
        }
        try party.bench.turn(until: "it is heard") { heard == 1 }
    }

    @Test func aBusThatHangsIsNotWaitedForAndAnswersWhenItGoesOn() throws {
        let bench = try Bench()
        bench.bus.stop()
        let newcomer = try BusConnection(joining: bench.bus.address, on: bench.loop)
        defer { newcomer.close() }
        var owners: [String?] = []
        newcomer.followOwner(of: SampleService.name) { owners.append($0) }
        for _ in 0..<10 { try bench.loop.runOnce(timeout: 0) }
        #expect(owners.isEmpty)
        bench.bus.resume()
        try bench.turn(until: "it has answered") { !owners.isEmpty }
        #expect(owners == [nil])
    }

    @Test func aBusThatIsNotThereIsToldAtOnce() throws {
        let bench = try Bench()
        #expect(throws: BusFailure.self) {
            try BusConnection(joining: "unix:path=\(bench.home.path)/none", on: bench.loop)
        }
    }

    @Test func aBusThatGoesBeforeItHasAnsweredIsTold() throws {
        let bench = try Bench()
        bench.bus.stop()
        let newcomer = try BusConnection(joining: bench.bus.address, on: bench.loop)
        defer { newcomer.close() }
        var isGone = false
        newcomer.onDisconnected = { isGone = true }
        var failure: DBusError?
        newcomer.call(try Party.call("Add")) { failure = $0.error }
        try bench.bus.kill()
        try bench.turn(until: "it is told") { isGone }
        #expect(failure?.name == "org.freedesktop.DBus.Error.Disconnected")
    }
}
