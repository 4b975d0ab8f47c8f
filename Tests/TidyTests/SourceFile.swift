import AppearanceTestSupport
import Testing

/// One Swift file of the tree, read as text.
struct SourceFile: Sendable, CustomTestStringConvertible {
    /// From the top of the tree.
    var path: String
    var lines: [Substring]

    init(_ path: String) throws {
        self.path = path
        lines = try Repository.text(of: path).split(
            separator: "\n", omittingEmptySubsequences: false)
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

    /// Where a pattern is found outside comments: `path:line: text`.
    func places(of pattern: Regex<Substring>) -> [String] {
        lines.enumerated().compactMap { number, line in
            let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
            guard code.firstMatch(of: pattern) != nil else { return nil }
            return "\(path):\(number + 1): \(line.trimmingPrefix { $0 == " " })"
        }
    }

    /// The folders below Sources.
    static func targets() throws -> Set<String> {
        Set(try Repository.files(under: "Sources").map { String($0.split(separator: "/")[1]) })
    }

    /// Every Swift file below a folder.
    static func all(under folder: String) throws -> [SourceFile] {
        try Repository.files(under: folder).filter { $0.hasSuffix(".swift") }.map(SourceFile.init)
    }
}
