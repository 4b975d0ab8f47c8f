import AppearanceTestSupport
import Testing

/// The rows of docs/reliability.md and the tests that carry their numbers.
@Suite(.bounded) struct ReliabilityTests {
    private let rows: [String: String]
    private let traits: Set<String>

    /// The rows of the document and the numbers on tests, found once for all cases.
    private static let found = Result {
        let lines = try Repository.text(of: "docs/reliability.md")
            .matches(of: /(?m)^\| ([A-Z]\d+) \| (.+) \|$/)
        let rows = Dictionary(
            lines.map { (String($0.output.1), String($0.output.2)) }, uniquingKeysWith: { $1 })
        let traits = Set(
            try SourceFile.all(under: "Tests").filter { $0.name != "ReliabilityTests" }
                .flatMap { $0.lines.joined(separator: "\n").matches(of: /\.row\(([^)]*)\)/) }
                .flatMap { $0.output.1.matches(of: /"([A-Z]\d+)"/) }
                .map { String($0.output.1) })
        return (rows, traits)
    }

    init() throws { (rows, traits) = try Self.found.get() }

    @Test(
        arguments: [("T", 14), ("S", 20), ("D", 17), ("U", 10), ("C", 12), ("P", 8)]
            as [(
                String, Int
            )])
    func `every fault of the list has a row`(_ group: String, _ count: Int) {
        for number in 1...count { #expect(rows[group + "\(number)"] != nil, "\(group)\(number)") }
    }

    @Test func `every number is that of one row, and every status is one of the daemon`() throws {
        let text = try Repository.text(of: "docs/reliability.md")
        let numbers = text.matches(of: /(?m)^\| ([A-Z]\d+) \|/).map { String($0.output.1) }
        let twice = Dictionary(grouping: numbers) { $0 }.filter { $1.count > 1 }.keys
        #expect(twice.sorted() == [])
        let reasons = try Repository.text(of: "Sources/Linux/Process/CurrentProcess.swift")
        let known = Set(reasons.matches(of: /case \w+ = (\d+)/).map { String($0.output.1) })
        #expect(known.count > 3)
        // The command line has statuses of its own.
        for line in text.split(separator: "\n") where !line.contains("appearancectl") {
            for status in line.matches(of: /exits? with (\d+)/) {
                #expect(known.contains(String(status.output.1)), "\(line)")
            }
        }
    }

    @Test func `every row has a test or a reason against one`() {
        for (number, text) in rows {
            let saysWhyNot = text.contains("No test")
            #expect(
                traits.contains(number) != saysWhyNot,
                "\(number): add .row(\"\(number)\") to a test, or “No test: …” to the row")
        }
    }

    @Test func `every row that a test names exists`() {
        #expect(traits.subtracting(rows.keys).sorted() == [], "add it to docs/reliability.md")
    }

    @Test func `every promise of SECURITY.md names its tests`() throws {
        let parts = try Repository.text(of: "SECURITY.md")
            .split(separator: "## Threat model")
        let table = parts[1].split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
        #expect(table.count >= 10)
        let suites = try SourceFile.all(under: "Tests").map(\.name)
        for promise in table {
            let names = promise.dropFirst(2).dropLast(2).split(separator: " | ").last?
                .split(separator: ", ").map(String.init)
            let unknown = names?.filter { rows[$0] == nil && !suites.contains($0) }
            #expect(unknown == [], "\(promise)")
        }
    }

    @Test func `no program opens an Internet address, and none is installed setuid`() throws {
        let files = try Repository.files(under: "Sources").filter { !$0.hasSuffix(".md") }
        let places = try files.flatMap {
            try SourceFile($0).places(
                of: #"\b(?:[AP]F_INET6?|sockaddr_in6?|getaddrinfo|URLSession)\b"#)
        }
        #expect(places == [])
        let modes = try Repository.text(of: "scripts/install").matches(of: /\bput (\d+)/)
        #expect(Set(modes.map(\.output.1)) == ["0644", "0755"])
    }
}
