/// Finds the mistakes in a file by its kind.
enum Linter {
    static func findings(in path: String) throws(CommandLineError) -> [LintFinding] {
        if path.hasSuffix(".json") || path.hasSuffix(".tokens") {
            return TokenLint(file: path, source: try TokenSource.file(path)).findings
        }
        guard path.hasSuffix(".css") || path.hasSuffix(".swift") else {
            throw CommandLineError(
                "\(path): only files that end in .json, .tokens, .css or .swift can be checked.")
        }
        let bytes = try FileReading.bytes(of: path, limit: 16 * 1024 * 1024)
        let text = String(decoding: bytes, as: UTF8.self)
        let found =
            path.hasSuffix(".css")
            ? StyleSheetLint(file: path, text: text).findings
            : SwiftLint(file: path, text: text).findings
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return
            found
            .filter { one in
                // On its line a comment may say that it is meant.
                !(lines.indices.contains(one.line - 1)
                    && lines[one.line - 1].contains("tokens-allow: \(one.mistake.rawValue)"))
            }
            .sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    }
}
