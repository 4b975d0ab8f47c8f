internal import AppearanceKit

/// The tokens as a singleton of QML.
struct QtExport {
    let file: TokenFile

    private static let header = "pragma Singleton\nimport QtQuick 2.15"

    var text: String {
        let tokens = file.tokens
        let colors = tokens.palette.tokens.map { token in
            color(token.property) { tokens.palette[token].resolved(in: $0) }
        }
        let other = file.otherTokens.compactMap { token in
            token.colors.map { values in color(token.property) { values.resolved(in: $0) } }
        }
        let lengths =
            SpacingToken.allCases.map { ($0.property, tokens.spacing($0)) }
            + RadiusToken.allCases.map { ($0.property, tokens.radius($0)) }
        let texts = TextToken.allCases.flatMap { token in
            let name = Self.name(token.property)
            return [
                pick("int", name + "Size") { tokens.text(token, in: $0).size.plain },
                pick("int", name + "Weight") { String(tokens.text(token, in: $0).weight) },
            ]
        }
        let lines =
            colors + other + lengths.map { "readonly property real \(Self.name($0)): \($1.plain)" }
            + texts
        return """
            // Design tokens for light, dark and night. Made by appearanced; do not change it. In qmldir:
            // singleton Tokens 1.0 Tokens.qml
            \(Self.header)

            QtObject {
                // light, dark or night: what follows the daemon sets it.
                property string appearance: "light"
                property bool highContrast: false

                function pick(values) {
                    var column = appearance === "night" ? 2 : appearance === "dark" ? 1 : 0
                    return values[highContrast ? column + 3 : column]
                }

            \(lines.map { "    \($0)\n" }.joined())}

            """
    }

    private func color(_ property: String, _ color: (Traits) -> Color) -> String {
        pick("color", Self.name(property)) { traits in
            // QML has the alpha before the colour.
            let color = color(traits)
            let solid = Color(red: color.red, green: color.green, blue: color.blue).description
            let alpha = color.alpha < 1 ? String(color.description.suffix(2)) : ""
            return "\"#\(alpha)\(solid.dropFirst())\""
        }
    }

    private func pick(_ type: String, _ name: String, _ value: (Traits) -> String) -> String {
        let values = Contrast.allCases.flatMap { contrast in
            Appearance.allCases.map { value(Traits(appearance: $0, contrast: contrast)) }
        }
        guard Set(values).count > 1 else {
            return "readonly property \(type) \(name): \(values[0])"
        }
        return "readonly property \(type) \(name): pick([\(values.joined(separator: ", "))])"
    }

    /// Returns `colorTextOnAccent` for `--color-text-on-accent`.
    private static func name(_ property: String) -> String {
        property.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.enumerated().reduce(
            into: ""
        ) { name, word in
            let first = word.element.prefix(1)
            name +=
                (word.offset == 0 ? first.lowercased() : first.uppercased())
                + word.element.dropFirst()
        }
    }
}

extension TokenFile {
    /// The tokens as a singleton of QML, `Tokens.qml`, with the colours of the appearance that it is told.
    public var qml: String { QtExport(file: self).text }
}
