import AppearanceTestSupport
import Foundation
import Testing

/// The language of comments, messages, test names and documents.
///
/// Sentences name their subject, and use the standard words of the field.
@Suite(.bounded) struct LanguageTests {
    /// The Swift files with text of this project, by the first two folders of their path.
    private static func swiftFiles() throws -> [String: [SourceFile]] {
        let files = try ["Sources", "Tests", "Benchmarks", "Examples"]
            .flatMap(SourceFile.all(under:))
        return Dictionary(grouping: files) {
            $0.path.split(separator: "/").prefix(2).joined(separator: "/")
        }
    }

    /// The documentation comments of a file that do not begin with their subject.
    private static func commentsWithoutSubject(in file: SourceFile) throws -> [String] {
        let start =
            #"^[^\S\n]*/// (?:What|Who|Whoever|Where|That|One (?:that|who)|Nobody|Somebody)\b"#
        return try file.lines(matching: start)
            .filter { $0 == 0 || !Self.isComment(file.lines[$0 - 1]) }.map(file.place(ofLine:))
    }

    private static func isComment(_ line: Substring) -> Bool {
        line.drop(while: \.isWhitespace).hasPrefix("///")
    }

    @Test func `a documentation comment begins with its subject`() throws {
        let found = try Self.swiftFiles().mapValues {
            try $0.flatMap(Self.commentsWithoutSubject)
        }
        #expect(found.count > 40)
        for (folder, comments) in found {
            #expect(comments == [], "in \(folder)")
        }
    }

    @Test func `a test name begins with its subject`() throws {
        let start = #"\bfunc `(?:what|who|whoever|one (?:that|who)|nobody|somebody)\b"#
        let files = try SourceFile.all(under: "Tests")
        #expect(try files.contains { try !$0.lines(matching: #"\bfunc `a "#).isEmpty })
        let found = try files.flatMap { file in
            try file.lines(matching: start).map(file.place(ofLine:))
        }
        #expect(found == [])
    }

    /// Each phrase has a standard word: unavailable, invalid, again, stays in effect.
    ///
    /// The fixtures quote other programs, and this file has the phrases themselves.
    @Test func `sources, tests and documents use standard words`() throws {
        let phrases = [
            "not to be had", "makes? no sense", "anew", "holds on", "word for word",
            "keeps? (?:its|their) promises?",
        ]
        let endings = [".md", ".scd", ".toml", ".xml", ".varlink", ".swift", ".py", ".c", ".h"]
        let folders = ["Sources/", "Tests/", "Benchmarks/", "Examples/"]
        let exempt = ["Tests/Fixtures/", "Tests/Fuzzing/Corpora/", "Tests/TidyTests/LanguageTests"]
        let paths = try Repository.files().filter { path in
            let isCode = folders.contains(where: path.hasPrefix)
            return !exempt.contains(where: path.hasPrefix)
                && (endings.contains(where: path.hasSuffix) || isCode && !path.contains("."))
        }
        for path in ["README.md", "Benchmarks/run", "Tests/Support/bus_client.py"] {
            #expect(paths.contains(path))
        }
        let pattern = #"(?i)\b(?:\#(phrases.joined(separator: "|")))\b"#
        let found = try paths.flatMap { path in
            let file = try SourceFile(path)
            return try file.lines(matching: pattern).map(file.place(ofLine:))
        }
        #expect(found == [])
    }
}
