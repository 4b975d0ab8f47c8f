/// All diagnostics of an invalid file, in the order of their places.
public struct FileError: Error, Hashable, Sendable {
    /// The diagnostics, at least one.
    public let diagnostics: [Diagnostic]

    /// Creates an error; `nil` if there are no diagnostics.
    package init?(_ diagnostics: [Diagnostic]) {
        guard !diagnostics.isEmpty else { return nil }
        self.diagnostics = diagnostics.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    }

    /// Creates the error of a file with one problem.
    package init(_ diagnostic: Diagnostic) { diagnostics = [diagnostic] }

    /// The number of diagnostics that are printed; the others are only counted.
    package static let mostWritten = 20

    /// The first diagnostics, one a line, and the number of those left out.
    package var lines: [String] {
        let lines = diagnostics.prefix(Self.mostWritten).map(\.description)
        let rest = diagnostics.count - lines.count
        guard rest > 0 else { return lines }
        let file = diagnostics.first?.file ?? ""
        return lines + ["\(file): and \(rest) more \(rest == 1 ? "problem" : "problems")"]
    }
}

extension FileError: CustomStringConvertible {
    /// The first diagnostics, one a line, and the number of those left out.
    public var description: String { lines.joined(separator: "\n") }
}

/// One problem in a file, with its place.
public struct Diagnostic: Hashable, Sendable {
    /// The name of the file as it was given to the reader.
    public let file: String
    /// The line, from 1.
    public let line: Int
    /// The character in its line, from 1.
    public let column: Int
    /// The whole dotted key, or the token, such as `color.accent`; empty if the file cannot be
    /// parsed.
    public let key: String
    /// The problem and its remedy, for a person.
    public let reason: String

    /// Creates a diagnostic.
    package init(file: String, line: Int, column: Int, key: String, reason: String) {
        self.file = file
        self.line = line
        self.column = column
        self.key = key
        self.reason = reason
    }
}

extension Diagnostic: CustomStringConvertible {
    /// One line as compilers write it: `FILE:LINE:COLUMN: key: reason`.
    public var description: String {
        "\(file):\(line):\(column): \(key.isEmpty ? "" : "\(key): ")\(reason)"
    }
}
