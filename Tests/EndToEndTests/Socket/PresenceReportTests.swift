import AppearanceTestSupport
import Testing

/// Reports of the user's presence on the socket, for which a change by light waits.
@Suite(.bounded, .requires(.bus)) struct PresenceReportTests {
    private let daemon: RunningDaemon

    /// A room that is bright for two minutes, and dark then, twenty times as fast.
    init() throws {
        let home = try TestHome()
        daemon = try RunningDaemon(room: 12, brightSeconds: 120, home: home)
    }

    private static let film: JSON = [
        "holders": [["kind": "fullscreen", "who": "mpv"]], "quiet": .null,
    ]

    @Test(.row("M3")) func `a full screen holds a change until the connection closes`() throws {
        var film: SocketConnection? = try daemon.connect()
        #expect(try #require(film).call("ReportPresence", Self.film)["error"] == .null)
        let watcher = try daemon.varlinkClient(streaming: "Watch")
        let waiting = try watcher.waitForReply {
            $0["status"]["explanation"].string?.contains("; waits while mpv fills the screen")
                == true
        }
        #expect(waiting["status"]["appearance"] == "light")
        #expect(waiting["status"]["pending_appearance"] == "dark")
        let why = try daemon.appearancectl("why").output
        #expect(why.contains("mpv fills the screen"))
        film = nil
        withExtendedLifetime(film) {}
        let changed = try watcher.waitForReply { $0["status"]["appearance"] == "dark" }
        let before = try #require(waiting["status"]["sequence"].integer)
        #expect(changed["status"]["sequence"].integer == before + 1)
    }

    @Test(.requires(.busClient)) func `one process cannot take all reports`() throws {
        let connections = try (0..<8).map { _ in try daemon.connect() }
        for connection in connections {
            #expect(try connection.call("ReportPresence", ["holders": []])["error"] == .null)
        }
        let refused = try daemon.connect().call("ReportPresence", ["holders": []])
        #expect(refused["error"] == "io.github.appearanced.LimitsExceeded")
        #expect(try connections[0].call("ReportPresence", Self.film)["error"] == .null)
        let other = try daemon.busClient()
        for _ in 0..<10 {
            #expect(try other.call("ReportPresence", "a(ss)a{sv}", [[], [:]]) == [])
        }
    }

    @Test(
        arguments: [
            ["holders": [["kind": "party", "who": "mpv"]]], ["holders": [["kind": "fullscreen"]]],
            ["holders": .array(Array(repeating: ["kind": "gamemode", "who": "x"], count: 17))],
            ["holders": [["kind": "fullscreen", "who": "\u{1B}[2J"]]], [:],
            ["holders": [["kind": "programs", "who": ""]]],
        ] as [JSON])
    func `a report that is none is refused by its parameter`(_ report: JSON) throws {
        let reply = try daemon.connect().call("ReportPresence", report)
        #expect(reply["error"] == "org.varlink.service.InvalidParameter")
        #expect(reply["parameters"]["parameter"] == "holders")
    }

    @Test(.requires(.busClient, .gdbus, .shellEffects))
    func `the tile of GNOME says for what a change waits, as the icon does`() throws {
        let film = try daemon.connect()
        #expect(try film.call("ReportPresence", Self.film)["error"] == .null)
        let watcher = try daemon.varlinkClient(streaming: "Watch")
        try watcher.waitForReply { $0["status"]["waits_for"]["kind"] == "fullscreen" }
        let tile = try GnomeTile(environment: daemon.environment)
        let content = try tile.waitFor("Light", "That waits while mpv fills the screen.")
        let sentence = content["rows"].items.first?["label"].string ?? ""
        #expect(
            sentence.wholeMatch(
                of: /It becomes dark at .+ at the latest\. That waits while mpv fills the screen\./)
                != nil, "\(sentence)")
        withExtendedLifetime(film) {}
        try tile.disable()
        #expect(try daemon.process.terminate() == .exited(0))
        #expect(try tile.exit() == "")
    }
}
