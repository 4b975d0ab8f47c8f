internal import AppearanceKit

/// The interpretation of values and references.
///
/// https://www.designtokens.org/tr/2025.10/format/
struct TokenValues {
    let tree: TokenTree

    /// The limit on a chain of references.
    private static let longestChain = 32

    /// Returns the value at the end of its references.
    func followed(_ value: PlacedJSON) throws(PlacedError) -> PlacedJSON {
        var value = value
        for _ in 0..<Self.longestChain {
            guard let path = try reference(in: value) else { return value }
            guard let token = tree.tokens[path] else { throw unknown(path, value) }
            value = PlacedJSON(value: token.value.value, place: token.value.place)
        }
        throw PlacedError(value, "the references go round in a circle; end it with a value")
    }

    /// Returns the token that a value refers to; `nil` if it is not a reference.
    ///
    /// The notations are `{color.accent}` and `{"$ref": "#/color/accent/$value"}`.
    func reference(in value: PlacedJSON) throws(PlacedError) -> String? {
        if let text = value.string, text.hasPrefix("{") {
            guard text.hasSuffix("}"), text.count > 2 else {
                throw PlacedError(value, "a reference is written {group.token}")
            }
            return String(text.dropFirst().dropLast())
        }
        guard let pointer = value["$ref"] else { return nil }
        guard let text = pointer.string, text.hasPrefix("#/") else {
            throw PlacedError(
                pointer, "only tokens of this file are found; write \"#/group/token\"")
        }
        var parts = text.dropFirst(2).split(separator: "/", omittingEmptySubsequences: false)
            .map { $0.replacing("~1", with: "/").replacing("~0", with: "~") }
        if parts.last == "$value" { parts.removeLast() }
        return parts.joined(separator: ".")
    }

    private func unknown(_ path: String, _ value: PlacedJSON) -> PlacedError {
        let near = Spelling.nearest(to: path, among: tree.order)
        return PlacedError(
            value,
            "there is no token \(path)" + (near.map { "; did you mean \($0)?" } ?? " in this file"))
    }

    /// Returns the token at the end of its references.
    func end(of token: TokenTree.Token) throws(PlacedError) -> TokenTree.Token {
        var token = token
        for _ in 0..<Self.longestChain {
            guard let path = try reference(in: token.value) else { return token }
            guard let next = tree.tokens[path] else { throw unknown(path, token.value) }
            token = next
        }
        throw PlacedError(
            token.value, "the references go round in a circle; end it with a value")
    }

    func color(_ value: PlacedJSON) throws(PlacedError) -> Color {
        let value = try followed(value)
        if let text = value.string {
            // The notation of drafts before 2025 and of most files.
            if let color = Color(css: text) { return color }
            throw PlacedError(value, "\"\(text)\" is not a colour; write one such as \"#0a84ff\"")
        }
        guard value.members != nil else {
            throw PlacedError(
                value,
                "a colour is { \"colorSpace\": \"srgb\", \"components\": [0, 0.5, 1] }, "
                    + "not \(value.kind)")
        }
        guard let space = value["colorSpace"], space.string == "srgb" else {
            throw PlacedError(
                value["colorSpace"] ?? value,
                "only the colour space \"srgb\" is supported; convert the components to it")
        }
        guard let list = value["components"], let components = list.elements,
            components.count == 3
        else {
            throw PlacedError(value["components"] ?? value, "\"components\" are three numbers")
        }
        return Color(
            red: try part(components[0]), green: try part(components[1]),
            blue: try part(components[2]),
            alpha: try value["alpha"].map(part) ?? 1)
    }

    private func part(_ value: PlacedJSON) throws(PlacedError) -> Double {
        if value.string == "none" { return 0 }
        guard let number = value.number, (0...1).contains(number) else {
            throw PlacedError(value, "a part of a colour is 0 to 1, not \(value.kind)")
        }
        return number
    }
}

/// Suggestions for misspelt words.
enum Spelling {
    /// Returns the known word at an edit distance of at most two; `nil` if there is none.
    static func nearest(to word: String, among known: [String]) -> String? {
        let length = word.unicodeScalars.count
        let most = min(2, length / 3)
        // The difference of the lengths is the least distance, and cheap.
        return known.filter { abs($0.unicodeScalars.count - length) <= most }
            .map { ($0, distance(word, $0)) }.filter { $0.1 <= most }.min { $0.1 < $1.1 }?.0
    }

    /// Returns the edit distance, ignoring case.
    private static func distance(_ left: String, _ right: String) -> Int {
        let right = Array(right.lowercased().unicodeScalars)
        var last = Array(0...right.count)
        for (row, scalar) in left.lowercased().unicodeScalars.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                current.append(
                    min(
                        last[column] + (scalar == other ? 0 : 1), last[column + 1] + 1,
                        current[column] + 1))
            }
            last = current
        }
        return last[right.count]
    }
}
