import Foundation

/// A committed file, or a part of one, that is rendered from the code.
///
/// It is compared with the code; for scripts/render it is written first.
package struct RenderedFile {
    private static let writes = ProcessInfo.processInfo.environment["RENDER_FILES"] == "1"
    private let path: String

    /// The file at a path from the top of the tree.
    package init(_ path: String) { self.path = path }

    /// The remedy if the file differs.
    package var remedy: String { "run scripts/render, and commit \(path)" }

    /// Returns whether the file has a text.
    package func has(_ text: String) throws -> Bool {
        if Self.writes {
            try text.write(
                toFile: Repository.root + "/" + path, atomically: true, encoding: .utf8)
        }
        return try Repository.text(of: path) == text
    }

    /// Returns whether the file has a text between two of its lines, which are once in it.
    package func has(_ text: String, between first: String, and last: String) throws -> Bool {
        let whole = try Repository.text(of: path)
        guard let start = whole.range(of: first), let end = whole.range(of: last) else {
            throw HarnessFailure("\(path) lacks the line \(first) or \(last)")
        }
        return try has(String(whole[..<start.upperBound]) + text + whole[end.lowerBound...])
    }
}
