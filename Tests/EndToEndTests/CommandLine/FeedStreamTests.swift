import AppearanceTestSupport
import Glibc
import Testing

/// `appearancectl feed -`: levels that end with the program that reports them.
@Suite(.bounded, .requires(.bus, .busClient)) struct FeedStreamTests {
    private let daemon: RunningDaemon
    private let client: BusClient

    init() throws {
        daemon = try RunningDaemon.inDaylight()
        client = try daemon.busClient()
    }

    /// Starts `feed -`, whose input ends with the line `end`.
    private func feed(_ source: String = "window") throws -> ChildProcess {
        let script = """
            while read -r line && [ "$line" != end ]; do printf '%s\\n' "$line"; done |
                "$0" feed - --source "$1"
            """
        return try ChildProcess(
            "bash", ["-c", script, BuiltProducts.appearancectl, source],
            environment: daemon.environment, keepsInput: true)
    }

    private func waitForSource(_ source: String, in client: BusClient) throws {
        if try client.get("ReportedBy").string != source {
            try client.waitForChange(of: "ReportedBy") { $0.string == source }
        }
    }

    @Test func `each line is a level until the input ends`() throws {
        let feed = try feed()
        try feed.write(line: "300")
        try waitForSource("window", in: client)
        #expect(try daemon.status()["light"] == 300)
        try feed.write(line: "bright")
        try feed.write(line: "")
        try feed.write(line: "200001")
        try feed.write(line: " 0.5\r")
        for (number, text) in [(2, "'bright'"), (3, "an empty line"), (4, "'200001'")] {
            try feed.waitForLine(
                containing: "appearancectl: line \(number) is skipped: \(text) is not a number "
                    + "from 0 to 200000", on: .errors)
        }
        let deadline = Deadline()
        while try daemon.status()["light"] != 0.5 { try deadline.check("the level 0.5") }
        try feed.write(line: "end")
        #expect(try feed.expectExit() == .exited(0))
        try waitForSource("", in: client)
        #expect(try daemon.status()["light"] == .null)
    }

    @Test(arguments: [
        ("", "standard input has no line; nothing was reported."),
        ("dark\n\n-3\n", "no line of standard input is a level; nothing was reported."),
    ])
    func `an input without a level is an error`(input: String, reason: String) throws {
        let run = try ChildProcess.run(
            "/bin/sh", ["-c", "printf '\(input)' | \"$0\" feed -", BuiltProducts.appearancectl],
            environment: daemon.environment)
        #expect(run.status == .exited(1))
        #expect(run.errors.hasSuffix("appearancectl: \(reason)\n"), "\(run)")
        let mixed = try ChildProcess.run(
            "/bin/sh", ["-c", "printf '\(input)300' | \"$0\" feed -", BuiltProducts.appearancectl],
            environment: daemon.environment)
        #expect(mixed.status == .exited(0), "\(mixed)")
    }

    @Test func `an input that ends before a daemon runs is an error`() throws {
        let home = try TestHome()
        let run = try ChildProcess.run(
            "/bin/sh", ["-c", "echo 300 | \"$0\" feed -", BuiltProducts.appearancectl],
            environment: home.environment)
        #expect(run.status == .exited(3))
        #expect(
            run.errors.hasSuffix(
                "the input ended before appearanced was running; nothing was reported.\n"))
    }

    @Test func `an input that cannot be read is an error`() throws {
        let run = try ChildProcess.run(
            "bash", ["-c", "exec \"$0\" feed - < /", BuiltProducts.appearancectl],
            environment: daemon.environment)
        #expect(run.status == .exited(1))
        #expect(
            run.errors
                == "appearancectl: cannot read levels from standard input: Is a directory\n")
    }

    @Test func `a killed feed ends its reported light`() throws {
        let feed = try feed()
        try feed.write(line: "300")
        try waitForSource("window", in: client)
        feed.signalGroup(SIGKILL)
        try waitForSource("", in: client)
    }

    /// The words of the inputs of reported light.
    private func reports() throws -> [String] {
        try JSON(parsing: daemon.appearancectl("why", "--json").output)["inputs"].items
            .filter { $0["name"] == "fed" }.compactMap { $0["why"].string }
    }

    @Test(.row("S26")) func `the first feed decides until it ends, and then the next one`() throws {
        let first = try feed()
        try first.write(line: "300")
        try waitForSource("window", in: client)
        let second = try feed("desk")
        for level in [5, 6, 5, 6] {
            try second.write(line: "\(level)")
            let deadline = Deadline()
            let words = "desk reports \(level) lux; another source decides"
            while try !reports().contains(words) { try deadline.check(words) }
            try first.write(line: "\(300 + level)")
            while try daemon.status()["light"].integer != Int64(300 + level) {
                try deadline.check("the level of the first")
            }
        }
        #expect(try client.get("ReportedBy") == "window")
        #expect(try client.count(of: "AppearanceChanged") == 0)
        try first.write(line: "end")
        #expect(try first.expectExit() == .exited(0))
        try waitForSource("desk", in: client)
        #expect(try daemon.status()["light"] == 6)
        try second.write(line: "end")
        #expect(try second.expectExit() == .exited(0))
        try waitForSource("", in: client)
    }

    @Test func `a report that does not decide says which one does`() throws {
        let first = try daemon.appearancectl("feed", "300", "--source", "phone")
        #expect(first.output.hasPrefix("Reported 300 lux as \"phone\", until "), "\(first)")
        #expect(first.output.hasSuffix(". To end it: appearancectl feed --end --source phone\n"))
        let second = try daemon.appearancectl("feed", "5", "--source", "desk")
        #expect(
            second.output == "Reported 5 lux as \"desk\". \"phone\" decides until it ends.\n")
        let end = try daemon.appearancectl("feed", "--end", "--source", "phone")
        #expect(end.output == "No light reported as \"phone\" counts now. \"desk\" decides.\n")
        let again = try daemon.appearancectl("feed", "--end", "--source", "phone")
        #expect(again.output == end.output && again.status == .exited(0))
        let last = try daemon.appearancectl("feed", "--end", "--source", "desk")
        #expect(last.output == "No light reported as \"desk\" counts now.\n")
    }

    @Test func `the bus ends what was reported under a name`() throws {
        _ = try client.call("FeedLight", "sd", ["phone", 300.0])
        #expect(try client.get("ReportedBy") == "phone")
        _ = try client.call("EndReports", "s", ["phone"])
        #expect(try client.get("ReportedBy") == "")
    }

    @Test func `a daemon that starts later gets the last level`() throws {
        try daemon.process.terminate()
        let feed = try feed()
        try feed.write(line: "300")
        try feed.waitForLine(
            containing: "appearancectl: appearanced is not running; waiting for it to start",
            on: .errors)
        for round in 1...2 {
            let next = try RunningDaemon(home: daemon.home, bus: daemon.bus)
            let client = try next.busClient()
            try waitForSource("window", in: client)
            try feed.waitForLine(containing: "appearancectl: appearanced is running", on: .errors)
            if round == 2 {
                feed.signalGroup(SIGKILL)
                try waitForSource("", in: client)
            } else {
                try next.process.terminate()
                try feed.waitForLine(
                    containing: "appearancectl: appearanced has stopped; waiting", on: .errors)
            }
        }
    }

    @Test func `each connection of a source has a level of its own`() throws {
        var first: SocketConnection? = try daemon.connect()
        var second: SocketConnection? = try daemon.connect()
        var third: SocketConnection? = try daemon.connect()
        for (connection, lux) in [(first, JSON.integer(10)), (second, 20), (third, 30)] {
            let reply = try #require(connection).call(
                "FeedLight", ["source": "desk", "lux": lux, "while_connected": true])
            #expect(reply["error"] == .null)
        }
        third = nil
        withExtendedLifetime(third) {}
        let deadline = Deadline()
        while try daemon.status()["light"] != 20 { try deadline.check("the level of the second") }
        // A client that has sent everything is still connected.
        try second?.finishSending()
        first = nil
        withExtendedLifetime(first) {}
        let other = try daemon.connect()
        #expect(try other.call("GetStatus")["parameters"]["status"]["reported_by"] == "desk")
        #expect(try client.get("ReportedBy") == "desk")
        second = nil
        try waitForSource("", in: client)
        let last = try daemon.connect()
        _ = try last.call("FeedLight", ["source": "desk", "lux": 20])
        #expect(try client.get("ReportedBy") == "desk")
        withExtendedLifetime((second, last)) {}
    }
}
