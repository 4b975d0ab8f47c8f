/// One thing that is wrong with a configuration file, and where.
package struct Diagnostic: Error, Hashable, Sendable {
    /// The file as it was named to the reader.
    package var file: String
    /// The line, from 1.
    package var line: Int
    /// The character in its line, from 1.
    package var column: Int
    /// The whole dotted key; empty where the file is no TOML at all.
    package var key: String
    /// What is wrong and what would mend it, for a person.
    package var reason: String

    /// One thing that is wrong.
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
    package var description: String {
        "\(file):\(line):\(column): \(key.isEmpty ? "" : "\(key): ")\(reason)"
    }
}
