import AppearanceTestSupport
import Glibc
import Testing

/// `appearancectl feed --when-needed`: a command that measures only when a level is needed.
@Suite(.bounded, .requires(.bus, .busClient)) struct FeedWhenNeededTests {
    private let daemon: RunningDaemon
    private let client: BusClient
    private let clocks: SkewedClocks

    init() throws {
        clocks = try SkewedClocks()
        daemon = try RunningDaemon(
            home: try .inDaylight(), environment: clocks.environment())
        client = try daemon.busClient()
    }

    /// Starts `feed` with a command that records its runs, and then runs the script `source`.
    private func feed(_ source: String) throws -> ChildProcess {
        try measure(source)
        return try ChildProcess(
            BuiltProducts.appearancectl,
            [
                "feed", "--source", "web", "--when-needed", "sh", "-c",
                "echo run >> \"$1/runs\"; . \"$1/measure\"", "sh", daemon.home.path,
            ],
            environment: daemon.environment.merging(clocks.environment()) { $1 })
    }

    /// Replaces the script of the next runs.
    private func measure(_ script: String) throws {
        try daemon.home.write(script + "\n", to: "measure")
    }

    private func waitForRuns(_ count: Int) throws {
        try FileWatch.wait(for: daemon.home.path + "/runs") {
            $0.split(separator: "\n").count >= count
        }
        try expectRuns(count)
    }

    private func expectRuns(_ count: Int) throws {
        let runs = try FileWatch.wait(for: daemon.home.path + "/runs")
        #expect(runs.split(separator: "\n").count == count)
    }

    private func waitForLight(_ lux: JSON) throws {
        let deadline = Deadline()
        while try daemon.status()["light"] != lux { try deadline.check("\(lux) lux") }
    }

    /// Lets five minutes pass after the end of a run, after which both programs look at their clocks.
    private func passPause(after feed: ChildProcess) throws {
        // A run may take ten seconds of the clocks.
        let deadline = Deadline()
        while try feed.hasChildren { try deadline.check("the run to end") }
        try clocks.pass(clocksAhead + 301)
        for mode in ["dark", "auto"] as [JSON] { try client.set("Mode", to: mode) }
    }

    private var clocksAhead: Int64 {
        get throws {
            let runs = try FileWatch.wait(for: daemon.home.path + "/runs")
            return Int64(runs.split(separator: "\n").count - 1) * 301
        }
    }

    @Test func `the command runs when a level is needed, and again when that is too old`() throws {
        let feed = try feed("echo 300")
        try waitForLight(300)
        #expect(try daemon.status()["reported_by"] == "web")
        #expect(try daemon.status()["light_needed"] == false)
        // While a mode is chosen none is needed, and then the last one is new enough.
        for mode in ["dark", "auto"] as [JSON] { try client.set("Mode", to: mode) }
        try measure("echo 12.5")
        try expectRuns(1)
        try passPause(after: feed)
        try waitForLight(12.5)
        try expectRuns(2)
        #expect(feed.text(on: .errors) == "")
        feed.signal(SIGTERM)
        #expect(try feed.expectExit() == .killed(signal: SIGTERM))
        try waitForLight(.null)
    }

    @Test func `the command runs at each step of a calibration`() throws {
        let feed = try feed("echo 300")
        try waitForLight(300)
        let calibrate = try ChildProcess(
            BuiltProducts.appearancectl, ["calibrate"], environment: daemon.environment,
            keepsInput: true)
        for (number, step) in ["bright", "dim"].enumerated() {
            let level = [900, 20][number]
            try calibrate.waitForLine(containing: "\(step) light: ", on: .output)
            try clocks.pass(1 + Int64(number) * 11)
            try measure("echo \(level)")
            try expectRuns(1 + number)
            try calibrate.write(line: "")
            try calibrate.waitForLine(containing: "\(step): \(level) lux", on: .output)
        }
        try expectRuns(3)
        try calibrate.write(line: "q")
        #expect(try calibrate.expectExit() == .exited(0))
        #expect(feed.text(on: .errors) == "")
    }

    @Test(.row("S38")) func `a run without a level is skipped, and reported once a day`() throws {
        let feed = try feed("echo bright")
        try feed.waitForLine(
            containing:
                "sh printed 'bright', not one number from 0 to 200000; no level is reported",
            on: .errors)
        for (number, script) in ["echo 1; echo 2", "true", "echo broken >&2; exit 3"].enumerated() {
            try measure(script)
            try passPause(after: feed)
            try waitForRuns(number + 2)
        }
        try feed.waitForLine(containing: "sh failed: broken; no level is reported", on: .errors)
        #expect(try daemon.status()["light_needed"] == true)
        try measure("echo 300")
        try passPause(after: feed)
        try waitForLight(300)
        #expect(feed.text(on: .errors).split(separator: "\n").count == 2)
    }

    @Test(.row("S38")) func `a run that does not end is stopped after ten seconds`() throws {
        let feed = try feed("exec flock \"$1/lock\" sleep 1000")
        try feed.waitForLine(
            containing: "sh did not end within 10 s and was stopped", on: .errors)
        try expectUnlocked()
        try expectRuns(1)
    }

    @Test(.row("S38"), arguments: [SIGTERM, SIGINT])
    func `a signal ends the run with the program`(number: Int32) throws {
        let feed = try feed(
            "exec flock \"$1/lock\" sh -c 'echo started > \"$0\"; sleep 1000' \"$1/started\"")
        try FileWatch.wait(for: daemon.home.path + "/started") { $0 == "started\n" }
        feed.signal(number)
        #expect(try feed.expectExit() == .killed(signal: number))
        try expectUnlocked()
    }

    /// Expects that the processes of the run have ended, which hold a lock.
    private func expectUnlocked() throws {
        let run = try ChildProcess.run(
            "flock", ["--wait", "20", daemon.home.path + "/lock", "true"],
            environment: daemon.environment)
        #expect(run.status == .exited(0))
    }

    @Test(.row("S39")) func `a daemon that starts receives a level that is new enough`() throws {
        let feed = try feed("echo 300")
        try waitForLight(300)
        try daemon.process.terminate()
        try feed.waitForLine(containing: "appearanced has stopped; waiting", on: .errors)
        let second = try RunningDaemon(
            home: daemon.home, bus: daemon.bus, environment: clocks.environment())
        try waitForLight(300)
        try expectRuns(1)
        try second.process.terminate()
        try measure("echo 500")
        try clocks.pass(301)
        let third = try RunningDaemon(
            home: daemon.home, bus: daemon.bus, environment: clocks.environment())
        try waitForLight(500)
        try expectRuns(2)
        withExtendedLifetime(third) {}
    }

    @Test func `a command that is missing is an error at once`() throws {
        let run = try daemon.appearancectl("feed", "--when-needed", "no-such-program", "-x")
        #expect(run.status == .exited(1))
        #expect(
            run.errors
                == "appearancectl: cannot run no-such-program: there is no such program in PATH\n")
    }
}
