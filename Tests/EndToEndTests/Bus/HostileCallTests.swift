import AppearanceTestSupport
import Testing

/// Calls of many MiB, which any program on the session bus can send.
@Suite(.bounded, .requires(.bus, .busClient)) struct HostileCallTests {
    private let daemon: RunningDaemon
    private let client: BusClient

    init() throws {
        daemon = try RunningDaemon.inDaylight()
        client = try daemon.busClient()
    }

    @Test(
        .row("D7"),
        arguments: [
            ("get", 17), ("mode", 63), ("marks", 17), ("texts", 63), ("bytes", 63), ("portal", 63),
        ])
    func `a call of many MiB gets a short error and changes nothing else`(
        kind: String, mebibytes: Int
    ) throws {
        let owner = try owner()
        let properties = try client.properties()
        let before = try daemon.process.privateMemoryKiB()
        let answer = try answer(to: kind, mebibytes)
        #expect(answer["error"] == "org.freedesktop.DBus.Error.LimitsExceeded")
        #expect(answer["message"] == "a call has at most 4096 values and 65536 bytes of text")
        #expect(try #require(answer["bytes"].integer) < 512)
        #expect(try self.owner() == owner)
        #expect(try client.properties() == properties)
        #expect(daemon.log("<4>").isEmpty && daemon.log("<3>").isEmpty, "\(daemon.log)")
        guard !BuiltProducts.areSanitized else { return }
        // libdbus has the message twice for a moment; the daemon adds no copy.
        #expect(try daemon.process.peakMemoryKiB() < 160 * 1_024)
        #expect(try daemon.process.privateMemoryKiB() - before < 2_048)
    }

    @Test(
        .row("D7"),
        arguments: [
            ("Get", "ss", ["io.github.appearanced.Appearance1", long]),
            ("Get", "ss", [long, "Mode"]), ("GetAll", "s", [long]),
            (
                "Set", "ssv",
                ["io.github.appearanced.Appearance1", "Mode", ["variant": ["s", long]]]
            ),
        ] as [(String, String, [JSON])])
    func `an error repeats the beginning of a long text`(
        method: String, signature: String, arguments: [JSON]
    ) throws {
        let error = try #require(throws: BusClient.RemoteError.self) {
            try client.call(
                method, signature, arguments, interface: "org.freedesktop.DBus.Properties")
        }
        #expect(error.message.contains("xxxx…"), "\(error.message.prefix(400))")
        #expect(error.message.utf8.count < 512)
    }

    /// A path longer than all text of a call is not even copied.
    @Test(arguments: [(60_000, true), (70_000, false)])
    func `an error repeats the beginning of a long path`(length: Int, isRepeated: Bool) throws {
        let error = try #require(throws: BusClient.RemoteError.self) {
            try client.call("Toggle", at: "/" + String(repeating: "x", count: length))
        }
        #expect(error.name == "org.freedesktop.DBus.Error.UnknownObject")
        #expect(error.message.utf8.count < 512, "\(error.message.prefix(400))")
        #expect(error.message.contains("/xxxx") == isRepeated, "\(error.message.prefix(400))")
    }

    private static let long = JSON.string(String(repeating: "x", count: 60_000))

    private func owner() throws -> JSON {
        try client.call(
            "GetNameOwner", "s", [.string(BusClient.appearanced.name)],
            interface: "org.freedesktop.DBus", at: "/org/freedesktop/DBus",
            to: "org.freedesktop.DBus")
    }

    private func answer(to kind: String, _ mebibytes: Int) throws -> JSON {
        let run = try ChildProcess.run(
            "/usr/bin/python3",
            [Repository.support + "/hostile_call.py", kind, "\(mebibytes)"],
            environment: daemon.environment)
        try #require(run.status == .exited(0), "\(run.errors)")
        return try JSON(parsing: run.output)
    }
}
