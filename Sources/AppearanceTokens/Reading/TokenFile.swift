public import AppearanceKit

// An app that reads a token file names its errors, which are shared with the configuration file.
@_exported public import struct AppearanceModel.Diagnostic
@_exported public import struct AppearanceModel.FileError

/// A valid token file: its tokens, and the position of each.
package struct TokenFile {
    package struct Entry {
        /// The path, such as `color.accent`.
        package let path: String
        /// The line, from 1.
        package let line: Int
        /// The column, from 1.
        package let column: Int
        /// The token that it refers to; `nil` if it has a value of its own.
        package let refersTo: String?
        /// Whether it has a value for high contrast.
        package let hasHighContrast: Bool
    }

    /// The tokens of the file over those of the base set.
    package let tokens: DesignTokens
    /// The tokens in the order of the file.
    package let entries: [Entry]

    /// Parses a file.
    ///
    /// - Throws: `TokenFileError` with all diagnostics if it is invalid.
    package init(
        _ bytes: [UInt8], file: String, over base: DesignTokens = .standard
    ) throws(TokenFileError) {
        let root: PlacedJSON
        do throws(PlacedError) {
            root = try JSONReader.read(bytes)
        } catch {
            throw TokenFileError(
                Diagnostic(
                    file: file, line: error.place.line, column: error.place.column, key: "",
                    reason: error.problem))
        }
        var reader = TokenReader(root, of: file, over: base)
        reader.read()
        if let error = TokenFileError(reader.diagnostics) { throw error }
        tokens = reader.tokens
        entries = reader.entries
    }
}

extension DesignTokens {
    /// Parses a file in the format of the W3C's Design Tokens Community Group.
    ///
    /// ```swift
    /// let tokens = try DesignTokens(w3c: bytes, file: "brand.tokens.json")
    /// ```
    ///
    /// The file is applied to a base set, so a brand's file may have a single token. The `$value` of a
    /// colour is for light; values for other appearances are in `$extensions`, below
    /// `io.github.appearanced`. Unknown tokens may be referred to and are otherwise ignored.
    /// https://www.designtokens.org/tr/2025.10/format/
    public init(
        w3c bytes: [UInt8], file: String = "tokens.json", over base: DesignTokens = .standard
    ) throws(TokenFileError) {
        self = try TokenFile(bytes, file: file, over: base).tokens
    }

    /// The set in the format of the W3C; parsing it returns the same set, unless two of its colours
    /// have the same name in a style sheet.
    public var w3c: String { TokenWriter(tokens: self).document.text() }
}

extension TokenReader {
    fileprivate var entries: [TokenFile.Entry] {
        tree.order.compactMap { path in
            guard let token = tree.tokens[path] else { return nil }
            return TokenFile.Entry(
                path: path, line: token.place.line, column: token.place.column,
                refersTo: (try? values.reference(in: token.value)) ?? nil,
                hasHighContrast: (try? values.resolved(token))?.extensions?["high-contrast"] != nil)
        }
    }
}

/// A token whose path consists of its group and its name.
protocol GroupedToken: RawRepresentable where RawValue == String {
    static var group: String { get }
    /// An example, for an error message.
    static var example: String { get }
}

extension ColorToken: GroupedToken {
    static let (group, example) = ("color", "accent")
}

extension SpacingToken: GroupedToken {
    static let (group, example) = ("spacing", "md")
}

extension RadiusToken: GroupedToken {
    static let (group, example) = ("radius", "lg")
}

extension ShadowToken: GroupedToken {
    static let (group, example) = ("shadow", "md")
}

extension TextToken: GroupedToken {
    static let (group, example) = ("text", "label")
}

/// The diagnostics of an invalid token file, in the order of the file.
public typealias TokenFileError = FileError
