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
