import AppearanceTestSupport
import Foundation
import Testing

/// `appearancectl suggest`, with a recording of three evenings under a dim lamp.
@Suite(.bounded) struct SuggestCommandTests {
    private let home: TestHome
    private let recording = Repository.fixtures + "/records/dim-evenings.jsonl"

    init() throws { home = try TestHome() }

    private func run(_ words: String...) throws -> (
        status: AppearanceTestSupport.ExitStatus, output: String, errors: String
    ) {
        let finished = try ChildProcess.run(
            BuiltProducts.appearancectl, ["suggest"] + words, environment: home.environment)
        return (finished.status, finished.output, finished.errors)
    }

    @Test func `the suggestion in JSON has the keys of the manual page`() throws {
        let outcome = try run("--from", recording, "--json")
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        #expect(
            Set(object.keys) == [
                "corrections", "spared", "changes_before", "changes_after", "reversals_after",
                "ambient",
            ])
        #expect(object["corrections"] as? Int == 3 && object["spared"] as? Int == 3)
        let ambient = try #require(object["ambient"] as? [String: Any])
        #expect(try #require(ambient["light_above"] as? Double) > 121)
        let applied = try run("--from", recording, "--json", "--apply", "--yes")
        #expect(applied.status == .exited(2))
        #expect(applied.errors.contains("--json and --apply exclude each other"))
    }

    @Test func `the suggestion is applied only when confirmed, and keeps the comments`() throws {
        try home.write(configuration: "# my lamp\n[ambient]\ndark_below = 40 # dim\n")
        let unasked = try run("--from", recording, "--apply")
        #expect(unasked.status == .exited(2) && unasked.errors.contains("--apply --yes"))
        #expect(unasked.output.contains("\n  - dark_below = 40 # dim\n"))
        #expect(!unasked.output.contains("--apply"), "\(unasked)")
        #expect(
            try run("--from", recording).output.hasSuffix(
                "\nApply it with the same command and --apply.\n"))
        let file = home.configurationFile
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains("dark_below = 40 #"))
        let applied = try run("--from", recording, "--apply", "--yes")
        #expect(applied.status == .exited(0), "\(applied)")
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.hasPrefix("# my lamp\n[ambient]\n") && text.contains(" # dim\n"))
        #expect(text.contains("light_above = ") && !text.contains("dark_below = 40"))
        let again = try run("--from", recording, "--apply", "--yes")
        #expect(again.errors.contains("has these values already"))
    }

    @Test func `too few corrections are no error`() throws {
        let quiet = Repository.fixtures + "/records/headlights-in-a-night-room.jsonl"
        let outcome = try run("--from", quiet)
        #expect(outcome.status == .exited(0))
        #expect(
            outcome.output
                == "Nothing to suggest: 0 corrections on 0 days found, 3 on 2 days needed.\n")
        let json = try run("--from", quiet, "--json")
        #expect(json.output.contains(#""ambient":{}"#), "\(json)")
    }

    @Test func `without a history nothing is suggested`() throws {
        let outcome = try run()
        #expect(outcome.status == .exited(0))
        #expect(outcome.output.hasPrefix("Nothing to suggest: 0 corrections"), "\(outcome)")
    }

    @Test func `an invalid recording is named with its line`() throws {
        let file = try home.write("hello\n", to: "bad.jsonl")
        let outcome = try run("--from", file)
        #expect(outcome.status == .exited(1))
        #expect(outcome.errors.hasPrefix("appearancectl: \(file), line 1: "), "\(outcome.errors)")
    }
}
