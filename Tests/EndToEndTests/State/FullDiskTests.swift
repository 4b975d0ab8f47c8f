import AppearanceTestSupport
import Foundation
import Testing

/// A real full disk: file systems of 64 KiB that only the daemon sees.
@Suite(.bounded, .requires(.bus, .root)) struct FullDiskTests {
    private static let shell = ["unshare", "--mount", "/bin/sh", "-c"]
    private static let mounting = """
        for folder in "$XDG_STATE_HOME" "$XDG_CACHE_HOME"; do
            mount -t tmpfs -o size=64k,mode=700 disk "$folder" || exit
        done
        exec "$@"
        """

    private let home: TestHome

    init() throws { home = try .inDaylight() }

    private func daemon(_ arguments: String...) throws -> RunningDaemon {
        try RunningDaemon(
            arguments: arguments,
            wrapper: Self.shell + [Self.mounting, "sh"], home: home,
            environment: ["XDG_CURRENT_DESKTOP": "COSMIC"])
    }

    /// Returns the path at which a test sees a file of the daemon.
    private func seen(_ path: String, by daemon: RunningDaemon) -> String {
        "/proc/\(daemon.process.processIdentifier)/root\(path)"
    }

    private func text(_ path: String, by daemon: RunningDaemon) throws -> String {
        try String(contentsOfFile: seen(path, by: daemon), encoding: .utf8)
    }

    /// Writes a file of zeros until the disk is full.
    private func fill(_ folder: String, of daemon: RunningDaemon) throws {
        try Self.fill(seen(folder, by: daemon))
    }

    /// Writes a file of zeros until the disk with this folder is full.
    static func fill(_ folder: String) throws {
        let run = try ChildProcess.run(
            "dd", ["if=/dev/zero", "of=\(folder)/zeros", "bs=1024"],
            environment: TestHome.plainEnvironment)
        try #require(run.errors.contains("No space left on device"), "\(run.errors)")
    }

    @Test(.row("C6"))
    func `a full disk keeps the previous files, and the newest are written later`()
        throws
    {
        let daemon = try daemon()
        let copy = home.stateHome + "/appearanced/last-good-config.toml"
        let state = seen(home.stateFile, by: daemon)
        let connection = try daemon.connect()
        func isNight(_ text: String) -> Bool { (try? JSON(parsing: text))?["mode"] == "night" }
        _ = try connection.call("SetMode", ["mode": "night"])
        try FileWatch.wait(for: state, where: isNight)
        try FileWatch.wait(for: seen(copy, by: daemon)) { $0.contains("source = \"none\"") }
        let before = try text(copy, by: daemon)

        try fill(home.stateHome, of: daemon)
        let set = try connection.call("SetMode", ["mode": "dark"])
        #expect(set["parameters"]["status"]["appearance"] == "dark")
        let warning = try daemon.process.waitForLine(
            containing: "cannot save the state", on: .errors)
        #expect(warning.contains("No space left on device"))
        // Longer than the copy, so that it cannot take the old one's room.
        let comment = String(repeating: "# more\n", count: 400)
        try home.write(configuration: TestHome.daylight + "[ambient]\ndark_below = 30\n" + comment)
        try daemon.process.waitForLine(containing: "configuration", on: .errors)
        #expect(isNight(try text(home.stateFile, by: daemon)))
        #expect(try text(copy, by: daemon) == before)

        try FileManager.default.removeItem(atPath: seen(home.stateHome + "/zeros", by: daemon))
        try daemon.process.waitForLine(containing: "the state is saved again", on: .errors)
        #expect(try JSON(parsing: text(home.stateFile, by: daemon))["mode"] == "dark")
        #expect(try text(copy, by: daemon).contains("dark_below = 30"))
        let names = try FileManager.default.contentsOfDirectory(
            atPath: seen(home.stateHome + "/appearanced", by: daemon))
        #expect(names.sorted() == ["history.jsonl", "last-good-config.toml", "state.json"])
        #expect(try daemon.process.terminate() == .exited(0))
        #expect(daemon.log("<4>").count == 1, "\(daemon.log)")
    }

    /// Two settings fail for the same reason.
    @Test(.row("D23"))
    func `a setting is left alone while the disk is full, and that is logged once`() throws {
        try home.write(configuration: TestHome.daylight + "[desktop]\nfollow = \"auto\"\n")
        let file = home.configHome + "/cosmic/com.system76.CosmicTheme.Mode/v1/is_dark"
        try home.write("true", to: file)
        let daemon = try daemon()
        try FileWatch.wait(for: file) { $0 == "false" }
        let journal = seen(home.stateHome + "/appearanced/desktop.json", by: daemon)
        try FileWatch.wait(for: journal) { $0.contains("\"ours\":[\"false\"]") }
        let connection = try daemon.connect()

        try fill(home.stateHome, of: daemon)
        #expect(try connection.call("SetMode", ["mode": "dark"])["error"] == .null)
        try daemon.process.waitForLine(containing: "cannot set file", on: .errors)
        for mode: JSON in ["light", "dark"] {
            #expect(try connection.call("SetMode", ["mode": mode])["error"] == .null)
        }
        try daemon.leaveDesktop()
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "false")
        let kept = try String(contentsOfFile: journal, encoding: .utf8)
        #expect(kept.contains("\"original\":\"true\""), "\(kept)")
        let warnings = daemon.log("<4>").filter { $0.contains("original value cannot be saved") }
        #expect(warnings.count == 1, "\(warnings)")
    }

    @Test(.row("U11")) func `a removed socket is there again when its disk has room`() throws {
        let folder = (home.socket as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        // Of the folder, another file, the lock and the socket, whose room the daemon holds.
        let mounting = """
            mount -t tmpfs -o nr_inodes=4,mode=700 disk \(folder) && >\(folder)/other && exec "$@"
            """
        let daemon = try RunningDaemon(wrapper: Self.shell + [mounting, "sh"], home: home)
        try FileManager.default.removeItem(atPath: seen(home.socket, by: daemon))
        let line = try daemon.process.waitForLine(containing: "was removed", on: .errors)
        #expect(line.contains("cannot be made again: "))
        #expect(line.contains("No space left on device; retrying with growing pauses"))
        try FileManager.default.removeItem(atPath: seen(folder + "/other", by: daemon))
        try daemon.process.waitForLine(containing: "is there again", on: .errors)
        #expect(isThere(seen(home.socket, by: daemon)))
        #expect(daemon.log("<4>").count { $0.contains("was removed") } == 1, "\(daemon.log)")
    }

    @Test(.row("C6")) func `a recording ends when the disk is full, and can be replayed`()
        throws
    {
        let path = home.cacheHome + "/run.jsonl"
        let daemon = try daemon("--record", path)
        let connection = try daemon.connect()
        let ending = "the recording ends here and can be replayed to this point"
        for _ in 0..<2000 where !daemon.process.text(on: .errors).contains(ending) {
            #expect(try connection.call("Toggle")["error"] == .null)
        }
        let line = try daemon.process.waitForLine(containing: ending, on: .errors)
        #expect(line.contains("No space left on device"))
        #expect(try connection.call("SetMode", ["mode": "night"])["error"] == .null)
        let record = try home.write(text(path, by: daemon), to: "run.jsonl")
        let replay = try daemon.appearancectl("replay", record)
        #expect(replay.status == .exited(0), "\(replay.output)\(replay.errors)")
        #expect(try daemon.process.terminate() == .exited(0))
    }
}
