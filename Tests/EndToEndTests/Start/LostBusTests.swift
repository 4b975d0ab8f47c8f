import AppearanceTestSupport
import Foundation
import Testing

/// A session bus that dies, comes back, hangs, or is never there.
@Suite(.bounded, .requires(.bus, .busClient)) struct LostBusTests {
    private let daemon: RunningDaemon

    init() throws {
        daemon = try RunningDaemon.inDaylight()
    }

    private func loseBus() throws {
        try daemon.bus.kill()
        try daemon.process.waitForLine(containing: "the session bus is gone", on: .errors)
    }

    @Test(.row("D4")) func `the socket is served all the while`() throws {
        let watcher = try daemon.connect()
        try watcher.send("Watch", with: ["more": true])
        #expect(try watcher.nextReply()["parameters"]["status"]["appearance"] == "light")
        try loseBus()
        #expect(try daemon.appearancectl("set", "night").status == .exited(0))
        #expect(try watcher.nextReply()["parameters"]["status"]["appearance"] == "night")
        #expect(try daemon.appearancectl("get").output == "night\n")
        try daemon.home.waitForSaved(mode: "night")
        #expect(try daemon.process.terminate() == .exited(0))
        #expect(!isThere(daemon.home.socket))
    }

    @Test(.row("D4")) func `on the bus that comes back everything is there again`() throws {
        try daemon.busClient().set("Mode", to: "dark")
        try loseBus()
        let set = try daemon.connect().call("SetMode", ["mode": "night"])
        #expect(set["parameters"]["status"]["appearance"] == "night")
        try daemon.bus.restart()
        let client = try daemon.busClient()
        try client.waitForOwner()
        #expect(try client.get("Mode") == "night")
        try client.set("Mode", to: "light")
        #expect(
            try client.waitForSignal("AppearanceChanged") == ["light", "night", "manual"])
        #expect(try client.introspect().contains("io.github.appearanced.Appearance1"))
        let cookie = try client.call("Inhibit", "ss", ["Player", "a film plays"])
        try client.call("Uninhibit", "u", [cookie])
        #expect(try client.count(of: "AppearanceChanged") == 1)
        #expect(daemon.log("<5>").last == "the session bus is back")
        #expect(daemon.log("<4>").count == 1, "\(daemon.log)")
        #expect(daemon.log("<3>").isEmpty, "\(daemon.log)")
    }

    /// Whoever is on the new bus before us has heard nothing of us yet.
    @Test func `those who wait on the new bus are notified of everything`() throws {
        daemon.process.signal(SIGSTOP)
        try daemon.bus.kill()
        try daemon.bus.restart()
        let client = try daemon.busClient()
        try client.waitForNoOwner()
        daemon.process.signal(SIGCONT)
        let told = try client.waitForChange(of: "Appearance")
        #expect(try client.properties() == told)
        #expect(told.count == 20)
        _ = try client.properties()
        #expect(try client.lines().count { $0["changed"] != .null } == 1)
        #expect(try client.count(of: "AppearanceChanged") == 0)
    }

    @Test func `who held the appearance over the bus has released it`() throws {
        let player = try daemon.busClient()
        try player.set("Mode", to: "night")
        let cookie = try player.call("Inhibit", "ss", ["Player", "a film plays"])
        let other = try daemon.connect()
        try other.send("Inhibit", ["who": "Reader", "why": "a page is read"], with: ["more": true])
        #expect(try other.nextReply()["error"] == .null)
        try player.set("Mode", to: "auto")
        #expect(try daemon.status()["appearance"] == "night")
        try loseBus()
        // One who holds it through the socket holds it still.
        #expect(try daemon.status()["appearance"] == "night")
        try daemon.bus.restart()
        let client = try daemon.busClient()
        try client.waitForOwner()
        #expect(try client.get("Inhibitors") == [["Reader", "a page is read"]])
        // Cookies of the last bus mean nothing on this one, whatever its clients are called.
        #expect(try client.call("Inhibit", "ss", ["Player", "a film plays"]) != cookie)
        #expect(throws: BusClient.RemoteError.self) {
            try client.call("Uninhibit", "u", [cookie])
        }
    }

    /// Lets another program take the name while the daemon is on no bus.
    private func loseName() throws -> BusClient {
        daemon.process.signal(SIGSTOP)
        try daemon.bus.kill()
        try daemon.bus.restart()
        let thief = try daemon.busClient()
        try thief.own(BusClient.appearanced.name)
        daemon.process.signal(SIGCONT)
        try daemon.process.waitForLine(
            containing: "another program owns io.github.appearanced", on: .errors)
        return thief
    }

    @Test(.row("D3")) func `a name that another program took meanwhile is taken when it is free`()
        throws
    {
        let thief = try loseName()
        #expect(try daemon.appearancectl("set", "night").status == .exited(0))
        try thief.release(BusClient.appearanced.name)
        try daemon.process.waitForLine(containing: "the session bus is back", on: .errors)
        #expect(try daemon.busClient().get("Mode") == "night")
        // One line for the bus, one for the name, however often it was requested.
        #expect(daemon.log("<4>").count == 2, "\(daemon.log)")
        #expect(daemon.log("<3>").isEmpty, "\(daemon.log)")
    }

    /// systemd starts the service again after 4, and not after 3.
    @Test(.row("D3")) func `a name that another program keeps for half a minute ends the service`()
        throws
    {
        let thief = try loseName()
        #expect(try daemon.process.expectExit(within: .seconds(90)) == .exited(4))
        #expect(
            daemon.log("<3>") == [
                "another program has owned io.github.appearanced for 30 seconds"
            ])
        #expect(!isThere(daemon.home.socket))
        withExtendedLifetime(thief) {}
    }

    @Test func `many losses leave nothing behind`() throws {
        var before = 0
        for round in 0..<5 {
            try loseBus()
            try daemon.bus.restart()
            try daemon.process.waitForLine(containing: "the session bus is back", on: .errors)
            if round == 0 { before = try daemon.process.descriptorCount }
        }
        #expect(try daemon.process.descriptorCount <= before)
        #expect(try daemon.busClient().get("Appearance") == "light")
    }

    /// A socket at the address of the bus hangs up on everyone, and counts them.
    @Test(.row("D4")) func `without a bus for half a minute it ends in order`() throws {
        _ = try daemon.connect().call("SetMode", ["mode": "night"])
        try daemon.bus.kill()
        let visitors = try HangingUpListener(
            at: String(daemon.bus.address.dropFirst("unix:path=".count)))
        try daemon.process.waitForLine(containing: "the session bus is gone", on: .errors)
        #expect(try daemon.process.expectExit(within: .seconds(90)) == .exited(4))
        // It tries after 0.1, 0.2, 0.4, 0.8 and 1.6 s, and every 2 s from then on; each time it
        // looks whether anybody accepts, and then connects.
        #expect((20...40).contains(visitors.count), "\(visitors.count)")
        #expect(
            daemon.log("<3>") == [
                "the session bus has been gone for 30 seconds; start appearanced again when it is back"
            ])
        #expect(daemon.log("<4>").count == 1, "\(daemon.log)")
        #expect(!isThere(daemon.home.socket))
        #expect(try daemon.home.savedState()["mode"] == "night")
    }

    // MARK: A bus that hangs

    @Test func `a signal is obeyed while the bus hangs`() throws {
        _ = try daemon.connect().call("SetMode", ["mode": "night"])
        daemon.bus.stop()
        defer { daemon.bus.resume() }
        #expect(try daemon.process.terminate() == .exited(0))
        #expect(try daemon.home.savedState()["mode"] == "night")
    }

    @Test func `a signal is obeyed while a hung bus is awaited`() throws {
        let home = try TestHome.inDaylight()
        let bus = try PrivateBus(in: home)
        bus.stop()
        defer { bus.resume() }
        let waiting = try ChildProcess(
            BuiltProducts.appearanced,
            environment: home.environment.merging(bus.environment) { $1 })
        // Said when the socket listens, and before the bus is spoken to.
        try waiting.waitForLine(containing: "has no place", on: .errors)
        #expect(try waiting.terminate() == .exited(0))
        #expect(!isThere(home.socket))
        #expect(FileTree(home.stateHome).paths.isEmpty)
    }

    @Test func `a bus that hangs at the start is awaited and then named`() throws {
        let home = try TestHome.inDaylight()
        let bus = try PrivateBus(in: home)
        bus.stop()
        defer { bus.resume() }
        let waiting = try ChildProcess(
            BuiltProducts.appearanced,
            environment: home.environment.merging(bus.environment) { $1 })
        #expect(try waiting.expectExit(within: .seconds(90)) == .exited(4))
        #expect(
            waiting.text(on: .errors).contains(
                "the session bus at \(bus.address) has not answered for 30 seconds"))
        #expect(!isThere(home.socket))
    }

    @Test func `a bus that wakes in time is served`() throws {
        let home = try TestHome.inDaylight()
        let bus = try PrivateBus(in: home)
        bus.stop()
        let waiting = try ChildProcess(
            BuiltProducts.appearanced,
            environment: home.environment.merging(bus.environment) { $1 })
        // Said when the socket listens, and before the bus is spoken to.
        try waiting.waitForLine(containing: "has no place", on: .errors)
        // Whoever connects to the socket meanwhile is answered when there is something to say.
        let early = try SocketConnection(to: home.socket)
        try early.send("GetStatus")
        bus.resume()
        #expect(try early.nextReply()["parameters"]["status"]["appearance"] == "light")
        #expect(try waiting.terminate() == .exited(0))
    }
}
