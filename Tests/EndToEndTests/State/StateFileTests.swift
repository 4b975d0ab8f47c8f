import AppearanceTestSupport
import Foundation
import Testing

/// The saved state across a restart, with invalid files and a failing disk.
@Suite(.bounded, .requires(.bus)) struct StateFileTests {
    private static let whole = """
        {"version":1,"mode":"night","until":null,"appearance":"night","paused":false,\
        "paused_until":null,"movers":[],"since":1690000000000000,"saved_at":1700000000000000}

        """

    private let home: TestHome

    init() throws {
        home = try .inDaylight()
        try home.write("", to: home.stateFile)
    }

    @Test func `a valid file is loaded`() throws {
        try home.write(Self.whole, to: home.stateFile)
        let daemon = try RunningDaemon(home: home)
        #expect(try daemon.status()["mode"] == "night")
        #expect(daemon.log("<4>").isEmpty)
    }

    /// Two writes are at least 500 ms apart, however fast the state changes.
    @Test func `state is written twice a second at most`() throws {
        let daemon = try RunningDaemon(home: home)
        let socket = try daemon.connect()
        var times: [Int64] = []
        var number = 0
        let deadline = ContinuousClock.now + ChildProcess.timeout
        while times.count < 4, .now < deadline {
            number += 1
            _ = try socket.call("SetMode", ["mode": number % 2 == 0 ? "dark" : "light"])
            var file = stat()
            guard stat(home.stateFile, &file) == 0 else { continue }
            let time =
                Int64(file.st_mtim.tv_sec) * 1_000 + Int64(file.st_mtim.tv_nsec) / 1_000_000
            if times.last != time { times.append(time) }
        }
        try #require(times.count == 4)
        #expect(number > 8)
        // The first is the file that was there before, or the one of the start.
        for (earlier, later) in zip(times.dropFirst(), times.dropFirst(2)) {
            #expect(later - earlier >= 490, "\(times)")
        }
    }

    @Test func `reported light survives a stop and a kill`() throws {
        var daemon = try RunningDaemon(home: home)
        _ = try daemon.connect().call("FeedLight", ["source": "phone", "lux": 123.5])
        #expect(try daemon.status()["light"].number == 123.5)
        #expect(try daemon.process.terminate() == .exited(0))
        daemon = try RunningDaemon(home: home, bus: daemon.bus)
        #expect(try daemon.status()["light"].number == 123.5)
        #expect(try daemon.status()["reason"] == "sensor")
        daemon.process.signal(9)
        try daemon.process.expectExit()
        daemon = try RunningDaemon(home: home, bus: daemon.bus)
        #expect(try daemon.status()["light"].number == 123.5)
    }

    @Test(
        .row("C4"),
        arguments: [
            "", "da", "darkt", String(repeating: "\0", count: 200), String(whole.dropLast(30)),
            "{\"version\":1,\"mode\":\"purple\"}", "[]",
            whole.replacingOccurrences(of: "\"version\":1", with: "\"version\":99"),
            whole.replacingOccurrences(of: "\"mode\":\"night\"", with: "\"mode\":1"),
        ])
    func `an invalid file is ignored`(content: String) throws {
        try home.write(content, to: home.stateFile)
        try expectFreshStart(saying: "\(home.stateFile) is invalid")
    }

    @Test(.row("C4")) func `a huge file is ignored`() throws {
        try #require(truncate(home.stateFile, 1 << 30) == 0)
        try expectFreshStart(saying: "\(home.stateFile) is larger than 65536 bytes")
    }

    @Test(arguments: ["directory", "fifo", "link to itself"])
    func `a path that is not a regular file is ignored`(kind: String) throws {
        try FileManager.default.removeItem(atPath: home.stateFile)
        switch kind {
        case "directory":
            try FileManager.default.createDirectory(
                atPath: home.stateFile, withIntermediateDirectories: false)
        case "fifo": try #require(mkfifo(home.stateFile, 0o600) == 0)
        default: try #require(symlink("state.json", home.stateFile) == 0)
        }
        try expectFreshStart(saying: home.stateFile)
    }

    /// It starts as if there were no state, warns once, and keeps the state from then on.
    private func expectFreshStart(saying words: String) throws {
        let daemon = try RunningDaemon(home: home)
        #expect(try daemon.status()["mode"] == "auto")
        #expect(try daemon.status()["reason"] == "schedule")
        _ = try daemon.connect().call("SetMode", ["mode": "dark"])
        try home.waitForSaved(mode: "dark")
        #expect(try daemon.process.terminate() == .exited(0))
        #expect(daemon.log("<3>").isEmpty, "\(daemon.log)")
        let warnings = daemon.log("<4>")
        #expect(warnings.count == 1)
        #expect(warnings.first?.contains(words) == true, "\(warnings)")
        let next = try RunningDaemon(home: home, bus: daemon.bus)
        #expect(try next.status()["mode"] == "dark")
        #expect(next.log("<4>").isEmpty)
    }

    /// /sys takes no files from anyone, not even from root.
    @Test(.row("C6"), arguments: ["read-only", "a file in the way"])
    func `an unwritable directory is reported once and has no other effect`(kind: String)
        throws
    {
        let directory = (home.stateFile as NSString).deletingLastPathComponent
        try FileManager.default.removeItem(atPath: directory)
        switch kind {
        case "read-only": try #require(symlink("/sys/kernel", directory) == 0)
        default: try home.write("in the way", to: directory)
        }
        let daemon = try RunningDaemon(home: home)
        let connection = try daemon.connect()
        for mode in ["dark", "light", "night"] {
            let set = try connection.call("SetMode", ["mode": .string(mode)])
            #expect(set["parameters"]["status"]["appearance"] == .string(mode))
        }
        try daemon.process.waitForLine(
            containing: "cannot save the state; a restart begins without it", on: .errors)
        #expect(try daemon.process.terminate() == .exited(0))
        #expect(daemon.log("<4>").count == 1, "\(daemon.log)")
        #expect(daemon.log("<4>").first?.contains(directory) == true, "\(daemon.log)")
        #expect(daemon.log("<3>").isEmpty)
    }

    @Test(
        .row("C6"), .disabled(if: BuiltProducts.areSanitized, "a sanitizer writes files of its own")
    )
    func `a file size limit of 0 keeps the old state`() throws {
        try home.write(Self.whole, to: home.stateFile)
        let daemon = try RunningDaemon(
            wrapper: ["/bin/sh", "-c", "ulimit -f 0; exec \"$@\"", "sh"], home: home)
        let set = try daemon.connect().call("SetMode", ["mode": "dark"])
        #expect(set["parameters"]["status"]["appearance"] == "dark")
        try daemon.process.waitForLine(containing: "cannot save the state", on: .errors)
        #expect(try daemon.process.terminate() == .exited(0))
        #expect(daemon.log("<4>").count == 1, "\(daemon.log)")
        #expect(try home.savedState()["mode"] == "night")
        let paths = ["appearanced", "appearanced/history.jsonl", "appearanced/state.json"]
        #expect(FileTree(home.stateHome).paths == paths)
    }

    @Test(.row("C6")) func `a state that cannot be saved is saved as soon as possible`() throws {
        let directory = (home.stateFile as NSString).deletingLastPathComponent
        try FileManager.default.removeItem(atPath: directory)
        try home.write("in the way", to: directory)
        let daemon = try RunningDaemon(home: home)
        _ = try daemon.connect().call("SetMode", ["mode": "night"])
        try daemon.process.waitForLine(containing: "cannot save the state", on: .errors)
        try FileManager.default.removeItem(atPath: directory)
        // It is retried although nothing changes any more.
        try daemon.process.waitForLine(containing: "the state is saved again", on: .errors)
        #expect(try home.savedState()["mode"] == "night")
        #expect(try daemon.process.terminate() == .exited(0))
        #expect(daemon.log("<4>").count == 1, "\(daemon.log)")
        #expect(daemon.log("<5>").count { $0 == "the state is saved again" } == 1)
    }

    /// With each turn one more call is made before the kill, until all of them are.
    @Test(.row("C5"), .requires(.compiler))
    func `a kill at any step of a write leaves a complete file`() throws {
        let bus = try PrivateBus(in: home)
        let library = try PreloadedLibrary.compile("killed_writes", in: home)
        var found: [JSON] = []
        var end = ExitStatus.killed(signal: SIGKILL)
        while end != .exited(0), found.count < 100 {
            try home.write(Self.whole, to: home.stateFile)
            let daemon = try RunningDaemon(
                home: home, bus: bus,
                environment: [
                    "LD_PRELOAD": library, "KILLED_PATH": home.stateFile,
                    "KILLED_AFTER": "\(found.count)",
                ])
            // The kill may come before the answer.
            _ = try? daemon.connect().call("SetMode", ["mode": "dark"])
            daemon.process.signal(SIGTERM)
            end = try daemon.process.expectExit()
            found.append(try home.savedState()["mode"])
        }
        #expect(end == .exited(0))
        #expect(found.allSatisfy { $0 == "night" || $0 == "dark" }, "\(found)")
        // Removed, made, written in two halves, synchronized, renamed, synchronized.
        #expect(found.count { $0 == "night" } >= 6, "\(found)")
        #expect(found.count { $0 == "dark" } >= 2, "\(found)")
        #expect(!FileTree(home.stateHome).paths.contains { $0.contains(".appearanced-") })
        #expect(try RunningDaemon(home: home, bus: bus).status()["mode"] == "dark")
    }

    /// A write takes some milliseconds; the kill comes at a random microsecond of the first twenty.
    @Test(.row("C5"), .scaledAtNight, arguments: Seeds.chosen([5]))
    func `a kill at any microsecond leaves a complete file`(seed: UInt64) throws {
        var dice = SplitMix64(seed: seed)
        let bus = try PrivateBus(in: home)
        try home.write(Self.whole, to: home.stateFile)
        var saved: JSON = "night"
        var changed = 0
        for round in 0..<Nightly.count(1_000, byDay: 20) {
            let daemon = try RunningDaemon(home: home, bus: bus)
            try #require(try daemon.status()["mode"] == saved, "round \(round)")
            let mode: JSON = saved == "night" ? "dark" : "night"
            try daemon.connect().send("SetMode", ["mode": mode])
            let kill = ContinuousClock.now + .microseconds(Int.random(in: 0..<20_000, using: &dice))
            // A wait would be longer than that. Ends at that moment.
            while .now < kill {}
            daemon.process.signal(SIGKILL)
            try daemon.process.expectExit()
            let found = try home.savedState()["mode"]
            try #require(found == saved || found == mode, "round \(round)")
            if found != saved { changed += 1 }
            saved = found
        }
        print(
            "night: \(changed) kills came after the write of the state, the others before its end")
        let last = try RunningDaemon(home: home, bus: bus)
        #expect(try last.process.terminate() == .exited(0))
        #expect(!FileTree(home.stateHome).paths.contains { $0.contains(".appearanced-") })
    }

    /// The content is on the disk before the name, and the name before the write counts as done.
    @Test(.requires(.compiler)) func `every state write ends with a sync of the folder`() throws {
        try home.write(Self.whole, to: home.stateFile)
        let log = home.path + "/calls"
        let library = try PreloadedLibrary.compile("killed_writes", in: home)
        // Without a copy of the configuration, whose writes end with the same folder.
        let daemon = try RunningDaemon(
            arguments: ["--config", home.configurationFile], home: home,
            environment: [
                "LD_PRELOAD": library, "KILLED_PATH": home.stateFile, "KILLED_LOG": log,
            ])
        _ = try daemon.connect().call("SetMode", ["mode": "dark"])
        #expect(try daemon.process.terminate() == .exited(0))
        let text = try String(contentsOfFile: log, encoding: .utf8)
        #expect(text.hasSuffix("fsync of the folder\n"))
        let calls =
            text
            .split(separator: "fsync of the folder\n").map { $0.split(separator: "\n") }
        #expect(!calls.isEmpty)
        let whole: [Substring] = [
            "open", "write", "write", "fsync", "rename",
        ]
        #expect(calls.allSatisfy { $0 == whole }, "\(calls)")
    }

    @Test(.row("C7")) func `without a home the daemon runs and reports the consequences`() throws {
        let daemon = try RunningDaemon(
            home: home, environment: ["HOME": "", "XDG_STATE_HOME": "relative"])
        _ = try daemon.connect().call("SetMode", ["mode": "dark"])
        #expect(try daemon.process.terminate() == .exited(0))
        #expect(
            daemon.log("<4>") == [
                "neither HOME nor XDG_STATE_HOME is set; the state is not saved across restarts"
            ])
    }

    @Test func `a replay does not change the saved state`() throws {
        try home.write(Self.whole, to: home.stateFile)
        let before = FileTree(home.stateHome)
        let trace = try home.write("0,500\n600,500\n", to: "trace.csv")
        let daemon = try RunningDaemon(arguments: ["--simulate", trace], home: home)
        #expect(try daemon.status()["mode"] == "auto")
        _ = try daemon.connect().call("SetMode", ["mode": "dark"])
        #expect(try daemon.process.terminate() == .exited(0))
        #expect(FileTree(home.stateHome) == before)
    }
}
