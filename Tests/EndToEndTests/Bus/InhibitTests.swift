import AppearanceTestSupport
import Testing

/// Programs that hold the appearance for as long as they are there.
@Suite(.bounded, .requires(.bus, .busClient)) struct InhibitTests {
    private let daemon: RunningDaemon
    private let client: BusClient

    init() throws {
        daemon = try RunningDaemon.inDaylight()
        client = try daemon.busClient()
        // The inhibited appearance must differ from that of the day, to be visible.
        try client.set("Mode", to: "night")
    }

    @Test func `an inhibition keeps the appearance until it is released`() throws {
        let cookie = try client.call("Inhibit", "ss", ["Player", "a film plays"])
        try client.set("Mode", to: "auto")
        let held = try client.properties()
        #expect(held["Appearance"] == "night")
        #expect(held["Reason"] == "inhibited")
        #expect(held["Inhibitors"] == [["Player", "a film plays"]])
        #expect(held["Paused"] == false)
        #expect(
            held["Explanation"]
                == "Night, held by Player (a film plays).")
        try client.call("Uninhibit", "u", [cookie])
        let free = try client.properties()
        #expect(free["Appearance"] == "light")
        #expect(free["Inhibitors"] == [])
        #expect(throws: BusClient.RemoteError.self) {
            try client.call("Uninhibit", "u", [cookie])
        }
    }

    @Test func `an inhibition ends with the bus name of its owner`() throws {
        let player = try daemon.busClient()
        try player.call("Inhibit", "ss", ["Player", "a film plays"])
        try client.set("Mode", to: "auto")
        #expect(try client.get("Appearance") == "night")
        player.client.signal(9)
        let changed = try client.waitForChange(of: "Inhibitors") { $0 == [] }
        #expect(changed["Appearance"] == "light")
    }

    @Test func `only the owner can release an inhibition`() throws {
        let player = try daemon.busClient()
        let cookie = try player.call("Inhibit", "ss", ["Player", "a film plays"])
        let error = try #require(throws: BusClient.RemoteError.self) {
            try client.call("Uninhibit", "u", [cookie])
        }
        #expect(error.name == "org.freedesktop.DBus.Error.InvalidArgs")
        #expect(try client.get("Inhibitors") == [["Player", "a film plays"]])
    }

    @Test func `the appearance is kept until the last inhibition is released`() throws {
        let first = try client.call("Inhibit", "ss", ["One", "reads"])
        let second = try client.call("Inhibit", "ss", ["Two", "writes"])
        #expect(first != second)
        try client.set("Mode", to: "auto")
        try client.call("Uninhibit", "u", [first])
        #expect(try client.get("Inhibitors") == [["Two", "writes"]])
        #expect(try client.get("Appearance") == "night")
        try client.call("Uninhibit", "u", [second])
        #expect(try client.get("Appearance") == "light")
    }

    @Test func `an inhibition over the socket lasts as long as the connection`() throws {
        var connection: SocketConnection? = try daemon.connect()
        try connection?.send(
            "Inhibit", ["who": "Player", "why": "a film plays"], with: ["more": true])
        let reply = try #require(try connection?.nextReply())
        #expect(reply["error"] == .null)
        #expect(reply["continues"] == true)
        try client.set("Mode", to: "auto")
        #expect(try client.get("Inhibitors") == [["Player", "a film plays"]])
        // A client that has finished sending still counts.
        try connection?.finishSending()
        #expect(try daemon.status()["reason"] == "inhibited")
        connection = nil
        let changed = try client.waitForChange(of: "Inhibitors") { $0 == [] }
        #expect(changed["Appearance"] == "light")
    }

    /// Requests one more inhibitor over the socket and returns the reply; it lasts as long as the
    /// connection.
    private func inhibit(_ connections: inout [SocketConnection]) throws -> JSON {
        let connection = try daemon.connect()
        connections.append(connection)
        try connection.send("Inhibit", ["who": "Late", "why": "a film"], with: ["more": true])
        return try connection.nextReply()
    }

    private func expectRefusal(_ client: BusClient, _ message: String) throws {
        let error = try #require(throws: BusClient.RemoteError.self) {
            try client.call("Inhibit", "ss", ["One more", "a film plays"])
        }
        #expect(error.name == "org.freedesktop.DBus.Error.LimitsExceeded")
        #expect(error.message == message)
    }

    @Test func `four processes can use all 64 inhibitors, and a fifth is refused`() throws {
        var connections: [SocketConnection] = []
        for _ in 0..<16 { #expect(try inhibit(&connections)["error"] == .null) }
        let players = try (0..<3).map { _ in try daemon.busClient() }
        for player in players {
            for index in 0..<16 {
                try player.call("Inhibit", "ss", [.string("Player \(index)"), "a film plays"])
            }
        }
        #expect(try client.get("Inhibitors").items.count == 64)
        try expectRefusal(client, "64 inhibitors are held already")
        players[0].client.signal(9)
        try client.waitForChange(of: "Inhibitors") { $0.items.count == 48 }
        #expect(try client.call("Inhibit", "ss", ["One more", "a film plays"]).integer != nil)
        withExtendedLifetime(players) {}
    }

    @Test(.row("U3")) func `one process can use at most 16 inhibitors`() throws {
        var connections: [SocketConnection] = []
        for _ in 0..<16 { #expect(try inhibit(&connections)["error"] == .null) }
        let refusal = try inhibit(&connections)
        #expect(refusal["error"] == "io.github.appearanced.LimitsExceeded")
        #expect(refusal["parameters"]["limit"] == "16 inhibitors of one process")
        var cookies: [JSON] = []
        for _ in 0..<16 {
            cookies.append(try client.call("Inhibit", "ss", ["Player", "a film plays"]))
        }
        try expectRefusal(client, "one process may have at most 16 inhibitors")
        try client.call("Uninhibit", "u", [cookies[0]])
        try client.call("Inhibit", "ss", ["Player", "a film plays"])
        connections.removeFirst()
        try client.waitForChange(of: "Inhibitors") { $0.items.count == 31 }
        #expect(try inhibit(&connections)["error"] == .null)
        #expect(try client.get("Inhibitors").items.count == 32)
    }

    /// A manual mode is the user's word, and wins.
    @Test func `the user's mode overrides an inhibition`() throws {
        try client.call("Inhibit", "ss", ["Player", "a film plays"])
        try client.set("Mode", to: "dark")
        #expect(try client.get("Appearance") == "dark")
        #expect(try client.get("Reason") == "manual")
    }
}
