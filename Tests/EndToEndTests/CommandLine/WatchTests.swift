import AppearanceTestSupport
import Testing

/// `appearancectl watch`, which continues until its output is closed.
@Suite(.bounded, .requires(.bus)) struct WatchTests {
    private let daemon: RunningDaemon

    init() throws {
        daemon = try RunningDaemon.inDaylight()
    }

    private func watch(_ arguments: String...) throws -> ChildProcess {
        try ChildProcess(
            BuiltProducts.appearancectl, ["watch"] + arguments, environment: daemon.environment)
    }

    @Test func `the first line is the current status, and each change one line`() throws {
        let watch = try watch("--json")
        #expect(try watch.nextStatus().withoutTimeForms == (try daemon.status()))
        let connection = try daemon.connect()
        for mode in ["night", "night", "dark", "auto"] {
            _ = try connection.call("SetMode", ["mode": .string(mode)])
        }
        #expect(try watch.nextStatus()["mode"] == "night")
        #expect(try watch.nextStatus()["mode"] == "dark")
        #expect(try watch.nextStatus().withoutTimeForms == (try daemon.status()))
        watch.signal(15)
        #expect(try watch.expectExit() == .killed(signal: 15))
        #expect(watch.text().split(separator: "\n").count == 4)
        #expect(watch.text(on: .errors) == "")
    }

    @Test func `every change of a status is published, except the light`() throws {
        let watch = try watch("--json")
        let before = try watch.nextStatus()
        let connection = try daemon.connect()
        _ = try connection.call("Pause", ["for": 3_600_000_000])
        let hour = try watch.nextStatus()["paused_until"]
        #expect(before["paused_until"] != hour)
        _ = try connection.call("Pause", ["for": 7_200_000_000])
        #expect(try watch.nextStatus()["paused_until"] != hour)
        _ = try connection.call("FeedLight", ["source": "phone", "lux": 500])
        #expect(try watch.nextStatus()["reported_by"] == "phone")
        _ = try connection.call("FeedLight", ["source": "phone", "lux": 800])
        // The first name decides.
        _ = try connection.call("FeedLight", ["source": "lamp", "lux": 800])
        _ = try connection.call("SetMode", ["mode": "dark"])
        #expect(try watch.nextStatus()["mode"] == "dark")
    }

    @Test func `watch survives a restart and reports it`() throws {
        let watch = try watch("--json")
        #expect(try watch.nextStatus()["appearance"] == "light")
        _ = try daemon.connect().call("SetMode", ["mode": "night"])
        let before = try watch.nextStatus()
        try daemon.process.terminate()
        #expect(
            try watch.nextLine(on: .errors)
                == "appearancectl: appearanced has stopped; waiting for it to restart")
        let next = try RunningDaemon(home: daemon.home, bus: daemon.bus)
        #expect(try watch.nextLine(on: .errors) == "appearancectl: appearanced is running again")
        let after = try watch.nextStatus()
        #expect(after["mode"] == "night")
        #expect(after["mode"] == before["mode"])
        _ = try next.connect().call("SetMode", ["mode": "dark"])
        #expect(try watch.nextStatus()["mode"] == "dark")
    }

    @Test func `a crash is reported like a restart`() throws {
        let watch = try watch()
        try watch.nextLine()
        daemon.process.signal(9)
        try daemon.process.expectExit()
        try watch.nextLine(on: .errors)
        let next = try RunningDaemon(home: daemon.home, bus: daemon.bus)
        #expect(try watch.nextLine(on: .errors) == "appearancectl: appearanced is running again")
        _ = try next.connect().call("SetMode", ["mode": "dark"])
        try watch.waitForLine(containing: "dark   Dark, because you chose it")
    }

    @Test func `each line of text has time, appearance and cause`() throws {
        let watch = try watch()
        let first = try watch.nextLine()
        #expect(first.contains("  light  Light since "), "\(first)")
        _ = try daemon.connect().call("SetMode", ["mode": "night"])
        let second = try watch.nextLine()
        let pattern =
            #/\d\d:\d\d:\d\d  night  Night, because you chose it; it stays until you change it\./#
        #expect(second.wholeMatch(of: pattern) != nil, "\(second)")
        // A pause that changes nothing and a level that was not requested print no line.
        _ = try daemon.connect().call("Pause")
        _ = try daemon.connect().call("FeedLight", ["source": "lamp", "lux": 500])
        _ = try daemon.connect().call("SetMode", ["mode": "dark"])
        let third = try watch.nextLine()
        #expect(third.contains("  dark   Dark, because you chose it"), "\(third)")
    }

    @Test func `with --light each reading is a line too`() throws {
        let watch = try watch("--light")
        try watch.nextLine()
        _ = try daemon.connect().call("SetMode", ["mode": "night"])
        try watch.waitForLine(containing: "  night  Night, because you chose it")
        _ = try daemon.connect().call("FeedLight", ["source": "lamp", "lux": 500])
        let reading = try watch.nextLine()
        #expect(reading.wholeMatch(of: #/\d\d:\d\d:\d\d         500 lux/#) != nil, "\(reading)")
    }

    @Test func `watch exits without an error when its output is closed`() throws {
        let run = try ChildProcess.run(
            "/bin/sh",
            ["-c", "\"$0\" watch --json | head -n 1; true", BuiltProducts.appearancectl],
            environment: daemon.environment)
        #expect(run.status == .exited(0))
        #expect(try JSON(parsing: run.output)["appearance"] == "light")
        #expect(run.errors == "")
    }
}

extension ChildProcess {
    @discardableResult
    fileprivate func nextLine(on stream: Stream = .output) throws -> String {
        try waitForLine("a line", on: stream) { _ in true }
    }

    fileprivate func nextStatus() throws -> JSON { try JSON(parsing: nextLine()) }
}
