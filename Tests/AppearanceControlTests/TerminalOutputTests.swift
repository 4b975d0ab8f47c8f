import AppearanceModel
import AppearanceProtocol
import AppearanceTestSupport
import Foundation
import Testing

/// The output of the commands on terminals of several widths and locales.
@Suite(.bounded) struct TerminalOutputTests {
    private static let commands: [[String]] = [
        ["status"], ["why"], ["sensors"], ["toggle"], ["pause", "--for", "2h"], ["feed", "300"],
        ["schedule", "--date", "2026-11-27", "--days", "3", "--sun"],
        ["schedule", "--date", "2026-11-27", "--days", "3", "--sun", "--table"],
        ["log", "--since", "2026-09-20"], ["log", "--since", "2026-09-20", "--table"],
        ["log", "--since", "2026-09-20", "--until", "2026-09-22", "--plot"], ["hooks"], ["suggest"],
        ["config", "explain", "ambient"], ["config", "check"], ["simulate", "--help"],
    ]

    private let directory: RuntimeDirectory
    private let appearancectl: Appearancectl
    private let home: TestHome

    init() throws {
        directory = try RuntimeDirectory()
        appearancectl = Appearancectl(in: directory)
        home = try TestHome()
        let corpus = Repository.root + "/Tests/Fuzzing/Corpora/history/two-runs.jsonl"
        try home.write(
            try String(contentsOfFile: corpus, encoding: .utf8),
            to: home.stateHome + "/appearanced/history.jsonl")
    }

    private func lines(
        _ command: [String], columns: Int, _ variables: [String: String] = [:]
    ) throws -> [String] {
        let daemon = try FakeDaemon(in: directory, rationale: Self.rationale)
        defer { daemon.stop() }
        let folders = [
            "HOME": home.path, "XDG_STATE_HOME": home.stateHome,
            "XDG_CONFIG_HOME": home.path + "/config",
        ]
        return try appearancectl.lines(
            command, onTerminalOfColumns: columns, folders.merging(variables) { $1 })
    }

    @Test(arguments: commands, [60, 80, 200])
    func `no line is wider than the terminal`(command: [String], columns: Int) throws {
        let lines = try lines(command, columns: columns)
        #expect(!lines.isEmpty)
        // A path that does not fit has a line of its own.
        let wide = lines.filter { $0.count > columns && $0.contains(" ") }
        #expect(wide == [])
    }

    @Test func `a narrow terminal loses no word, and columns stay below each other`() throws {
        func words(_ lines: [String]) -> [Substring] {
            lines.flatMap { $0.split { " │├└─".contains($0) } }
        }
        let wide = try lines(["why"], columns: 200)
        for columns in [1, 20, 40, 60] {
            let narrow = try lines(["why"], columns: columns)
            #expect(words(narrow) == words(wide), "\(columns)")
        }
        let narrow = try lines(["why"], columns: 60)
        #expect(
            narrow.suffix(4) == [
                "├─ limits   dark at 40 lux or less, light at 80 or more;",
                "│           night at 3 or less, dark again at 8 or more",
                "├─ waiting  to turn light: 5.25 s of 15 s",
                "└─ next     light, Sat 3 Feb 2001 22:45: sunrise",
            ])
    }

    @Test func `a dumb terminal has no drawings`() throws {
        let lines = try lines(["why"], columns: 80, ["TERM": "dumb"])
        #expect(lines.contains("  manual    ignored  none   no mode was set"), "\(lines)")
        #expect(lines.joined().allSatisfy { $0.isASCII })
    }

    @Test(arguments: [
        ["why"], ["schedule", "--date", "2026-11-27"],
        ["log", "--since", "2026-09-21T14:00:00", "--until", "2026-09-21T15:00:00", "--plot"],
    ])
    func `a locale without UTF-8 has drawings in ASCII`(command: [String]) throws {
        let drawn = try lines(command, columns: 80)
        #expect(!drawn.joined().allSatisfy { $0.isASCII })
        for locale in [["LC_ALL": "C"], ["LC_ALL": "", "LANG": "de_DE.ISO-8859-1"]] {
            let plain = try lines(command, columns: 80, locale)
            #expect(plain.joined().allSatisfy { $0.isASCII }, "\(plain)")
            #expect(plain.count == drawn.count)
        }
        for locale in ["de_DE.utf8", "ca_ES.UTF-8@valencia"] {
            let utf8 = try lines(command, columns: 80, ["LC_ALL": "", "LC_CTYPE": locale])
            #expect(utf8 == drawn, "\(locale)")
        }
    }

    /// A view as large as that would take all memory; the number of rows has the same limit.
    @Test func `a width that no terminal has is not used`() throws {
        let usual = try lines(["why"], columns: 80)
        #expect(try lines(["why"], columns: 0, ["COLUMNS": "99999999999"]) == usual)
        #expect(try lines(["why"], columns: 0, ["COLUMNS": "60"]) != usual)
    }

    @Test func `the schedule as a table has each day once and its changes in order`() throws {
        let place = ["--latitude", "69.65", "--longitude", "18.96", "--time-zone", "Europe/Oslo"]
        let days = ["schedule", "--table", "--date", "2026-11-27", "--days", "2", "--sun"]
        let lines = try lines(days + place, columns: 100)
        #expect(lines.first?.hasPrefix("Latitude 69.65") == true)
        // The sentence about the night ends the output.
        let headings = lines.prefix { !$0.hasPrefix("Night also needs") }
            .filter { !$0.hasPrefix(" ") }.dropFirst()
        #expect(
            headings.map { String($0.prefix { $0 != "," }) } == [
                "Friday 2026-11-27", "Saturday 2026-11-28",
            ])
        #expect(lines[2] == "  00:00  night, as the day before", "\(lines)")
        let times = lines.dropFirst(2).prefix { $0.hasPrefix(" ") }.map { $0.prefix(7) }
        #expect(times == times.sorted() && times.count > 4)
    }

    private static let rationale = VerbTests.rationale
}
