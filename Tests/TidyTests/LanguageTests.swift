import AppearanceTestSupport
import Foundation
import Testing

/// The language of comments, messages and documents.
///
/// Sentences name their subject, and use the standard words of the field.
@Suite(.bounded) struct LanguageTests {
    /// The documentation comments of a file that do not begin with their subject.
    private static func commentsWithoutSubject(in file: SourceFile) throws -> [String] {
        let start = #"^[^\S\n]*/// (?:What|Who|Whoever|Where|That|One that)\b"#
        return try file.lines(matching: start)
            .filter { $0 == 0 || !Self.isComment(file.lines[$0 - 1]) }.map(file.place(ofLine:))
    }

    private static func isComment(_ line: Substring) -> Bool {
        line.drop(while: \.isWhitespace).hasPrefix("///")
    }

    @Test func `a documentation comment begins with its subject`() throws {
        let found = try Dictionary(grouping: SourceFile.all(under: "Sources"), by: \.target)
            .mapValues { try $0.flatMap(Self.commentsWithoutSubject) }
        #expect(found.count > 15)
        for (target, comments) in found {
            #expect(comments == [], "in \(target)")
        }
    }

    /// Each phrase has a standard word: unavailable, invalid, again, stays in effect.
    @Test func `sources and documents use standard words`() throws {
        let phrase = /\b(?:not to be had|makes? no sense|anew|holds on)\b/.ignoresCase()
        let isDocument = { (path: String) in
            [".md", ".scd", ".toml", ".xml", ".varlink"].contains(where: path.hasSuffix)
                && !path.hasPrefix("Tests/")
        }
        let paths = try Repository.files()
            .filter { isDocument($0) || ($0.hasPrefix("Sources/") && $0.hasSuffix(".swift")) }
        #expect(paths.contains("README.md"))
        var found: [String] = []
        for path in paths {
            let lines = try Repository.text(of: path).components(separatedBy: "\n")
            for (number, line) in lines.enumerated() where line.firstMatch(of: phrase) != nil {
                found.append("\(path):\(number + 1): \(line)")
            }
        }
        #expect(found == [])
    }
}
