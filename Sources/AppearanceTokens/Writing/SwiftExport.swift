internal import AppearanceKit

/// The tokens as constants of Swift: what differs from the standard set, and the other tokens.
struct SwiftExport {
    let file: TokenFile

    private var tokens: DesignTokens { file.tokens }
    private let standard = DesignTokens.standard

    var text: String {
        var names = Identifiers()
        for name in ColorToken.allCases.map(\.rawValue) + ["allCases", "backgrounds"] {
            _ = names.unique(name)
        }
        let own = tokens.palette.ownTokens.map { token in
            "    public static let \(names.unique(token.rawValue)): Self = \"\(token.rawValue)\"\n"
        }
        let extensionText =
            own.isEmpty ? "" : "\nextension ColorToken {\n\(own.joined())}\n"
        return """
            // Design tokens for light, dark and night. Made by appearance-tokens; do not change it.
            import AppearanceKit
            \(extensionText)
            extension DesignTokens {
                /// The tokens of the app.
                \(set)
            }
            \(others)
            """
    }

    private var set: String {
        let changes = changes
        guard !changes.isEmpty else { return "public static let app = DesignTokens.standard" }
        return """
            public static let app: DesignTokens = {
                    var tokens = DesignTokens.standard
            \(changes.map { "        \($0)\n" }.joined())        return tokens
                }()
            """
    }

    /// The statements that make the set from the standard one.
    private var changes: [String] {
        var lines: [String] = []
        for token in tokens.palette.tokens {
            let values = tokens.palette[token]
            guard token.standardRole == nil || values != standard.palette[token] else { continue }
            lines.append("tokens.palette[\"\(token.rawValue)\"] = \(SwiftValue.text(values))")
        }
        if tokens.fontFamilies != standard.fontFamilies {
            lines.append("tokens.fontFamilies = \(SwiftValue.text(tokens.fontFamilies))")
        }
        lines += changes(SpacingToken.self, "spacings", \.spacings) { $0.plain }
        lines += changes(RadiusToken.self, "radii", \.radii) { $0.plain }
        lines += changes(ShadowToken.self, "shadows", \.shadows, SwiftValue.text)
        lines += changes(TextToken.self, "texts", \.texts, SwiftValue.text)
        lines += changes(ButtonKind.self, "buttons", \.buttons, SwiftValue.text)
        if tokens.card != standard.card {
            lines.append("tokens.card = \(SwiftValue.text(tokens.card))")
        }
        return lines
    }

    private func changes<
        Token: CaseIterable & Hashable & RawRepresentable<String>, Value: Equatable
    >(
        _ type: Token.Type, _ name: String, _ path: KeyPath<DesignTokens, [Token: Value]>,
        _ text: (Value) -> String
    ) -> [String] {
        Token.allCases.compactMap { token in
            guard let value = tokens[keyPath: path][token], value != standard[keyPath: path][token]
            else { return nil }
            return "tokens.\(name)[.\(token.rawValue)] = \(text(value))"
        }
    }

    /// The tokens that the set does not have.
    private var others: String {
        var names = Identifiers()
        let lines = file.otherTokens.compactMap { token in
            token.swift.map { "    public static let \(names.unique(token.path)) = \($0)\n" }
        }
        guard !lines.isEmpty else { return "" }
        return
            "\n/// The tokens that the set does not have.\npublic enum OtherTokens {\n\(lines.joined())}\n"
    }
}

/// Identifiers of Swift for paths, each once.
private struct Identifiers {
    private var used: Set<String> = []

    private static let keywords: Set = [
        "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
        "deinit", "do",
        "else", "enum", "extension", "fallthrough", "false", "for", "func", "guard", "if", "import",
        "in", "init",
        "inout", "internal", "is", "let", "nil", "operator", "private", "protocol", "public",
        "repeat", "rethrows",
        "return", "self", "static", "struct", "subscript", "super", "switch", "throw", "throws",
        "true", "try",
        "typealias", "var", "where", "while",
    ]

    /// Returns a path in camel case, with a number if another path has the same one.
    mutating func unique(_ path: String) -> String {
        let words = path.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        var name = words.enumerated().reduce(into: "") { name, word in
            let first = word.element.prefix(1)
            name +=
                (word.offset == 0 ? first.lowercased() : first.uppercased())
                + word.element.dropFirst()
        }
        if name.first?.isLetter != true { name = "token" + name }
        var result = name
        var number = 1
        while !used.insert(result).inserted {
            number += 1
            result = "\(name)_\(number)"
        }
        return Self.keywords.contains(result) ? "`\(result)`" : result
    }
}

/// The value of a token as an expression of Swift.
struct SwiftValue {
    let reader: TokenReader
    let colors: ColorValues?

    /// Returns the expression; `nil` if the token has no value.
    func text(of path: String, _ type: String) -> String? {
        guard let token = reader.tree.tokens[path],
            let value = try? reader.values.followed(token.value)
        else {
            return nil
        }
        let values = reader.values
        switch type {
        case "color":
            return colors.map {
                "DynamicColor(light: \(Self.text($0.light)), dark: \(Self.text($0.dark)))"
            }
        case "dimension":
            return (try? values.length(value, in: -100_000...100_000)).map(Self.double)
        case "number": return Self.number(of: value).map(Self.double)
        case "duration":
            return (try? values.milliseconds(value)).map {
                "Duration.milliseconds(\(Self.double($0)))"
            }
        case "fontFamily": return (try? values.families(value)).map(Self.text)
        case "fontWeight": return (try? values.weight(value)).map(String.init)
        case "shadow" where value.elements == nil: return (try? values.shadow(value)).map(Self.text)
        default:
            let css = try? CSSValue(reader: reader, traits: Traits(), isOwn: false).parts(
                of: path, type)
            guard let text = css?.first?.text else { return nil }
            // A text of another tool is quoted in CSS too.
            if value.string != nil, text.hasPrefix("\"") { return text }
            return text == "true" || text == "false"
                ? text : Self.text([text]).dropFirst().dropLast().description
        }
    }

    // Swift 6.3 cannot optimize the caller with this in it.
    @inline(never)
    private static func number(of value: PlacedJSON) -> Double? { value.number }

    private static func double(_ number: Double) -> String {
        let text = number.plain
        return text.contains(where: { ".e".contains($0) }) ? text : text + ".0"
    }

    static func text(_ color: Color) -> String {
        let (digits, alpha) = (
            String(color.description.dropFirst().prefix(6)).uppercased(), color.alpha
        )
        // Most colours have eight bits a component.
        guard let exact = Color(hex: "#" + digits),
            Color(red: color.red, green: color.green, blue: color.blue) == exact
        else {
            return
                "Color(red: \(color.red), green: \(color.green), blue: \(color.blue), alpha: \(alpha))"
        }
        return alpha == 1 ? "Color(0x\(digits))" : "Color(0x\(digits), alpha: \(alpha))"
    }

    static func text(_ values: ColorValues) -> String {
        let parts: [(String, Color?)] = [
            ("light", values.light), ("dark", values.dark), ("night", values.night),
            ("lightHighContrast", values.lightHighContrast),
            ("darkHighContrast", values.darkHighContrast),
            ("nightHighContrast", values.nightHighContrast),
        ]
        let colors = parts.compactMap { name, color in color.map { "\(name): \(text($0))" } }
        return "ColorValues(\((colors + ["as: .\(values.role.rawValue)"]).joined(separator: ", ")))"
    }

    static func text(_ texts: [String]) -> String {
        let literals = texts.map { text in
            "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        }
        return "[\(literals.joined(separator: ", "))]"
    }

    static func text(_ shadow: Shadow) -> String {
        "Shadow(color: \(text(shadow.color)), offsetX: \(shadow.offsetX.plain), offsetY: \(shadow.offsetY.plain), "
            + "blur: \(shadow.blur.plain), spread: \(shadow.spread.plain))"
    }

    static func text(_ style: TextStyle) -> String {
        "TextStyle(size: \(style.size.plain), weight: \(style.weight), lineHeight: \(style.lineHeight.plain))"
    }

    static func text(_ recipe: ButtonRecipe) -> String {
        func token(_ token: ColorToken?) -> String { token.map { "\"\($0.rawValue)\"" } ?? "nil" }
        return "ButtonRecipe(fill: \(token(recipe.fill)), label: \(token(recipe.label)), "
            + "border: \(token(recipe.border)), borderWidth: \(recipe.borderWidth.plain), "
            + "radius: .\(recipe.radius.rawValue), paddingVertical: .\(recipe.paddingVertical.rawValue), "
            + "paddingHorizontal: .\(recipe.paddingHorizontal.rawValue), text: .\(recipe.text.rawValue))"
    }

    static func text(_ recipe: CardRecipe) -> String {
        "CardRecipe(fill: \"\(recipe.fill.rawValue)\", border: \"\(recipe.border.rawValue)\", "
            + "borderWidth: \(recipe.borderWidth.plain), radius: .\(recipe.radius.rawValue), "
            + "padding: .\(recipe.padding.rawValue), shadow: .\(recipe.shadow.rawValue))"
    }
}

extension TokenFile {
    /// All tokens as constants of Swift, for an app that reads no file when it runs.
    public var swift: String { SwiftExport(file: self).text }
}
