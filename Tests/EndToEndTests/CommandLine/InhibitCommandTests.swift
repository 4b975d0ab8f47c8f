import AppearanceTestSupport
import Glibc
import Testing

/// `appearancectl inhibit COMMAND`, with real commands.
@Suite(.bounded, .requires(.bus)) struct InhibitCommandTests {
    private let daemon: RunningDaemon

    init() throws {
        daemon = try RunningDaemon.inDaylight()
    }

    private func start(_ arguments: String...) throws -> ChildProcess {
        try ChildProcess(
            BuiltProducts.appearancectl, ["inhibit"] + arguments, environment: daemon.environment,
            keepsInput: true)
    }

    /// Waits until the daemon reports inhibitors of these names.
    private func waitForInhibitors(_ names: [String]) throws {
        let client = try daemon.busClient()
        func isMet(_ inhibitors: JSON) -> Bool { inhibitors.items.map { $0[0].string } == names }
        if !isMet(try client.get("Inhibitors")) {
            try client.waitForChange(of: "Inhibitors", where: isMet)
        }
    }

    @Test func `the appearance stays as it is until the command has exited`() throws {
        #expect(try daemon.appearancectl("set", "night").status == .exited(0))
        let inhibit = try start(
            "--why", "watching a film", "sh", "-c", "echo ready; read line; echo $line; exit 7")
        try inhibit.waitForLine(containing: "ready")
        #expect(try daemon.appearancectl("set", "auto").status == .exited(0))
        let status = try daemon.status()
        #expect(status["appearance"] == "night")
        #expect(status["explanation"] == "Night, held by sh (watching a film).")
        try inhibit.write(line: "typed")
        #expect(try inhibit.expectExit() == .exited(7))
        #expect(inhibit.text() == "ready\ntyped\n")
        try waitForInhibitors([])
        #expect(try daemon.status()["appearance"] == "light")
    }

    @Test func `options after the command are those of the command`() throws {
        let echo = try daemon.appearancectl(
            "inhibit", "--why=a test", "echo", "--help", "--why", "x")
        #expect(echo.status == .exited(0))
        #expect(echo.output == "--help --why x\n")
        let marked = try daemon.appearancectl("inhibit", "--", "echo", "--", "-h")
        #expect(marked.output == "-- -h\n")
        let help = try daemon.appearancectl("inhibit", "--help")
        #expect(help.output.hasPrefix("OVERVIEW: Keep the appearance while a command runs."))
        let unknown = try daemon.appearancectl("inhibit", "--wy", "text", "echo")
        #expect(unknown.status == .exited(2))
        #expect(unknown.errors.contains("Unknown option '--wy'"))
        #expect(try daemon.appearancectl("inhibit", "--why", "", "echo").status == .exited(2))
        let missing = try daemon.appearancectl("inhibit")
        #expect(missing.status == .exited(2))
        #expect(missing.errors.contains("Missing expected argument '<command>'"))
    }

    @Test func `a command that is ended by a signal or cannot run has the status of a shell`()
        throws
    {
        let killed = try daemon.appearancectl("inhibit", "sh", "-c", "kill -KILL $$")
        #expect(killed.status == .exited(137))
        let missing = try daemon.appearancectl("inhibit", "no-such-program", "--flag")
        #expect(missing.status == .exited(127))
        #expect(
            missing.errors
                == "appearancectl: cannot run no-such-program: there is no such program in PATH\n")
        let empty = try daemon.appearancectl("inhibit", "")
        #expect(empty.errors.contains("cannot run '': there is no such program"))
        let folder = try daemon.appearancectl("inhibit", "/etc")
        #expect(folder.status == .exited(126))
        #expect(folder.errors == "appearancectl: cannot run /etc: Permission denied\n")
        let script = try daemon.home.write("#!/no/such/shell\n", to: "script")
        let chmod = try ChildProcess.run("chmod", ["+x", script], environment: daemon.environment)
        #expect(chmod.status == .exited(0))
        let path = daemon.environment["PATH"] ?? ""
        for name in [script, "script"] {
            let flawed = try ChildProcess.run(
                BuiltProducts.appearancectl, ["inhibit", name],
                environment: daemon.environment.merging(
                    ["PATH": "\(daemon.home.path):\(path)"]) { $1 })
            #expect(flawed.status == .exited(126))
            #expect(
                flawed.errors.contains(
                    "check that its first line names an interpreter that exists"))
        }
    }

    @Test func `SIGTERM is passed on, and Ctrl-C is handled by the command`() throws {
        let inhibit = try start(
            "sh", "-c", "trap 'echo ended; exit 3' TERM; echo ready; while :; do read line; done")
        try inhibit.waitForLine(containing: "ready")
        // As by Ctrl-C, but for this program alone: the command runs on.
        inhibit.signal(SIGINT)
        try waitForInhibitors(["sh"])
        inhibit.signal(SIGTERM)
        // A shell that waits for a line handles the signal after it; any other has ended already, and
        // the line is not read.
        try? inhibit.write(line: "")
        #expect(try inhibit.expectExit() == .exited(3))
        #expect(inhibit.text() == "ready\nended\n")
    }

    @Test func `a killed inhibit command ends its inhibition`() throws {
        let inhibit = try start("sh", "-c", "echo ready; read line")
        try inhibit.waitForLine(containing: "ready")
        try waitForInhibitors(["sh"])
        inhibit.signal(SIGKILL)
        try waitForInhibitors([])
    }

    @Test func `a daemon that starts while the command runs is inhibited too`() throws {
        try daemon.process.terminate()
        let inhibit = try start("sh", "-c", "echo ready; read line; exit 4")
        try inhibit.waitForLine(containing: "ready")
        #expect(
            inhibit.text(on: .errors)
                == "appearancectl: appearanced is not running; sh runs all the same\n")
        for _ in 1...2 {
            let next = try RunningDaemon(home: daemon.home, bus: daemon.bus)
            try waitForInhibitors(["sh"])
            try next.process.terminate()
        }
        try inhibit.write(line: "")
        #expect(try inhibit.expectExit() == .exited(4))
    }

    @Test func `a daemon that refuses the first call is inhibited once it accepts one`() throws {
        try daemon.process.terminate()
        let inhibit = try start("sh", "-c", "echo ready; read line; exit 4")
        try inhibit.waitForLine(containing: "ready")
        mkdir(daemon.home.runtimeDirectory + "/appearanced", 0o700)
        let refusing = try StreamListener(at: daemon.home.socket)
        refusing.accept { connection in
            let answer = Array("{\"error\":\"io.github.appearanced.LimitsExceeded\"}\0".utf8)
            _ = send(connection, answer, answer.count, Int32(MSG_NOSIGNAL))
            close(connection)
        }
        try inhibit.waitForLine(containing: "changes are not inhibited", on: .errors)
        refusing.stop()
        unlink(daemon.home.socket)
        let next = try RunningDaemon(home: daemon.home, bus: daemon.bus)
        try waitForInhibitors(["sh"])
        try inhibit.write(line: "")
        #expect(try inhibit.expectExit() == .exited(4))
        withExtendedLifetime(next) {}
    }
}
