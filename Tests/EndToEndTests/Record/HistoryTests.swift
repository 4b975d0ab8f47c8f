import AppearanceTestSupport
import Foundation
import Testing

/// The history that the daemon keeps, as `appearancectl log` shows it.
@Suite(.bounded, .requires(.bus)) struct HistoryTests {
    private let home: TestHome
    private let file: String

    init() throws {
        home = try .inDaylight()
        file = home.stateHome + "/appearanced/history.jsonl"
    }

    private func log(_ words: String...) throws -> String {
        let run = try ChildProcess.run(
            BuiltProducts.appearancectl, ["log"] + words, environment: home.environment)
        #expect(run.status == .exited(0), "\(run.errors)")
        return run.output
    }

    @Test func `a history that cannot be read is an error`() throws {
        let folder = home.stateHome + "/appearanced"
        let manager = FileManager.default
        try manager.createDirectory(atPath: home.stateHome, withIntermediateDirectories: true)
        try manager.createSymbolicLink(atPath: folder, withDestinationPath: folder)
        let run = try ChildProcess.run(
            BuiltProducts.appearancectl, ["log"], environment: home.environment)
        #expect(run.status == .exited(1))
        #expect(run.errors.contains("history.jsonl: "), "\(run.errors)")
    }

    @Test func `the log has every change with its reason, without a daemon`() throws {
        #expect(try log() == "No change has been recorded yet.\n")
        let daemon = try RunningDaemon(home: home)
        for mode in ["dark", "dark", "auto"] {
            #expect(try daemon.appearancectl("set", mode).status == .exited(0))
        }
        #expect(try daemon.process.terminate() == .exited(0))
        let heads = try log().split(separator: "\n").filter { !$0.hasPrefix(" ") }
            .map { $0.drop { $0 != " " }.drop { $0 == " " } }
        #expect(heads.count == 3, "\(heads)")
        #expect(heads.first?.hasPrefix("Light ") == true, "\(heads)")
        #expect(heads.first?.hasSuffix("Recording started.") == true, "\(heads)")
        #expect(heads.dropFirst().first?.contains("Dark, because you chose it") == true, "\(heads)")
        #expect(try log().contains("because you chose it"))
        #expect(try log("-n", "1").split(separator: "\n").first?.contains("Light") == true)
        let newest = try JSONSerialization.jsonObject(
            with: Data(try log("--json", "--since", "-1h", "-n", "2").utf8))
        let appearances = (newest as? [[String: Any]])?.map { $0["appearance"] as? String }
        #expect(appearances == ["dark", "light"])
        #expect(try log("--since", "2200-01-01") == "No change was recorded in that time.\n")
    }

    @Test(.row("C4")) func `a killed daemon leaves a history that the next one continues`() throws {
        for appearance in ["dark", "night"] {
            let daemon = try RunningDaemon(home: home)
            #expect(try daemon.appearancectl("set", appearance).status == .exited(0))
            try FileWatch.wait(for: file) { $0.contains("\"appearance\":\"\(appearance)\"") }
            daemon.process.signal(SIGKILL)
            try daemon.process.expectExit()
        }
        // As if the last write had been cut off.
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try home.write(String(text.dropLast(40)), to: file)
        let daemon = try RunningDaemon(home: home)
        try FileWatch.wait(for: file) { $0.hasSuffix("}\n") && $0.count > text.count }
        #expect(try daemon.process.terminate() == .exited(0))
        let list = try JSONSerialization.jsonObject(with: Data(try log("--json").utf8))
        let starts = (list as? [[String: Any]])?.filter { $0["start"] as? Bool == true }
        #expect(starts?.count == 3)
    }

    /// With each turn one more call is made before the kill, until all of them are.
    @Test(.row("C5"), .requires(.compiler))
    func `a kill at any step of a write keeps every earlier line`() throws {
        let library = try PreloadedLibrary.compile("killed_writes", in: home)
        let bus = try PrivateBus(in: home)
        // Too old, so that the file is also replaced.
        let earlier = try String(
            contentsOfFile: Repository.root + "/Tests/Fuzzing/Corpora/history/two-runs.jsonl",
            encoding: .utf8)
        var end = ExitStatus.killed(signal: SIGKILL)
        var turns = 0
        while end != .exited(0), turns < 100 {
            let recent = Self.recentDays(3)
            try home.write(earlier + recent, to: file)
            try home.write(configuration: TestHome.daylight + "[history]\ndays = 0\n")
            let daemon = try RunningDaemon(
                home: home, bus: bus,
                environment: [
                    "LD_PRELOAD": library, "KILLED_PATH": file, "KILLED_AFTER": "\(turns)",
                    "KILLED_FILE_ONLY": "yes",
                ])
            try home.write(configuration: TestHome.daylight)
            // The kill may come before the line and before the answer.
            _ = try? daemon.process.waitForLine(containing: "configuration", on: .errors)
            _ = try? daemon.connect().call("SetMode", ["mode": "dark"])
            daemon.process.signal(SIGTERM)
            end = try daemon.process.expectExit()
            let text = try String(contentsOfFile: file, encoding: .utf8)
            #expect(text.contains(recent), "turn \(turns): \(text)")
            turns += 1
        }
        #expect(end == .exited(0))
        // Opened, replaced by an opened, written, synchronized, renamed one, appended to.
        #expect(turns >= 7)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(!text.contains("Light by the schedule."), "old lines are dropped")
        #expect(try log("-n", "1").contains("Dark"))
        let names = try FileManager.default.contentsOfDirectory(
            atPath: home.stateHome + "/appearanced")
        #expect(!names.contains { $0.contains(".appearanced-") }, "\(names)")
    }

    /// Returns a line of each of the last days.
    static func recentDays(_ count: Int64) -> String {
        let now = Int64(Date.now.timeIntervalSince1970)
        return (1...count).reversed().map { day in
            let at = (now - day * 86_400 - 100) * 1_000_000
            return "{\"at\":\(at),\"unit\":\"lux\",\"levels\":[[0,7]]}\n"
        }.joined()
    }

    @Test(.row("C19"), .requires(.compiler), arguments: [18_262, -14_610])
    func `a clock that was wrong in two boots costs no line`(_ days: Int64) throws {
        let recent = Self.recentDays(29)
        try home.write(recent, to: file)
        let bus = try PrivateBus(in: home)
        for wrong in [days, days + 2, 0] {
            let clocks = try SkewedClocks(wall: wrong * 86_400)
            let daemon = try RunningDaemon(
                home: home, bus: bus, environment: clocks.environment())
            _ = try daemon.connect().call("SetMode", ["mode": wrong == 0 ? "dark" : "light"])
            #expect(try daemon.process.terminate() == .exited(0))
            let text = try String(contentsOfFile: file, encoding: .utf8)
            #expect(text.hasPrefix(recent), "\(wrong)")
            let line =
                "the history in \(file) has lines of another time, and is kept as \(file).old"
            #expect(daemon.log("<4>").contains(line) == (wrong == 0), "\(daemon.log)")
        }
        // The lines of the wrong boots.
        let kept = try String(contentsOfFile: file + ".old", encoding: .utf8)
        #expect(kept.hasPrefix(recent))
        #expect(kept.components(separatedBy: "\"end\":true").count == 3)
        let clean = try String(contentsOfFile: file, encoding: .utf8)
        #expect(clean.components(separatedBy: "\"end\":true").count == 2)
    }

    @Test(.row("C19")) func `a history that is much too large is kept`() throws {
        let recent = Self.recentDays(30)
        let text = String(repeating: recent, count: (8 << 20) / recent.utf8.count + 1)
        try home.write(text, to: file)
        let daemon = try RunningDaemon(home: home)
        #expect(try daemon.process.terminate() == .exited(0))
        #expect(try String(contentsOfFile: file + ".old", encoding: .utf8) == text)
        #expect(
            daemon.log("<4>") == [
                "the history in \(file) is larger than 8388608 bytes, and is kept as \(file).old"
            ])
        #expect(try log("-n", "1").contains("Light"))
    }

    @Test(.row("C6"), .requires(.root))
    func `a full disk loses no line once it has space again`() throws {
        let mounting = """
            mount -t tmpfs -o size=64k,mode=700 disk "$XDG_STATE_HOME" || exit
            exec "$@"
            """
        let daemon = try RunningDaemon(
            wrapper: ["unshare", "--mount", "/bin/sh", "-c", mounting, "sh"], home: home)
        let root = "/proc/\(daemon.process.processIdentifier)/root"
        let connection = try daemon.connect()
        try FileWatch.wait(for: root + file) { $0.hasSuffix("}\n") }
        let zeros = root + home.stateHome + "/zeros"
        let fill = try ChildProcess.run(
            "dd", ["if=/dev/zero", "of=\(zeros)", "bs=1024"], environment: TestHome.plainEnvironment
        )
        try #require(fill.errors.contains("No space left on device"), "\(fill.errors)")
        // More than the rest of the file's last block.
        let chosen: [JSON] = (0..<16).map { $0 % 2 == 0 ? "dark" : "light" }
        for mode in chosen { _ = try connection.call("SetMode", ["mode": mode]) }
        try daemon.process.waitForLine(containing: "the history is not written", on: .errors)
        try FileManager.default.removeItem(atPath: zeros)
        _ = try connection.call("SetMode", ["mode": "auto"])
        try daemon.process.waitForLine(containing: "the history is written again", on: .errors)
        // The last mode may come after the lines that waited for room.
        let text = try FileWatch.wait(for: root + file) {
            $0.hasSuffix("}\n") && $0.components(separatedBy: "\"mode\"").count > 18
        }
        let modes = text.split(separator: "\n").compactMap {
            try? JSON(parsing: String($0))["mode"]
        }
        #expect(modes == ["auto"] + chosen + ["auto"])
        #expect(try daemon.process.terminate() == .exited(0))
    }

    @Test func `a flood of modes is kept as a few lines with the number left out`() throws {
        let daemon = try RunningDaemon(home: home)
        let connection = try daemon.connect()
        for index in 0..<200 {
            _ = try connection.call("SetMode", ["mode": index % 2 == 0 ? "dark" : "night"])
        }
        #expect(try daemon.process.terminate() == .exited(0))
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        #expect((22...30).contains(lines.count), "\(lines.count)")
        let omitted = try lines.compactMap { try JSON(parsing: String($0))["omitted"].integer }
        #expect((170...180).contains(omitted.reduce(0, +)), "\(omitted)")
        #expect(try log().contains("left out"))
    }

    @Test func `reported light is kept minute by minute`() throws {
        let daemon = try RunningDaemon(home: home)
        let connection = try daemon.connect()
        _ = try connection.call("FeedLight", ["source": "phone", "lux": 250])
        #expect(try daemon.process.terminate() == .exited(0))
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.contains("\"unit\":\"lux\",\"levels\":[[0,250]]"), "\(text)")
        #expect(text.hasSuffix("\"end\":true}\n"))
    }

    @Test func `a history of 0 days is not written`() throws {
        try home.write("[history]\ndays = 0\n", to: home.configurationFile)
        let daemon = try RunningDaemon(home: home)
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        #expect(try daemon.process.terminate() == .exited(0))
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test(.requires(.compiler))
    func `another number of days does not wait for a disk that hangs`() throws {
        let library = try PreloadedLibrary.compile("failing_reads", in: home)
        try home.write("read -1 \(file)\n", to: "failing-reads")
        let daemon = try RunningDaemon(
            home: home, environment: ["LD_PRELOAD": library, "UMOCKDEV_DIR": home.path])
        let connection = try daemon.connect()
        for days in [7, 0, 1] {
            try home.write(configuration: TestHome.daylight + "[history]\ndays = \(days)\n")
            try daemon.process.waitForLine(containing: "→ \(days)", on: .errors)
            for mode in ["dark", "light"] {
                let reply = try connection.call("SetMode", ["mode": .string(mode)])
                #expect(reply["parameters"]["status"]["appearance"] == .string(mode))
            }
        }
        try home.write("", to: "failing-reads")
        #expect(try daemon.process.terminate() == .exited(0))
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
            .map { try JSON(parsing: String($0)) }
        let words = lines.map { $0["end"] == true ? "end" : $0["appearance"].string ?? "level" }
        #expect(
            words == [
                "light", "end", "light", "dark", "light", "end", "light", "dark", "light", "end",
            ])
    }

    @Test func `a time of day in the future means that of yesterday`() throws {
        // At 23:30 the next hour is 00:00, of today.
        try expectStart("--since", "\(Self.hour(in: 3_600)):59")
    }

    @Test func `the end is the first such time of day after the start`() throws {
        try expectStart(
            "--since", "\(Self.hour(in: -3_600)):00", "--until", "\(Self.hour(in: 3_600)):59")
    }

    @Test func `an end before the start is refused`() throws {
        let run = try ChildProcess.run(
            BuiltProducts.appearancectl, ["log", "--since", "today", "--until", "yesterday"],
            environment: home.environment)
        #expect(run.status == .exited(2))
        #expect(run.errors == "appearancectl: --until yesterday is before --since today\n")
    }

    /// Starts and stops a daemon, and expects its start in the log of a period.
    private func expectStart(_ period: String...) throws {
        let daemon = try RunningDaemon(home: home)
        #expect(try daemon.process.terminate() == .exited(0))
        let run = try ChildProcess.run(
            BuiltProducts.appearancectl, ["log"] + period,
            environment: home.environment.merging(["TZ": "UTC"]) { $1 })
        #expect(
            run.output.contains("Recording started."), "\(period): \(run.output)\(run.errors)")
    }

    /// Returns the hour of the day, in UTC, after some seconds.
    private static func hour(in seconds: Double) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let hour = calendar.component(.hour, from: Date(timeIntervalSinceNow: seconds))
        return hour < 10 ? "0\(hour)" : "\(hour)"
    }

    @Test(arguments: ["soon", "25:00", "--3h", "tomorrow"])
    func `a time that cannot be read is refused with examples`(_ since: String) throws {
        let run = try ChildProcess.run(
            BuiltProducts.appearancectl, ["log", "--since=\(since)"], environment: home.environment)
        #expect(run.status == .exited(2))
        #expect(run.errors.contains("use today, yesterday, a time like 07:30"), "\(run.errors)")
    }
}
