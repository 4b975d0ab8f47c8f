internal import AppearanceKit

/// The interpretation of values and references.
///
/// https://www.designtokens.org/tr/2025.10/format/
struct TokenValues {
    let tree: TokenTree
    /// The set below the file, for references to tokens that the file does not have.
    let base: BaseTree

    private static let longestChain = 32

    func token(_ path: String) -> TokenTree.Token? { tree.tokens[path] ?? base.tree?.tokens[path] }

    /// Returns the value at the end of its references.
    func followed(_ value: PlacedJSON) throws(PlacedError) -> PlacedJSON {
        var value = value
        for _ in 0..<Self.longestChain {
            if let path = try reference(in: value) {
                guard let token = token(path) else { throw unknown(path, value) }
                value = token.value
            } else if let part = try part(in: value) {
                value = part
            } else {
                return value
            }
        }
        throw Self.tooLong(value)
    }

    /// Returns the part of a token's value that a value refers to; `nil` if it does not.
    ///
    /// The notation is `{"$ref": "#/color/accent/$value/components/0"}`.
    private func part(in value: PlacedJSON) throws(PlacedError) -> PlacedJSON? {
        guard let pointer = value["$ref"], let text = pointer.string else { return nil }
        guard let part = tree.document.value(at: String(text.dropFirst())) else {
            throw PlacedError(pointer, "there is nothing at \(text) in this file")
        }
        return part["$value"] ?? part
    }

    /// Returns the token that a value refers to; `nil` if it is not a reference to one.
    ///
    /// The notations are `{color.accent}` and `{"$ref": "#/color/accent/$value"}`.
    func reference(in value: PlacedJSON) throws(PlacedError) -> String? {
        if let text = value.string, text.hasPrefix("{") {
            guard text.hasSuffix("}"), text.count > 2 else {
                throw PlacedError(value, "a reference is written {group.token}")
            }
            return Self.path(String(text.dropFirst().dropLast()))
        }
        guard let pointer = value["$ref"] else { return nil }
        guard let text = pointer.string, text.hasPrefix("#/") else {
            throw PlacedError(
                pointer, "only tokens of this file are found; write \"#/group/token\"")
        }
        var parts = text.dropFirst(2).split(separator: "/", omittingEmptySubsequences: false)
            .map { $0.replacing("~1", with: "/").replacing("~0", with: "~") }
        if parts.last == "$value" { parts.removeLast() }
        guard !parts.contains("$value") else { return nil }
        return Self.path(parts.joined(separator: "."))
    }

    private static func path(_ written: String) -> String {
        let end = "." + TokenTree.root
        return written.hasSuffix(end) ? String(written.dropLast(end.count)) : written
    }

    private func unknown(_ path: String, _ value: PlacedJSON) -> PlacedError {
        let near = Spelling.nearest(to: path, among: tree.order)
        return PlacedError(
            value,
            "there is no token \(path)" + (near.map { "; did you mean \($0)?" } ?? " in this file"))
    }

    /// Returns a token with the value at the end of its references; a type and extensions that it lacks
    /// are those of the first token on the way that has them.
    func resolved(_ token: TokenTree.Token) throws(PlacedError) -> TokenTree.Token {
        var token = token
        for _ in 0..<Self.longestChain {
            guard let path = try reference(in: token.value) else { return token }
            guard let next = self.token(path) else { throw unknown(path, token.value) }
            token.value = next.value
            token.type = token.type ?? next.type
            if token.modes == nil { token.extensions = token.extensions ?? next.extensions }
            if token.extensions == nil { token.modes = token.modes ?? next.modes }
        }
        throw Self.tooLong(token.value)
    }

    private static func tooLong(_ value: PlacedJSON) -> PlacedError {
        PlacedError(
            value,
            "the references go round in a circle, or over more than \(longestChain); end them with a value"
        )
    }

    func color(_ value: PlacedJSON) throws(PlacedError) -> Color {
        let value = try followed(value)
        if let text = value.string {
            // The notation of drafts before 2025 and of most files.
            if let color = Color(hex: text) { return color }
            throw PlacedError(value, "\"\(text)\" is not a colour; write one such as \"#0a84ff\"")
        }
        guard value.members != nil else {
            throw PlacedError(
                value,
                "a colour is { \"colorSpace\": \"srgb\", \"components\": [0, 0.5, 1] }, "
                    + "not \(value.kind)")
        }
        guard let name = value["colorSpace"], let text = try followed(name).string,
            let space = ColorSpace(rawValue: text)
        else {
            throw PlacedError(
                value["colorSpace"] ?? value,
                "a colour space is one of \(ColorSpace.allCases.map(\.rawValue).joined(separator: ", "))"
            )
        }
        guard let list = value["components"], let components = try followed(list).elements,
            components.count == 3
        else {
            throw PlacedError(value["components"] ?? value, "\"components\" are three numbers")
        }
        let ranges = space.ranges
        return space.color(
            Vector(
                try part(components[0], in: ranges[0]), try part(components[1], in: ranges[1]),
                try part(components[2], in: ranges[2])),
            alpha: try value["alpha"].map { alpha throws(PlacedError) in try part(alpha, in: 0...1)
            } ?? 1,
            fallback: try value["hex"].flatMap { hex throws(PlacedError) in
                try followed(hex).string.flatMap { Color(hex: $0) }
            })
    }

    private func part(_ value: PlacedJSON, in range: ClosedRange<Double>) throws(PlacedError)
        -> Double
    {
        let value = try followed(value)
        if value.string == "none" { return 0 }
        guard let number = value.number, range.contains(number) else {
            throw PlacedError(
                value,
                "a part of a colour is \(range.lowerBound.plain) to \(range.upperBound.plain) here, "
                    + "not \(value.kind)")
        }
        return number
    }
}

extension TokenValues {
    func length(_ value: PlacedJSON) throws(PlacedError) -> Double {
        try length(value, in: 0...100_000)
    }

    /// Returns a length in logical pixels, within a range.
    func length(_ value: PlacedJSON, in range: ClosedRange<Double>) throws(PlacedError) -> Double {
        let value = try followed(value)
        let form = "a length is { \"value\": 12, \"unit\": \"px\" }"
        let number: Double
        let unit: String
        if let text = value.string {
            // The notation of drafts before 2025.
            unit = text.hasSuffix("rem") ? "rem" : "px"
            guard text.hasSuffix(unit), let found = Double(text.dropLast(unit.count)) else {
                throw PlacedError(value, "\(form), not \(value.kind)")
            }
            number = found
        } else {
            guard let written = value["value"], let found = try followed(written).number,
                let writtenUnit = value["unit"], let name = try followed(writtenUnit).string
            else { throw PlacedError(value, "\(form), not \(value.kind)") }
            (number, unit) = (found, name)
        }
        guard unit == "px" || unit == "rem" else {
            throw PlacedError(value["unit"] ?? value, "a unit is \"px\" or \"rem\"")
        }
        // The default size of a rem.
        let pixels = unit == "rem" ? number * 16 : number
        guard range.contains(pixels) else {
            throw PlacedError(
                value, "\(pixels) px are not in \(range.lowerBound)...\(range.upperBound)")
        }
        return pixels
    }

    func shadow(_ value: PlacedJSON) throws(PlacedError) -> Shadow {
        let value = try followed(value)
        let anywhere = -10_000.0...10_000
        guard let color = value["color"], let x = value["offsetX"], let y = value["offsetY"],
            let blur = value["blur"]
        else {
            throw PlacedError(
                value, "a shadow has \"color\", \"offsetX\", \"offsetY\", \"blur\", \"spread\"")
        }
        return Shadow(
            color: try self.color(color), offsetX: try length(x, in: anywhere),
            offsetY: try length(y, in: anywhere), blur: try length(blur, in: 0...10_000),
            spread: try value["spread"].map { value throws(PlacedError) in
                try length(value, in: anywhere)
            } ?? 0)
    }

    func families(_ value: PlacedJSON) throws(PlacedError) -> [String] {
        let value = try followed(value)
        let families = value.string.map { [$0] } ?? value.elements?.compactMap(\.string) ?? []
        let count = value.string != nil ? 1 : value.elements?.count
        guard !families.isEmpty, families.count == count,
            families.allSatisfy({ name in
                !name.isEmpty
                    && name.unicodeScalars.allSatisfy {
                        $0.value >= 32 && !["\"", "\\", "<"].contains($0)
                    }
            })
        else {
            throw PlacedError(value, "a font family is a name, or a list of names")
        }
        return families
    }

    func textStyle(_ value: PlacedJSON) throws(PlacedError) -> TextStyle {
        let value = try followed(value)
        guard let size = value["fontSize"], let weight = value["fontWeight"],
            let height = value["lineHeight"]
        else {
            throw PlacedError(
                value,
                "typography has \"fontFamily\", \"fontSize\", \"fontWeight\", "
                    + "\"letterSpacing\" and \"lineHeight\"")
        }
        let lineHeight = try followed(height)
        guard let ratio = lineHeight.number, (0.5...10).contains(ratio) else {
            throw PlacedError(lineHeight, "a line height is a multiple of the size, 0.5 to 10")
        }
        return TextStyle(
            size: try length(size, in: 1...1000), weight: try self.weight(weight),
            lineHeight: ratio)
    }

    func weight(_ value: PlacedJSON) throws(PlacedError) -> Int {
        let value = try followed(value)
        if let text = value.string, let weight = Self.weights[text] { return weight }
        guard let number = value.number, (1...1000).contains(number), number == number.rounded()
        else {
            throw PlacedError(value, "a font weight is 1 to 1000, or a word such as \"bold\"")
        }
        return Int(number)
    }

    /// The font weights of the format.
    ///
    /// https://www.designtokens.org/tr/2025.10/format/#font-weight
    private static let weights = [
        "thin": 100, "hairline": 100, "extra-light": 200, "ultra-light": 200, "light": 300,
        "normal": 400, "regular": 400, "book": 400, "medium": 500, "semi-bold": 600,
        "demi-bold": 600, "bold": 700, "extra-bold": 800, "ultra-bold": 800, "black": 900,
        "heavy": 900, "extra-black": 950, "ultra-black": 950,
    ]
}

/// The set below a file as a tree, made when a reference needs it.
final class BaseTree {
    private let tokens: DesignTokens
    private(set) lazy var tree = try? TokenTree(
        TokenDocument(
            [JSONReader.read(Array(TokenWriter(tokens: tokens).document.text().utf8), file: -1)],
            files: []))

    init(_ tokens: DesignTokens) { self.tokens = tokens }
}
