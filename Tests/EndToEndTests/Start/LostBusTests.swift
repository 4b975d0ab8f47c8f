import AppearanceTestSupport
import Foundation
import Testing

/// A session bus that dies, restarts, hangs, or never exists.
@Suite(.bounded, .requires(.bus, .busClient)) struct LostBusTests {
    private let daemon: RunningDaemon

    init() throws {
        daemon = try RunningDaemon.inDaylight()
    }

    private func loseBus() throws {
        try daemon.bus.kill()
        try daemon.process.waitForLine(containing: "the session bus is gone", on: .errors)
    }

    @Test(.row("D4")) func `the socket is served while the bus is lost`() throws {
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

    @Test(.row("D4")) func `a restarted bus has every name and object again`() throws {
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
        // The daemon wrote it before it answered; a thread reads it.
        try daemon.process.waitForLine(containing: "the session bus is back", on: .errors)
        #expect(daemon.log("<5>").last == "the session bus is back")
        #expect(daemon.log("<4>").count == 1, "\(daemon.log)")
        #expect(daemon.log("<3>").isEmpty, "\(daemon.log)")
    }

    /// A client that is on the new bus first has not received any signal.
    @Test func `waiting clients on the new bus receive every property that changes`() throws {
        daemon.process.signal(SIGSTOP)
        try daemon.bus.kill()
        try daemon.bus.restart()
        let client = try daemon.busClient()
        try client.waitForNoOwner()
        daemon.process.signal(SIGCONT)
        let properties = try client.waitForChange(of: "Appearance")
        // The changes of one are not emitted, and the other has none.
        let silent = ["ReportedUntil", "Version"]
        #expect(try client.properties().filter { !silent.contains($0.key) } == properties)
        #expect(properties.count == 23)
        _ = try client.properties()
        #expect(try client.lines().count { $0["changed"] != .null } == 1)
        #expect(try client.count(of: "AppearanceChanged") == 0)
    }

    @Test func `inhibitions over the lost bus are released`() throws {
        let player = try daemon.busClient()
        try player.set("Mode", to: "night")
        let cookie = try player.call("Inhibit", "ss", ["Player", "a film plays"])
        let other = try daemon.connect()
        try other.send("Inhibit", ["who": "Reader", "why": "a page is read"], with: ["more": true])
        #expect(try other.nextReply()["error"] == .null)
        try player.set("Mode", to: "auto")
        #expect(try daemon.status()["appearance"] == "night")
        try loseBus()
        // An inhibition over the socket continues.
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

    @Test(.row("D3")) func `a name that another program took is acquired when it is free`()
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
    @Test(.row("D3")) func `the daemon exits if another program keeps the name for 30 s`()
        throws
    {
        let thief = try loseName()
        #expect(try daemon.process.expectExit(within: .seconds(90)) == .exited(69))
        #expect(
            daemon.log("<3>") == [
                "io.github.appearanced could not be acquired again for 30 seconds; another program owns it"
            ])
        #expect(!isThere(daemon.home.socket))
        withExtendedLifetime(thief) {}
    }

    @Test func `many bus losses leak nothing`() throws {
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
    @Test(.row("D4")) func `the daemon exits cleanly after 30 s without a bus`() throws {
        _ = try daemon.connect().call("SetMode", ["mode": "night"])
        try daemon.bus.kill()
        let visitors = try HangingUpListener(
            at: String(daemon.bus.address.dropFirst("unix:path=".count)))
        try daemon.process.waitForLine(containing: "the session bus is gone", on: .errors)
        #expect(try daemon.process.expectExit(within: .seconds(90)) == .exited(69))
        // It tries after 0.1, 0.2, 0.4, 0.8 and 1.6 s, and every 2 s from then on; each time it
        // checks that the socket accepts, and then connects.
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

    @Test func `a signal stops the daemon while the bus hangs`() throws {
        _ = try daemon.connect().call("SetMode", ["mode": "night"])
        daemon.bus.stop()
        defer { daemon.bus.resume() }
        #expect(try daemon.process.terminate() == .exited(0))
        #expect(try daemon.home.savedState()["mode"] == "night")
    }

    @Test func `a signal stops the daemon while it waits for a hung bus`() throws {
        let home = try TestHome.inDaylight()
        let bus = try PrivateBus(in: home)
        bus.stop()
        defer { bus.resume() }
        let waiting = try ChildProcess(
            BuiltProducts.appearanced,
            environment: home.environment.merging(bus.environment) { $1 })
        // Logged when the socket listens, and before the first call on the bus.
        try waiting.waitForLine(containing: "has no place", on: .errors)
        #expect(try waiting.terminate() == .exited(0))
        #expect(!isThere(home.socket))
        #expect(FileTree(home.stateHome).paths.isEmpty)
    }

    @Test func `a bus that hangs at the start is reported after a timeout`() throws {
        let home = try TestHome.inDaylight()
        let bus = try PrivateBus(in: home)
        bus.stop()
        defer { bus.resume() }
        let waiting = try ChildProcess(
            BuiltProducts.appearanced,
            environment: home.environment.merging(bus.environment) { $1 })
        #expect(try waiting.expectExit(within: .seconds(90)) == .exited(69))
        #expect(
            waiting.text(on: .errors).contains(
                "the session bus at \(bus.address) has not answered for 30 seconds"))
        #expect(!isThere(home.socket))
    }

    @Test func `a bus that resumes in time is used`() throws {
        let home = try TestHome.inDaylight()
        let bus = try PrivateBus(in: home)
        bus.stop()
        let waiting = try ChildProcess(
            BuiltProducts.appearanced,
            environment: home.environment.merging(bus.environment) { $1 })
        // Logged when the socket listens, and before the first call on the bus.
        try waiting.waitForLine(containing: "has no place", on: .errors)
        // A client that connects to the socket meanwhile receives its reply when there is a state.
        let early = try SocketConnection(to: home.socket)
        try early.send("GetStatus")
        bus.resume()
        #expect(try early.nextReply()["parameters"]["status"]["appearance"] == "light")
        #expect(try waiting.terminate() == .exited(0))
    }
}
