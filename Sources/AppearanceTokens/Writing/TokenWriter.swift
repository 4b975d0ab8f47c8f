internal import AppearanceKit

/// A writer of the format of the Design Tokens Community Group.
struct TokenWriter {
    private typealias Member = JSONText.Member

    let tokens: DesignTokens

    var document: JSONText {
        [
            "$description": "Design tokens for light, dark and night. Made by appearanced.",
            "color": .object([Member("$type", "color")] + colors),
            "spacing": lengths(SpacingToken.allCases.map { ($0.rawValue, tokens.spacing($0)) }),
            "radius": lengths(RadiusToken.allCases.map { ($0.rawValue, tokens.radius($0)) }),
            "shadow": shadows,
            "font": [
                "family": [
                    "$type": "fontFamily",
                    "$value": .array(tokens.fontFamilies.map { .string($0) }),
                ]
            ],
            "text": texts, "button": buttons, "card": card,
        ]
    }

    /// The colours, grouped by the parts of their paths.
    private var colors: [JSONText.Member] {
        let tokens = tokens.palette.tokens
        return tokens.reduce(into: []) { members, token in
            var path = token.rawValue.split(separator: ".").map(String.init)
            let isGroup = tokens.contains { $0.rawValue.hasPrefix(token.rawValue + ".") }
            if isGroup { path.append(TokenTree.root) }
            Self.add(path[...], self.token(token), to: &members)
        }
    }

    private static func add(
        _ path: ArraySlice<String>, _ value: JSONText, to members: inout [JSONText.Member]
    ) {
        guard let name = path.first else { return }
        guard path.count > 1 else { return members.append(Member(name, value)) }
        if let index = members.firstIndex(where: { $0.name == name }) {
            guard case .object(var inner) = members[index].value else { return }
            add(path.dropFirst(), value, to: &inner)
            members[index].value = .object(inner)
        } else {
            var inner: [JSONText.Member] = []
            add(path.dropFirst(), value, to: &inner)
            members.append(Member(name, .object(inner)))
        }
    }

    private func token(_ token: ColorToken) -> JSONText {
        let values = tokens.palette[token]
        var grounds = [Member("dark", color(values.dark))]
        if let night = values.night { grounds.append(Member("night", color(night))) }
        let high = [
            ("light", values.lightHighContrast), ("dark", values.darkHighContrast),
            ("night", values.nightHighContrast),
        ].compactMap { name, value in value.map { Member(name, color($0)) } }
        if !high.isEmpty { grounds.append(Member("high-contrast", .object(high))) }
        if token.standardRole == nil {
            grounds.append(Member("role", .string(values.role.rawValue)))
        }
        return ["$value": color(values.light), "$extensions": [TokenTree.vendor: .object(grounds)]]
    }

    func color(_ color: Color) -> JSONText {
        let parts = [color.red, color.green, color.blue]
        let solid = Color(red: color.red, green: color.green, blue: color.blue)
        return .object(
            [
                Member("colorSpace", "srgb"),
                Member("components", .array(parts.map { .number($0) })),
            ] + (color.alpha < 1 ? [Member("alpha", .number(color.alpha))] : [])
                + [Member("hex", .string(solid.description))])
    }

    private func length(_ value: Double) -> JSONText { ["value": .number(value), "unit": "px"] }

    private func lengths(_ values: [(String, Double)]) -> JSONText {
        group("dimension", values.map { ($0, length($1)) })
    }

    private func group(_ type: String, _ values: [(name: String, value: JSONText)]) -> JSONText {
        .object(
            [Member("$type", .string(type))] + values.map { Member($0.name, ["$value": $0.value]) })
    }

    private var shadows: JSONText {
        let values = ShadowToken.allCases.compactMap { token in
            tokens.shadows[token].map { shadow -> (String, JSONText) in
                (
                    token.rawValue,
                    [
                        "color": color(shadow.color), "offsetX": length(shadow.offsetX),
                        "offsetY": length(shadow.offsetY), "blur": length(shadow.blur),
                        "spread": length(shadow.spread),
                    ]
                )
            }
        }
        return group("shadow", values)
    }

    private var texts: JSONText {
        let values = TextToken.allCases.map { token -> (String, JSONText) in
            let style = tokens.texts[token] ?? TextStyle(size: 16)
            return (
                token.rawValue,
                [
                    "fontFamily": "{font.family}", "fontSize": length(style.size),
                    "fontWeight": .number(Double(style.weight)), "letterSpacing": length(0),
                    "lineHeight": .number(style.lineHeight),
                ]
            )
        }
        return group("typography", values)
    }
}

// Components.
extension TokenWriter {
    private var buttons: JSONText {
        .object(
            ButtonKind.allCases.compactMap { kind in
                tokens.buttons[kind].map { Member(kind.rawValue, button($0)) }
            })
    }

    private func button(_ recipe: ButtonRecipe) -> JSONText {
        var members: [JSONText.Member] = []
        if let fill = recipe.fill { members.append(Member("fill", reference(fill, "color"))) }
        members.append(Member("label", reference(recipe.label, "color")))
        if let border = recipe.border {
            members.append(Member("border", reference(border, "color")))
        }
        members += [
            Member("border-width", width(recipe.borderWidth)),
            Member("radius", reference(recipe.radius, "dimension")),
            Member("padding-vertical", reference(recipe.paddingVertical, "dimension")),
            Member("padding-horizontal", reference(recipe.paddingHorizontal, "dimension")),
            Member("text", reference(recipe.text, "typography")),
        ]
        return .object(members)
    }

    private var card: JSONText {
        [
            "fill": reference(tokens.card.fill, "color"),
            "border": reference(tokens.card.border, "color"),
            "border-width": width(tokens.card.borderWidth),
            "radius": reference(tokens.card.radius, "dimension"),
            "padding": reference(tokens.card.padding, "dimension"),
            "shadow": reference(tokens.card.shadow, "shadow"),
        ]
    }

    private func width(_ width: Double) -> JSONText {
        ["$type": "dimension", "$value": length(width)]
    }

    private func reference<Token: GroupedToken>(_ token: Token, _ type: String) -> JSONText {
        ["$type": .string(type), "$value": .string("{\(Token.group).\(token.rawValue)}")]
    }
}
