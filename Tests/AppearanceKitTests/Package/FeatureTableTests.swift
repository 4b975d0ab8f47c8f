import AppearanceTestSupport
import Testing

/// The table of features in docs/seeds.md.
@Suite(.bounded) struct FeatureTableTests {
    @Test func `every feature has a test that exists`() throws {
        let rows = try Repository.text(of: "docs/seeds.md")
            .matches(of: /(?m)^\| (\d+) \| [^|]+ \| `([^`]+)` \|$/)
        #expect(rows.compactMap { Int($0.output.1) } == Array(1...51))
        let sources = try Repository.files(under: "Tests").filter { $0.hasSuffix("Tests.swift") }
            .map { try Repository.text(of: $0) }
        for row in rows {
            let name = String(row.output.2)
            let declarations = ["func `\(name)`(", "func \(name)("]
            let isTest = sources.contains { source in declarations.contains(where: source.contains)
            }
            #expect(isTest, "no test is named \(name)")
        }
    }
}
