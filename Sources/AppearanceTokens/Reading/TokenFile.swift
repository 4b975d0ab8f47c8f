package import AppearanceKit

/// A token file that could be read: what it means, and where each token of it stands.
package struct TokenFile {
    /// One token as it is written.
    package struct Entry {
        /// Such as `color.accent`.
        package let path: String
        /// The line, from 1.
        package let line: Int
        /// The character in its line, from 1.
        package let column: Int
        /// The token that stands for its value; nil where it has one of its own.
        package let refersTo: String?
        /// What it is on a light ground; nil where it is no colour.
        package let color: Color?
        /// Whether it says what it is where text must stand out more.
        package let hasHighContrast: Bool
    }

    /// The set, with what the file does not name as it is in the set below.
    package let tokens: DesignTokens
    /// Every token, in the order of the file.
    package let entries: [Entry]

    /// Reads a file, or says everything that is wrong with it.
    package init(
        _ bytes: [UInt8], file: String, over base: DesignTokens = .standard
    ) throws(TokenFileError) {
        let root: PlacedJSON
        do throws(JSONReader.Failure) {
            root = try JSONReader.read(bytes)
        } catch {
            throw TokenFileError(
                file: file, diagnostics: [TokenDiagnostic(error.place, "", error.reason)])
        }
        var reader = TokenReader(root, over: base)
        reader.read()
        guard reader.diagnostics.isEmpty else {
            throw TokenFileError(
                file: file,
                diagnostics: reader.diagnostics.sorted {
                    ($0.line, $0.column) < ($1.line, $1.column)
                })
        }
        tokens = reader.tokens
        entries = reader.entries
    }
}

extension TokenReader {
    fileprivate var entries: [TokenFile.Entry] {
        tree.order.compactMap { path in
            guard let token = tree.tokens[path] else { return nil }
            let end = try? values.end(of: token)
            let isColor = (token.type ?? end?.type) == "color"
            return TokenFile.Entry(
                path: path, line: token.place.line, column: token.place.column,
                refersTo: (try? values.reference(in: token.value)) ?? nil,
                color: isColor ? end.flatMap { try? values.color($0.value) } : nil,
                hasHighContrast: (token.extensions ?? end?.extensions)?["high-contrast"] != nil)
        }
    }
}

/// A token whose path is the name of its group and its own.
protocol GroupedToken: RawRepresentable where RawValue == String {
    static var group: String { get }
    /// One of them, for a person who has written none.
    static var example: String { get }
}

extension ColorToken: GroupedToken {
    static var group: String { "color" }
    static var example: String { "accent" }
}

extension SpacingToken: GroupedToken {
    static var group: String { "spacing" }
    static var example: String { "md" }
}

extension RadiusToken: GroupedToken {
    static var group: String { "radius" }
    static var example: String { "lg" }
}

extension ShadowToken: GroupedToken {
    static var group: String { "shadow" }
    static var example: String { "md" }
}

extension TextToken: GroupedToken {
    static var group: String { "text" }
    static var example: String { "label" }
}

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

/// One thing that is wrong with a token file, where, and what would mend it.
public struct TokenDiagnostic: Hashable, Sendable {
    /// The line, from 1.
    public let line: Int
    /// The character in its line, from 1.
    public let column: Int
    /// The token, such as `color.accent`; empty where the file is no JSON at all.
    public let path: String
    /// What is wrong.
    public let reason: String

    init(_ place: PlacedJSON.Place, _ path: String, _ reason: String) {
        line = place.line
        column = place.column
        self.path = path
        self.reason = reason
    }
}
