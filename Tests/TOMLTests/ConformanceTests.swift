import AppearanceTestSupport
import Foundation
import TOML
import Testing

/// The toml-test corpus: valid files with their values, and invalid files.
@Suite(.bounded) struct ConformanceTests {
    @Test func `the corpus is complete`() {
        #expect(Corpus.valid.count == 148)
        #expect(Corpus.invalid.count == 418)
    }

    @Test(arguments: Corpus.valid)
    func `a valid file has the expected tagged JSON`(_ file: String) throws {
        let table = try TOMLTable(parsing: try Corpus.bytes(of: file))
        let json = Data(try Corpus.bytes(of: file.replacing(".toml", with: ".json")))
        #expect(Tagged(table) == (try Tagged(json: json)))
    }

    @Test(arguments: Corpus.invalid)
    func `an invalid file is refused with a position in it`(_ file: String) throws {
        let bytes = try Corpus.bytes(of: file)
        let error = try #require(throws: TOMLError.self) { try TOMLTable(parsing: bytes) }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        try #require((1...lines.count).contains(error.place.line))
        #expect((1...lines[error.place.line - 1].count + 1).contains(error.place.column))
    }
}
