import AppearanceTestSupport
import Foundation
import Testing

/// `appearancectl watch` on a terminal of 80 columns.
@Suite(.bounded, .requires(.bus)) struct LiveWatchTests {
    private static let entering = "\u{1B}[?1049h\u{1B}[?25l"
    private static let leaving = "\u{1B}[?25h\u{1B}[?1049l"

    private let daemon: RunningDaemon

    init() throws { daemon = try .inDaylight() }

    /// Starts the view after a command, which prints its process first, and waits for its line.
    private func start(
        after setup: String = "stty rows 30 cols 80", until shown: String = "last changes"
    ) throws -> (terminal: ChildProcess, process: Int32) {
        var environment = daemon.environment
        environment["TERM"] = "xterm"
        let terminal = try ChildProcess(
            "script",
            [
                "-qec",
                "\(setup); echo process $$; exec \(BuiltProducts.appearancectl) watch",
                "/dev/null",
            ], environment: environment, keepsInput: true)
        let line = try terminal.waitForLine(containing: "process", on: .output)
        let process = Int32(line.split(separator: " ")[1].filter(\.isNumber))
        try terminal.waitForLine(containing: shown, on: .output)
        return (terminal, try #require(process))
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `a signal restores the terminal and ends the view`(number: Int32) throws {
        let (terminal, process) = try start()
        _ = kill(process, number)
        #expect(try terminal.expectExit() == .exited(128 + number))
        let text = terminal.text(on: .output)
        #expect(text.contains(Self.entering))
        #expect(text.hasSuffix(Self.leaving), "\(text.suffix(100))")
    }

    @Test func `a key restores the terminal and ends the view`() throws {
        let (terminal, _) = try start()
        try terminal.write(line: "q")
        #expect(try terminal.expectExit() == .exited(0))
        #expect(terminal.text(on: .output).hasSuffix(Self.leaving))
    }

    @Test func `the view shows the light, its thresholds and a pending change`() throws {
        let (terminal, _) = try start()
        for lux in ["500", "20"] {
            #expect(try daemon.appearancectl("feed", lux).status == .exited(0))
        }
        let light = try terminal.waitForLine(containing: "20 lux\u{1B}[K", on: .output)
        #expect(light.contains("light"))
        try terminal.waitForLine(containing: "40 dark", on: .output)
        let pending = try terminal.waitForLine(containing: " of 30 s", on: .output)
        #expect(pending.contains(#/dark in \d+ s.*░.*  \d+ of 30 s/#), "\(pending)")
        try terminal.write(line: "q")
        #expect(try terminal.expectExit() == .exited(0))
    }

    @Test func `the view continues with the next daemon`() throws {
        let (terminal, _) = try start()
        #expect(try daemon.process.terminate() == .exited(0))
        try terminal.waitForLine(containing: "appearanced has stopped; waiting", on: .output)
        let next = try RunningDaemon(home: daemon.home, bus: daemon.bus)
        #expect(try next.appearancectl("set", "night").status == .exited(0))
        try terminal.waitForLine(containing: "\u{1B}[1mnight", on: .output)
        try terminal.write(line: "q")
        #expect(try terminal.expectExit() == .exited(0))
    }

    @Test func `a daemon that does not answer is not reported as stopped`() throws {
        try daemon.process.stop()
        let (terminal, _) = try start(until: "waiting for appearanced to answer")
        #expect(!terminal.text(on: .output).contains("not running"))
        daemon.process.signal(SIGCONT)
        try terminal.waitForLine(containing: "last changes", on: .output)
        try terminal.write(line: "q")
        #expect(try terminal.expectExit() == .exited(0))
    }

    @Test func `the view without a descriptor for its connection names the cause`() throws {
        let (terminal, _) = try start(after: "ulimit -n 8", until: "socket: Too many open files")
        #expect(!terminal.text(on: .output).contains("not running"))
        try terminal.write(line: "q")
        #expect(try terminal.expectExit() == .exited(0))
    }

    @Test func `the view that cannot be opened is no wrong usage`() throws {
        let (terminal, _) = try start(
            after: "ulimit -n 7", until: "appearancectl: epoll_create1: Too many open files")
        #expect(try terminal.expectExit() == .exited(1))
    }

    @Test func `a size below 1 in the environment counts as none`() throws {
        let (terminal, _) = try start(after: "stty rows 0 cols 0; export LINES=-1 COLUMNS=0")
        try terminal.write(line: "q")
        #expect(try terminal.expectExit() == .exited(0))
    }

    @Test func `status has colours on a terminal, and none in a pipe`() throws {
        var environment = daemon.environment
        environment["TERM"] = "xterm"
        let run = try ChildProcess.run(
            "script", ["-qec", "\(BuiltProducts.appearancectl) status", "/dev/null"],
            environment: environment)
        #expect(run.output.contains("\u{1B}[33mlight\u{1B}[0m, since "), "\(run.output)")
        let piped = try daemon.appearancectl("status").output
        #expect(!piped.contains("\u{1B}"))
        #expect(piped.contains("appearance   light, since "), "\(piped)")
    }
}
