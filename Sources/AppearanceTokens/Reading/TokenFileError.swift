/// Everything that is wrong with a token file that cannot be taken, in its own order.
public struct TokenFileError: Error, Hashable, Sendable {
    /// The file as it was named to the reader.
    public let file: String
    /// At least one.
    public let diagnostics: [TokenDiagnostic]
}

extension TokenFileError: CustomStringConvertible {
    /// A line for each as compilers write it: `FILE:LINE:COLUMN: token: reason`.
    public var description: String {
        diagnostics.map { one in
            "\(file):\(one.line):\(one.column): \(one.path.isEmpty ? "" : one.path + ": ")\(one.reason)"
        }.joined(separator: "\n")
    }
}
