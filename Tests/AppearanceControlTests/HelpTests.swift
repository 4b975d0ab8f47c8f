import AppearanceTestSupport
import Foundation
import Testing

/// Complete help screens, compared with Tests/Fixtures/help.
///
/// After a change that is meant: `APPEARANCE_WRITE_SNAPSHOTS=1 swift test --filter HelpTests`, and
/// read the difference before it is committed.
@Suite(.bounded) struct HelpTests {
    private static let verbs = [
        "setup", "doctor", "place", "config", "hooks", "portal", "reset",
        "status", "get", "watch", "set", "toggle", "skip", "pause", "resume", "inhibit", "night",
        "why", "log", "schedule", "simulate", "replay",
        "sensors", "feed", "calibrate", "suggest",
    ]

    @Test(arguments: [""] + verbs)
    func `help matches its snapshot`(verb: String) throws {
        let appearancectl = Appearancectl(in: nil)
        let outcome =
            verb.isEmpty ? try appearancectl.run("--help") : try appearancectl.run(verb, "--help")
        let file = Self.folder.appending(
            path: verb.isEmpty ? "appearancectl.txt" : "appearancectl-\(verb).txt")
        if ProcessInfo.processInfo.environment["APPEARANCE_WRITE_SNAPSHOTS"] != nil {
            try Data(outcome.output.utf8).write(to: file)
        }
        let agreed = try String(contentsOf: file, encoding: .utf8)
        #expect(outcome.status == 0)
        #expect(outcome.output == agreed, "\(difference(from: agreed, to: outcome.output))")
    }

    @Test func `every verb has a help snapshot`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path())
        let expected = ["appearancectl.txt"] + Self.verbs.map { "appearancectl-\($0).txt" }
        #expect(Set(files.filter { $0.hasPrefix("appearancectl") }) == Set(expected))
        let help = try Appearancectl(in: nil).run("--help").output
        // In groups, as a person meets them.
        let listed = help.split(separator: "SUBCOMMANDS:").dropFirst().joined()
            .split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
            .compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(listed.filter { $0 != "See" } == Self.verbs)
    }

    @Test(arguments: verbs)
    func `the manual page names every option of a verb`(verb: String) throws {
        let manual = try Repository.text(of: "man/appearancectl.1.scd")
        let commands = try #require(manual.split(separator: "# COMMANDS").last)
        // A command begins with its name in bold.
        let text = commands.split(separator: "\n*").filter { $0.hasPrefix("\(verb)*") }
            .joined(separator: "\n")
        let appearancectl = Appearancectl(in: nil)
        let subcommands = try appearancectl.run(verb, "--help").output
            .split(separator: "SUBCOMMANDS:").dropFirst().joined()
            .matches(of: #/\n  ([a-z]+) /#).map { [String($0.1)] }
        for words in [[]] + subcommands {
            let help = try appearancectl.run([verb] + words + ["--help"]).output
            for line in help.matches(of: #/\n  ((?:-[-a-zA-Z]+(?:, )?)+)/#) {
                for option in line.1.split(separator: ", ")
                where !["--version", "-h", "--help"].contains(option) {
                    #expect(text.contains("*\(option)*"), "\(words) \(option)")
                }
            }
        }
    }

    private static var folder: URL {
        var root = URL(filePath: #filePath)
        for _ in 1...2 { root.deleteLastPathComponent() }
        return root.appending(path: "Fixtures/help")
    }

    /// The lines that differ, as `diff` marks them.
    private func difference(from old: String, to new: String) -> String {
        let old = old.split(separator: "\n", omittingEmptySubsequences: false)
        let new = new.split(separator: "\n", omittingEmptySubsequences: false)
        let changes = new.difference(from: old)
        let lines = changes.removals + changes.insertions
        return "\n"
            + lines.map { change in
                switch change {
                case .remove(let line, let text, _): "\(line + 1) - \(text)"
                case .insert(let line, let text, _): "\(line + 1) + \(text)"
                }
            }.joined(separator: "\n")
    }
}
