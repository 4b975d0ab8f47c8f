import AppearanceTestSupport
import Testing

/// Invalid input on the socket: one reply that names it, without an effect on others.
@Suite(.bounded, .requires(.bus)) struct SocketRefusalTests {
    private let daemon: RunningDaemon
    private let bystander: SocketConnection

    init() throws {
        daemon = try RunningDaemon.inDaylight()
        bystander = try daemon.connect()
        try bystander.send("Watch", with: ["more": true])
        #expect(try bystander.nextReply()["parameters"]["status"]["appearance"] == "light")
    }

    /// The daemon still works, and its state is unchanged.
    private func expectUnmoved() throws {
        let status = try daemon.status()
        #expect(status["mode"] == "auto")
        #expect(status["sequence"] == 1)
        // The bystander's next message is the next real change.
        _ = try daemon.connect().call("SetMode", ["mode": "night"])
        #expect(try bystander.nextReply()["parameters"]["status"]["mode"] == "night")
        #expect(daemon.process.isRunning)
    }

    private static let invalid = "org.varlink.service.InvalidParameter"

    @Test(arguments: [
        "hello", "{", "[]", "42", "null", "\"SetMode\"", "{\"method\":\"x.y.Z\",}",
        "{\"method\":\"io.github.appearanced.GetStatus\"} {}", "",
        String(repeating: "[", count: 60000),
    ])
    func `an invalid call is reported once and its client is disconnected`(message: String) throws {
        let connection = try daemon.connect()
        try connection.send(message: message)
        let reply = try connection.nextReply()
        #expect(reply["error"] == .string(Self.invalid))
        #expect(reply["parameters"]["parameter"] == "message")
        #expect(try connection.expectEnd() == "")
        try expectUnmoved()
    }

    @Test(.row("U9")) func `a client that sends invalid UTF-8 is logged once and disconnected`()
        throws
    {
        let connection = try daemon.connect()
        try connection.send([0xFF, 0xFE, 0x00])
        #expect(try connection.nextReply()["parameters"]["parameter"] == "message")
        #expect(try connection.expectEnd() == "")
        try expectUnmoved()
    }

    @Test(.row("U9")) func `a message without an end is refused at 64 KiB`() throws {
        let connection = try daemon.connect()
        try connection.send(repeatElement(UInt8(ascii: "x"), count: 65 * 1024))
        let reply = try connection.nextReply()
        #expect(reply["error"] == "io.github.appearanced.LimitsExceeded")
        #expect(reply["parameters"]["limit"] == "65536 bytes a message")
        #expect(try connection.expectEnd() == "")
        try expectUnmoved()
    }

    @Test func `a long message within the limit is accepted`() throws {
        let connection = try daemon.connect()
        let padding = String(repeating: " ", count: 65000)
        try connection.send(message: "{\"method\":\(padding)\"io.github.appearanced.GetStatus\"}")
        #expect(try connection.nextReply()["parameters"]["status"]["mode"] == "auto")
    }

    /// A call with an invalid parameter; the connection continues.
    @Test(
        arguments: [
            ("SetMode", ["mode": "purple"], "mode"),
            ("SetMode", ["mode": 1], "mode"),
            ("SetMode", ["mode": nil], "mode"),
            ("SetMode", [:], "mode"),
            ("SetMode", ["mode": "dark", "for": "1h"], "for"),
            ("SetMode", ["mode": "dark", "for": 0], "for"),
            ("SetMode", ["mode": "dark", "for": -5], "for"),
            ("SetMode", ["mode": "dark", "for": 1.5], "for"),
            ("SetMode", ["mode": "dark", "until": "noon"], "until"),
            ("SetMode", ["mode": "dark", "for": 60_000_000, "until": "next"], "until"),
            ("SetMode", ["mode": "auto", "for": 60_000_000], "for"),
            ("SetMode", ["mode": "auto", "until": "next"], "until"),
            ("SetMode", ["mode": "dark", "colour": "red"], "colour"),
            ("Pause", ["until": 7], "until"),
            ("Watch", ["light": "yes"], "light"),
            ("FeedLight", ["source": "lamp"], "lux"),
            ("FeedLight", ["source": "lamp", "lux": "5"], "lux"),
            ("FeedLight", ["source": "lamp", "lux": -1], "lux"),
            ("FeedLight", ["source": "", "lux": 5], "source"),
            ("GetStatus", ["verbose": true], "verbose"),
            ("GetStatus", [1, 2], "parameters"),
        ] as [(String, JSON, String)])
    func `a parameter that is invalid is named`(
        method: String, parameters: JSON, culprit: String
    ) throws {
        let connection = try daemon.connect()
        let reply = try connection.call(method, parameters)
        #expect(reply["error"] == .string(Self.invalid))
        #expect(reply["parameters"]["parameter"] == .string(culprit))
        #expect(try connection.call("GetStatus")["error"] == .null)
        try expectUnmoved()
    }

    @Test(arguments: [
        ("io.github.appearanced.Explode", "org.varlink.service.MethodNotFound", "method"),
        ("io.github.appearanced.getStatus", "org.varlink.service.MethodNotFound", "method"),
        ("com.example.GetStatus", "org.varlink.service.InterfaceNotFound", "interface"),
    ])
    func `an unknown method or interface is named`(
        method: String, error: String, parameter: String
    ) throws {
        let connection = try daemon.connect()
        let reply = try connection.call(method)
        #expect(reply["error"] == .string(error))
        let name = reply["parameters"][parameter].string ?? ""
        #expect(!name.isEmpty && method.hasPrefix(name))
        #expect(try connection.call("GetStatus")["error"] == .null)
    }

    @Test func `an inhibition requires the flag more`() throws {
        let connection = try daemon.connect()
        let reply = try connection.call("Inhibit", ["who": "Player", "why": "plays"])
        #expect(reply["error"] == "org.varlink.service.ExpectedMore")
        try expectUnmoved()
    }

    @Test func `a oneway call receives no reply`() throws {
        let connection = try daemon.connect()
        try connection.send("SetMode", ["mode": "purple"], with: ["oneway": true])
        try connection.send("SetMode", ["mode": "dark"], with: ["oneway": true])
        try connection.send("GetStatus")
        // Calls are answered in order, so the first answer is that to the third.
        #expect(try connection.nextReply()["parameters"]["status"]["mode"] == "dark")
    }

    @Test(.row("U9")) func `a call can arrive in pieces of any size`() throws {
        let connection = try daemon.connect()
        for byte in Array(#"{"method":"io.github.appearanced.GetStatus"}"#.utf8) + [0] {
            try connection.send([byte])
        }
        #expect(try connection.nextReply()["parameters"]["status"]["mode"] == "auto")
    }
}
