import AppearanceTestSupport
import Foundation
import Testing

/// One Swift file of the tree, read as text.
struct SourceFile: Sendable, CustomTestStringConvertible {
    /// From the top of the tree.
    var path: String
    var text: String
    var lines: [Substring]

    init(_ path: String) throws {
        self.path = path
        text = try Repository.text(of: path)
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    var testDescription: String { path }

    /// The file's name without its folder and ending.
    var name: String {
        String(path.split(separator: "/").last?.dropLast(".swift".count) ?? "")
    }

    /// The folder below Sources or Tests, which is the target.
    var target: String { String(path.split(separator: "/")[1]) }

    /// The modules it imports.
    var imports: [String] {
        let pattern =
            /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)/
        return lines.compactMap { $0.firstMatch(of: pattern).map { String($0.1) } }
    }

    /// The lines in which a pattern is found, each once, by index.
    ///
    /// NSRegularExpression searches the whole text much faster than a `Regex` each line. `\s` matches
    /// the end of a line too, and `[^\S\n]` the other white space.
    func lines(matching pattern: String) throws -> [Int] {
        let expression = try NSRegularExpression(pattern: pattern, options: .anchorsMatchLines)
        var found: [Int] = []
        for match in expression.matches(in: text, range: NSRange(text.startIndex..., in: text)) {
            guard let start = Range(match.range, in: text)?.lowerBound else { continue }
            let index = lines[(found.last ?? 0)...].firstIndex { start <= $0.endIndex }
            if let index, index != found.last { found.append(index) }
        }
        return found
    }

    /// Returns the places of a pattern outside comments, as `path:line: text`.
    func places(of pattern: String) throws -> [String] {
        try lines(matching: "^(?:(?!//).)*?(?:\(pattern))").map(place(ofLine:))
    }

    /// A line as `path:line: text`.
    func place(ofLine index: Int) -> String {
        "\(path):\(index + 1): \(lines[index].trimmingPrefix(while: \.isWhitespace))"
    }

    /// The folders below Sources.
    static func targets() throws -> Set<String> {
        Set(try Repository.files(under: "Sources").map { String($0.split(separator: "/")[1]) })
    }

    private static let tree = Result {
        try Repository.files().filter { $0.hasSuffix(".swift") }.map(SourceFile.init)
    }

    /// Every Swift file below a folder.
    static func all(under folder: String) throws -> [SourceFile] {
        try tree.get().filter { $0.path.hasPrefix(folder + "/") }
    }
}
