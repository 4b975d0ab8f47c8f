import AppearanceModel
import AppearanceProtocol
import AppearanceTestSupport
import Testing

@Suite(.bounded) struct WatchTests {
    private let directory: RuntimeDirectory
    private let appearancectl: Appearancectl

    init() throws {
        directory = try RuntimeDirectory()
        appearancectl = Appearancectl(in: directory)
    }

    @Test func `JSON output has one status per line, the current one first`() throws {
        let daemon = try FakeDaemon(in: directory)
        defer { daemon.stop() }
        let watch = try appearancectl.start("watch", "--json")
        #expect(try status(watch.output.next()) == FakeDaemon.status)
        for sequence in [8, 9, 10] as [Int64] {
            daemon.change {
                $0.sequence = sequence
                $0.explanation = "\(sequence) lux."
            }
            #expect(try status(watch.output.next()).sequence == sequence)
        }
        // The same status again, as after a reload, prints nothing.
        daemon.change { $0.sequence = 11 }
        daemon.change {
            $0.sequence = 12
            $0.appearance = .light
        }
        #expect(try status(watch.output.next()).sequence == 12)
        #expect(daemon.requests == [.watch(light: false)])
        #expect(try watch.interrupt() == .killed(signal: 2))
    }

    @Test func `each change is printed as one line`() throws {
        let daemon = try FakeDaemon(in: directory)
        defer { daemon.stop() }
        let watch = try appearancectl.start("watch", "--light")
        let first = try watch.output.next()
        #expect(first.dropFirst(8) == "  dark   \(FakeDaemon.status.explanation)")
        #expect(first.prefix(8).wholeMatch(of: /\d\d:\d\d:\d\d/) != nil)
        daemon.change { $0.light = LightReading(value: 13.1, unit: .lux) }
        #expect(try watch.output.next().dropFirst(8) == "         13.1 lux")
        // It prints no line: the next line is about the change after it.
        daemon.change { $0.next = nil }
        daemon.change {
            $0.appearance = .light
            $0.explanation = "90 lux."
        }
        #expect(try watch.output.next().dropFirst(8) == "  light  90 lux.")
        #expect(daemon.requests == [.watch(light: true)])
        #expect(try watch.interrupt() == .killed(signal: 2))
    }

    @Test(arguments: [false, true])
    func `watch reports a restart of the daemon and continues`(isCrash: Bool) throws {
        let first = try FakeDaemon(in: directory)
        let watch = try appearancectl.start("watch", "--json")
        #expect(try status(watch.output.next()) == FakeDaemon.status)
        if isCrash { first.crash() } else { first.stop() }
        #expect(
            try watch.errorOutput.next()
                == "appearancectl: appearanced has stopped; waiting for it to restart")
        var status = FakeDaemon.status
        status.appearance = .night
        let second = try FakeDaemon(in: directory, status: status)
        defer { second.stop() }
        #expect(try self.status(watch.output.next()) == status)
        #expect(try watch.errorOutput.next() == "appearancectl: appearanced is running again")
        second.change {
            $0.sequence += 1
            $0.explanation = "0 lux."
        }
        #expect(try self.status(watch.output.next()).sequence == status.sequence + 1)
        #expect(try watch.interrupt() == .killed(signal: 2))
    }

    @Test func `watch waits for a daemon that is not running yet`() throws {
        let watch = try appearancectl.start("watch", "--json")
        #expect(
            try watch.errorOutput.next()
                == "appearancectl: appearanced is not running; waiting for it to start")
        let daemon = try FakeDaemon(in: directory)
        defer { daemon.stop() }
        #expect(try status(watch.output.next()) == FakeDaemon.status)
        #expect(try watch.errorOutput.next() == "appearancectl: appearanced is running")
        #expect(try watch.interrupt() == .killed(signal: 2))
    }

    @Test func `a change before the view has its own time in the list`() throws {
        let daemon = try FakeDaemon(in: directory)
        defer { daemon.stop() }
        let command = "stty rows 30 cols 80; exec \(BuiltProducts.appearancectl) watch"
        let terminal = try ChildProcess(
            "script", ["-qec", command, "/dev/null"],
            environment: TestHome().environment.merging(
                ["XDG_RUNTIME_DIR": directory.path, "TERM": "xterm"]) { $1 }, keepsInput: true)
        try terminal.waitForLine(containing: "last changes", on: .output)
        let change = try terminal.waitForLine("the change", on: .output) { _ in true }
        #expect(change.contains("  Sat 3 Feb 2001 04:05  "), "\(change)")
        try terminal.write(line: "q")
        #expect(try terminal.expectExit() == .exited(0))
    }

    /// As `appearancectl watch | head -1`: it does not wait for the next change to find out.
    @Test func `watch exits without an error when its output is closed`() throws {
        let daemon = try FakeDaemon(in: directory)
        defer { daemon.stop() }
        let outcome = try appearancectl.run(
            script: "{ \"$0\" watch; echo $? >&2; } | head -n 1")
        #expect(outcome.output.contains(FakeDaemon.status.explanation))
        #expect(outcome.errorOutput == "0\n")
        #expect(daemon.losesWatcher())
    }

    private func status(_ line: String) throws -> Snapshot {
        try Snapshot(JSON(decoding: Array(line.utf8)))
    }
}
