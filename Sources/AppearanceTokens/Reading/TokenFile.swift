public import AppearanceKit

// An app that reads a token file names its errors, which are shared with the configuration file.
@_exported public import struct AppearanceModel.Diagnostic
@_exported public import struct AppearanceModel.FileError

/// The tokens of a file, or of several: those of the set, and all others.
///
/// ```swift
/// let file = try TokenFile(w3c: bytes, file: "brand.tokens.json")
/// draw(file.tokens.button(.primary, in: traits))
/// let css = file.css          // has the other tokens too
/// ```
///
/// https://www.designtokens.org/tr/2025.10/format/
public struct TokenFile: Sendable {
    package struct Entry: Sendable {
        /// The path, such as `color.accent`.
        package let path: String
        /// The name of the file.
        package let file: String
        /// The line, from 1.
        package let line: Int
        /// The column, from 1.
        package let column: Int
        /// The token that it refers to; `nil` if it has a value of its own.
        package let refersTo: String?
        /// Whether it has a value for high contrast.
        package let hasHighContrast: Bool
    }

    /// The tokens of the set, with those of the files over the base set.
    public let tokens: DesignTokens
    /// The tokens that the set does not have, in the order of the files.
    public let otherTokens: [OtherToken]
    /// The tokens in the order of the files.
    package let entries: [Entry]
    /// The files as they were written, merged.
    let source: PlacedJSON
    /// Whether a resolver file has contexts for appearances.
    private let hasContexts: Bool

    /// Parses a file in the format of the W3C's Design Tokens Community Group, over a base set.
    ///
    /// The `$value` of a colour is for light; values for other appearances are in `$extensions`, below
    /// `io.github.appearanced`, or below the names of Terrazzo and Primer. A resolver file combines others,
    /// which `read` returns by their paths, those that it names from its folder on. Where a modifier has
    /// contexts such as `light` and `dark`, they are the values for these appearances, and `contexts` chooses
    /// those of other modifiers. A file whose name ends in `.json5` may have comments. The former format of
    /// Style Dictionary is read too.
    ///
    /// - Throws: `TokenFileError` with all diagnostics if it is invalid.
    public init(
        w3c bytes: [UInt8], file: String = "tokens.json", over base: DesignTokens = .standard,
        contexts: [String: String] = [:],
        reading read: @escaping (String) -> [UInt8]? = { _ in nil }
    ) throws(TokenFileError) {
        try self.init([(bytes, file)], over: base, contexts: contexts, reading: read)
    }

    /// Parses several files, of which a later one replaces the tokens of those before it.
    public init(
        _ files: [(bytes: [UInt8], file: String)], over base: DesignTokens = .standard,
        contexts: [String: String] = [:],
        reading read: @escaping (String) -> [UInt8]? = { _ in nil }
    ) throws(TokenFileError) {
        let documents = try TokenSources(contexts: contexts, read: read).documents(of: files)
        var readers: [(traits: Traits, reader: TokenReader)] = []
        for (traits, document) in documents {
            var reader = TokenReader(document, over: base)
            reader.read()
            if let error = TokenFileError(reader.diagnostics) { throw error }
            readers.append((traits, reader))
        }
        guard let first = readers.first?.reader else {
            preconditionFailure("light is always there")
        }
        var tokens = first.tokens
        for (traits, reader) in readers.dropFirst() { tokens.palette.take(reader, for: traits) }
        self.tokens = tokens
        otherTokens = OtherToken.all(of: readers)
        entries = first.entries
        source = first.tree.document.root
        hasContexts = readers.count > 1
    }
}

extension Palette {
    /// Takes the colours that a file has for other traits than those of light.
    fileprivate mutating func take(_ reader: TokenReader, for traits: Traits) {
        for token in reader.tokens.palette.tokens
        where reader.tree.tokens["\(ColorToken.group).\(token.rawValue)"] != nil {
            let color = reader.tokens.palette[token].light
            // A value for night is black and red alone.
            guard traits.appearance != .night || color.green == 0 && color.blue == 0 else {
                continue
            }
            self[token][traits.appearance, traits.contrast] = color
        }
    }
}

extension DesignTokens {
    /// Parses a file in the format of the W3C's Design Tokens Community Group.
    ///
    /// ```swift
    /// let tokens = try DesignTokens(w3c: bytes, file: "brand.tokens.json")
    /// ```
    ///
    /// The file is applied to a base set, so a brand's file may have a single token. Tokens that the set does
    /// not have are left out; ``TokenFile`` has them too.
    public init(
        w3c bytes: [UInt8], file: String = "tokens.json", over base: DesignTokens = .standard
    ) throws(TokenFileError) {
        self = try TokenFile(w3c: bytes, file: file, over: base).tokens
    }

    /// The set in the format of the W3C; parsing it returns the same set, unless two of its colours
    /// have the same name in a style sheet.
    public var w3c: String { TokenWriter(tokens: self).document.text() }
}

extension TokenFile {
    /// The set as a style sheet for web pages, with a custom property for each other token that has a value in
    /// CSS; see `DesignTokens.css`.
    public var css: String { CSSExport(tokens: tokens, others: otherTokens).text }

    /// All tokens in the format of the W3C, with the descriptions and the extensions of other tools.
    public var w3c: String {
        let writer = TokenWriter(tokens: tokens)
        var document = TokenMerge.merging(writer.document, with: source)
        // The values of a resolver file's contexts are in no token.
        for token in otherTokens where hasContexts {
            guard let colors = token.colors, colors.dark != colors.light else { continue }
            document = TokenMerge.adding(
                .object([.init("dark", writer.color(colors.dark))]), to: document,
                at: token.path.split(separator: ".").map(String.init)[...])
        }
        return document.text()
    }

    /// The tokens whose values CSS cannot have, each with the reason.
    public var tokensWithoutCSS: [(path: String, reason: String)] {
        otherTokens.compactMap { token in token.problem.map { (token.path, $0) } }
    }
}

/// A reader of files, and of those that a resolver file names, into a document for each appearance.
private struct TokenSources {
    let contexts: [String: String]
    let read: (String) -> [UInt8]?

    private static let mostFiles = 1000

    /// Returns the documents for each appearance and contrast that the files distinguish, light first.
    func documents(
        of files: [(bytes: [UInt8], file: String)]
    ) throws(TokenFileError) -> [(traits: Traits, document: TokenDocument)] {
        var names = files.map(\.file)
        var loaded: [String: PlacedJSON] = [:]
        func parse(_ bytes: [UInt8], _ name: String, _ number: Int) throws(PlacedError)
            -> PlacedJSON
        {
            let isJSON5 = name.hasSuffix(".json5")
            return EarlierFormat.converted(
                try JSONReader.read(bytes, file: number, isJSON5: isJSON5))
        }
        do throws(PlacedError) {
            var roots: [PlacedJSON] = []
            for (number, file) in files.enumerated() {
                roots.append(try parse(file.bytes, file.file, number))
            }
            var found: [(traits: Traits, roots: [PlacedJSON])] = [(Traits(), [])]
            for (number, root) in roots.enumerated() {
                let folder = Self.folder(of: files[number].file)
                let resolver = ResolverDocument(root, inputs: contexts) {
                    written, reference throws(PlacedError) in
                    let path = written.hasPrefix("/") ? written : folder + written
                    if let root = loaded[path] { return root }
                    guard names.count < Self.mostFiles, let bytes = read(path) else {
                        throw PlacedError(reference, "\(path) cannot be read")
                    }
                    names.append(path)
                    let root = try parse(bytes, path, names.count - 1)
                    loaded[path] = root
                    return root
                }
                if let resolver {
                    found = Self.product(found, try resolver.sources())
                } else {
                    for index in found.indices { found[index].roots.append(root) }
                }
            }
            var documents: [(traits: Traits, document: TokenDocument)] = []
            for (traits, roots) in found {
                documents.append((traits, try TokenDocument(roots, files: names)))
            }
            return documents
        } catch {
            throw TokenFileError(
                Diagnostic(
                    file: names.indices.contains(error.place.file) ? names[error.place.file] : "",
                    line: error.place.line, column: error.place.column, key: "",
                    reason: error.problem))
        }
    }

    /// Returns the path of the folder of a file, with the slash at its end; empty for the present one.
    private static func folder(of file: String) -> Substring {
        file.lastIndex(of: "/").map { file[...$0] } ?? ""
    }

    /// Returns the files before a resolver file for each of the traits that it distinguishes, then its own.
    private static func product(
        _ before: [(traits: Traits, roots: [PlacedJSON])],
        _ own: [(traits: Traits, roots: [PlacedJSON])]
    ) -> [(traits: Traits, roots: [PlacedJSON])] {
        let every =
            own.map(\.traits)
            + before.map(\.traits).filter { traits in !own.contains { $0.traits == traits } }
        return every.map { traits in
            func roots(_ list: [(traits: Traits, roots: [PlacedJSON])]) -> [PlacedJSON] {
                (list.first { $0.traits == traits } ?? list.first)?.roots ?? []
            }
            return (traits, roots(before) + roots(own))
        }
    }
}

extension TokenReader {
    fileprivate var entries: [TokenFile.Entry] {
        tree.order.compactMap { path in
            guard let token = tree.tokens[path] else { return nil }
            return TokenFile.Entry(
                path: path, file: tree.document.name(token.place), line: token.place.line,
                column: token.place.column,
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
