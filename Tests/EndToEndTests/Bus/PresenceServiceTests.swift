import AppearanceTestSupport
import Testing

/// Services of the session that know the user's presence, and programs that report it on the bus, for which a
/// change by light waits.
@Suite(.bounded, .requires(.bus, .busClient)) struct PresenceServiceTests {
    private let home: TestHome
    private let bus: PrivateBus

    init() throws {
        home = try TestHome()
        bus = try PrivateBus(in: home)
    }

    /// A room that is bright for two minutes, and dark then, twenty times as fast or slower.
    private func start(_ settings: String, speed: Int = 20) throws -> RunningDaemon {
        try home.write(configuration: "[switch]\n\(settings)\n")
        return try RunningDaemon(
            room: 12, brightSeconds: 120, speed: speed, home: home, bus: bus)
    }

    /// Waits until the change waits for a circumstance; returns the status.
    @discardableResult
    private func waitForHold(_ kind: JSON, _ watcher: VarlinkClient) throws -> JSON {
        let status = try watcher.waitForReply { $0["status"]["waits_for"]["kind"] == kind }[
            "status"]
        #expect(status["appearance"] == "light" && status["pending_appearance"] == "dark")
        #expect(status["at_most"] == status["pending_change"] && status["at_most"] != .null)
        return status
    }

    private func waitForChange(_ watcher: VarlinkClient) throws {
        let status = try watcher.waitForReply { $0["status"]["appearance"] == "dark" }["status"]
        #expect(status["waits_for"] == .null && status["at_most"] == .null)
    }

    @Test(.row("M20"), .requires(.gameMode))
    func `a game holds a change until it or GameMode ends`() throws {
        let environment = TestHome.plainEnvironment.merging(home.environment) { $1 }
            .merging(bus.environment) { $1 }
        let service = try ChildProcess("gamemoded", [], environment: environment)
        let client = try BusClient(
            environment: environment, on: .session, name: "com.feralinteractive.GameMode",
            path: "/com/feralinteractive/GameMode", interface: "com.feralinteractive.GameMode")
        try client.waitForOwner()
        let game = try ChildProcess("sleep", ["1000"], environment: environment)
        #expect(
            try client.call("RegisterGame", "i", [.integer(Int64(game.processIdentifier))]) == 0)
        let daemon = try start("hold = [\"gamemode\"]")
        let watcher = try daemon.varlinkClient(streaming: "Watch")
        let status = try waitForHold("gamemode", watcher)
        #expect(status["waits_for"]["who"] == "sleep")
        #expect(try daemon.busClient().get("WaitsFor") == ["gamemode", "sleep"])
        service.signal(9)
        try waitForChange(watcher)
    }

    @Test func `a program that keeps the session from being idle holds a change`() throws {
        let services = try FakePresence(on: bus)
        try services.send("actions", 8)
        try services.send("inhibit", true)
        let daemon = try start("hold = [\"inhibitors\"]")
        let watcher = try daemon.varlinkClient(streaming: "Watch")
        try waitForHold("inhibitors", watcher)
        try services.send("actions", 4)
        try services.waitForQuestion("InhibitedActions")
        #expect(try daemon.status()["waits_for"]["kind"] == "inhibitors")
        try services.send("inhibit", false)
        try waitForChange(watcher)
    }

    @Test(.row("M21"), arguments: ["dies", "hangs", "answers with text"])
    func `a service that fails holds nothing, and is named in one line`(_ fault: String) throws {
        let services = try FakePresence(on: bus)
        try services.send("actions", 8)
        let daemon = try start("hold = [\"inhibitors\"]\nat_most = \"12h\"")
        let watcher = try daemon.varlinkClient(streaming: "Watch")
        try waitForHold("inhibitors", watcher)
        switch fault {
        case "dies": try services.die()
        // It sends no signal, and is found by the question of a change that waits.
        case "hangs": services.hang()
        default: try services.send("text", "eight")
        }
        try waitForChange(watcher)
        let lines = daemon.log("<5>").filter { $0.contains("org.gnome.SessionManager") }
        #expect(lines.count == (fault == "dies" ? 0 : 1), "\(lines)")
    }

    @Test func `a change waits for a pause that Mutter sees, and the watches are removed`() throws {
        let services = try FakePresence(on: bus)
        let daemon = try start("hold = []\nwhen = \"pause\"\nquiet = \"7s\"")
        try services.waitForQuestion("pause of 7000")
        let watcher = try daemon.varlinkClient(streaming: "Watch")
        try waitForHold("input", watcher)
        try services.send("fire", "pause")
        try waitForChange(watcher)
        try services.waitForQuestion("input")
        try home.write(configuration: "[switch]\nhold = []\n")
        try services.waitForQuestion("removal of 1")
    }

    @Test(.row("M21")) func `a shell that answers late is heard all the same`() throws {
        let services = try FakePresence(on: bus)
        services.hang()
        let daemon = try start("hold = [\"inhibitors\"]\nwhen = \"pause\"\nquiet = \"7s\"")
        let watcher = try daemon.varlinkClient(streaming: "Watch")
        // It was asked at the same time.
        try daemon.process.waitForLine(containing: "org.gnome.SessionManager tells", on: .errors)
        services.resume()
        try services.waitForQuestion("pause of 7000")
        try waitForHold("input", watcher)
        try services.send("fire", "pause")
        try waitForChange(watcher)
    }

    @Test func `a change waits until GNOME is idle`() throws {
        let services = try FakePresence(on: bus)
        let daemon = try start("hold = []\nwhen = \"idle\"")
        let watcher = try daemon.varlinkClient(streaming: "Watch")
        try waitForHold("use", watcher)
        try services.send("status", 3)
        try waitForChange(watcher)
    }

    @Test func `nothing is asked for that the configuration does not want`() throws {
        let services = try FakePresence(on: bus)
        let daemon = try start("hold = [\"gamemode\", \"fullscreen\"]")
        let watcher = try daemon.varlinkClient(streaming: "Watch")
        try waitForChange(watcher)
        #expect(services.questions == 0)
    }

    @Test(.row("M22")) func `a program that is named holds a change while it runs`() throws {
        let program = try home.write(program: "#!/bin/sh\nread line\n", to: "a-film-player-2")
        let film = try ChildProcess(program, [], environment: home.environment, keepsInput: true)
        let daemon = try start(
            "hold = [\"programs\"]\nprograms = [\"other\", \"a-film-player-2\"]", speed: 6)
        let watcher = try daemon.varlinkClient(streaming: "Watch")
        let status = try watcher.waitForReply {
            $0["status"]["waits_for"]["who"] == "a-film-player-2"
        }["status"]
        #expect(status["appearance"] == "light")
        _ = try film.terminate()
        try waitForChange(watcher)
        #expect(try daemon.appearancectl("log").output.contains("a-film-player") == false)
    }

    @Test(.row("M22")) func `a program that is started during a film holds the change after it`()
        throws
    {
        let daemon = try start(
            "hold = [\"programs\", \"fullscreen\"]\nprograms = [\"a-film-player-3\"]")
        let shell = try daemon.busClient()
        let holders: JSON = [["fullscreen", "org.example.Film"]]
        #expect(try shell.call("ReportPresence", "a(ss)a{sv}", [holders, [:]]) == [])
        let watcher = try daemon.varlinkClient(streaming: "Watch")
        try waitForHold("fullscreen", watcher)
        let program = try home.write(program: "#!/bin/sh\nread line\n", to: "a-film-player-3")
        let film = try ChildProcess(program, [], environment: home.environment, keepsInput: true)
        try waitForHold("programs", watcher)
        #expect(try shell.call("ReportPresence", "a(ss)a{sv}", [[] as JSON, [:]]) == [])
        #expect(try daemon.status()["waits_for"]["who"] == "a-film-player-3")
        _ = try film.terminate()
        try waitForChange(watcher)
    }

    @Test(.row("M27"), .requires(.shellEffects), arguments: [FakeShellEffect.Shell.gnome, .kwin])
    func `our extension or effect reports to each daemon, until it is turned off`(
        of kind: FakeShellEffect.Shell
    ) throws {
        let environment = TestHome.plainEnvironment.merging(home.environment) { $1 }
            .merging(bus.environment) { $1 }
        let shell = try FakeShellEffect.startPresence(kind, environment: environment)
        func send(_ line: JSON) throws {
            try shell.write(line: line.text)
            try shell.waitForLine(containing: "\"done\"")
        }
        let who = "Film\u{1B}[2J" + String(repeating: "é", count: 300)
        try send(["holders": [["fullscreen", .string(who)], ["screencast", ""]]])
        let first = try start("")
        try first.busClient().waitForOwner()
        #expect(try first.process.terminate() == .exited(0))
        // It starts after the report.
        let daemon = try start("")
        let watcher = try daemon.varlinkClient(streaming: "Watch")
        let status = try waitForHold("fullscreen", watcher)
        #expect(
            status["waits_for"]["who"].string
                == "Film[2J" + String(repeating: "é", count: 249))
        try send(["end": true])
        try waitForChange(watcher)
        #expect(daemon.log("<4>") == [])
        #expect(shell.text(on: .errors) == "")
    }

    @Test func `a program reports on the bus until it leaves it`() throws {
        let daemon = try start("")
        var shell: BusClient? = try daemon.busClient()
        let holders: JSON = [["fullscreen", "org.example.Film"]]
        #expect(try shell?.call("ReportPresence", "a(ss)a{sv}", [holders, [:]]) == [])
        let watcher = try daemon.varlinkClient(streaming: "Watch")
        let status = try waitForHold("fullscreen", watcher)
        #expect(status["waits_for"]["who"] == "org.example.Film")
        shell = nil
        withExtendedLifetime(shell) {}
        try waitForChange(watcher)
    }
}
