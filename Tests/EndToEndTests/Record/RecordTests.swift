import AppearanceTestSupport
import Foundation
import Testing

/// A run of the real daemon, written down, and lived through again by the real command line.
@Suite(.bounded, .requires(.bus)) struct RecordTests {
    private let home: TestHome
    private let record: String

    init() throws {
        home = try .inDaylight()
        record = home.path + "/run.jsonl"
    }

    private func daemon(_ wrapper: [String] = []) throws -> RunningDaemon {
        try RunningDaemon(arguments: ["--record", record], wrapper: wrapper, home: home)
    }

    private func runOnce() throws {
        let daemon = try daemon()
        #expect(try daemon.process.terminate() == .exited(0))
    }

    private func replay(_ words: String...) throws -> FinishedProcess {
        try ChildProcess.run(
            BuiltProducts.appearancectl, ["replay", record] + words, environment: home.environment)
    }

    @Test func `a recording of a run is replayed with the same decisions`() throws {
        let daemon = try daemon()
        for words in [["set", "dark"], ["feed", "3"], ["pause"], ["set", "auto"], ["resume"]] {
            let run = try ChildProcess.run(
                BuiltProducts.appearancectl, words, environment: daemon.environment)
            #expect(run.status == .exited(0), "\(words): \(run.errors)")
        }
        #expect(try daemon.appearancectl("set", "auto", "--for", "1h").status != .exited(0))
        #expect(try daemon.process.terminate() == .exited(0))

        let replayed = try replay()
        #expect(replayed.status == .exited(0), "\(replayed.errors)")
        #expect(replayed.output.contains("  dark   Dark, because you chose it;"))
        #expect(replayed.output.contains(", 1 change, same decisions."))
        #expect(try lines().last?["event"] == "stopping")
        let attributes = try FileManager.default.attributesOfItem(atPath: record)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func `a different decision ends the replay with its line`() throws {
        let daemon = try daemon()
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        #expect(try daemon.process.terminate() == .exited(0))
        let text = try String(contentsOfFile: record, encoding: .utf8)
        try home.write(
            text.replacingOccurrences(of: #""reason":"manual""#, with: #""reason":"sensor""#),
            to: record)
        let replayed = try replay("--json")
        #expect(replayed.status == .exited(1))
        #expect(replayed.errors.contains("mode_chosen at"), "\(replayed.errors)")
        #expect(replayed.errors.contains("reason was sensor, and now is manual"))
        let summary = try JSON(parsing: String(replayed.output.split(separator: "\n").last ?? ""))
        #expect(summary["same"] == false)
        #expect(summary["difference"]["member"] == "reason")
    }

    @Test func `a killed daemon leaves a recording that can be replayed`() throws {
        let daemon = try daemon()
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        let first = try FileWatch.wait(for: record) { $0.contains("mode_chosen") }
        daemon.process.signal(SIGKILL)
        _ = try daemon.process.expectExit()
        try home.write(first + #"{"boot":17"#, to: record)
        let replayed = try replay()
        #expect(replayed.status == .exited(0), "\(replayed.errors)")
        #expect(replayed.output.contains("ends in the middle of a line after line"))
    }

    @Test func `an earlier recording is renamed`() throws {
        try runOnce()
        let first = try String(contentsOfFile: record, encoding: .utf8)
        try runOnce()
        #expect(try String(contentsOfFile: record + ".old", encoding: .utf8) == first)
        #expect(try replay().status == .exited(0))
    }

    @Test(arguments: [
        ("missing/run.jsonl", "No such file or directory"), ("state", "not a regular file"),
        ("thesis.txt", "exists and is not a run recording"), ("fifo", "not a regular file"),
    ])
    func `a recording that cannot be written ends the start`(name: String, words: String) throws {
        let bus = try PrivateBus(in: home)
        try home.write("It was a dark and stormy night", to: "thesis.txt")
        #expect(mkfifo(home.path + "/fifo", 0o600) == 0)
        let run = try ChildProcess.run(
            BuiltProducts.appearanced, ["--record", "\(home.path)/\(name)"],
            environment: home.environment.merging(bus.environment) { $1 })
        #expect(run.status == .exited(64))
        #expect(run.errors.contains("cannot record the run"), "\(run.errors)")
        #expect(run.errors.contains(words), "\(run.errors)")
        #expect(
            try String(contentsOfFile: home.path + "/thesis.txt", encoding: .utf8)
                == "It was a dark and stormy night")
    }

    /// A limit on the size of files is a disk that fills up, without a disk.
    @Test(.disabled(if: BuiltProducts.areSanitized, "a sanitizer writes files of its own"))
    func `a full disk ends the recording and nothing else`() throws {
        let daemon = try daemon(["prlimit", "--fsize=8192"])
        for _ in 0..<30 {
            #expect(try daemon.appearancectl("toggle").status == .exited(0))
        }
        try daemon.process.waitForLine(containing: "the recording ends here", on: .errors)
        #expect(try daemon.appearancectl("set", "night").status == .exited(0))
        #expect(try daemon.status()["appearance"] == "night")
        #expect(try daemon.process.terminate() == .exited(0))
        #expect(daemon.log("<4>").count { $0.contains("the recording ends here") } == 1)
        let replayed = try replay()
        #expect(replayed.status == .exited(0), "\(replayed.errors)")
    }

    private func lines() throws -> [JSON] {
        try String(contentsOfFile: record, encoding: .utf8).split(separator: "\n")
            .map { try JSON(parsing: String($0)) }
    }
}
