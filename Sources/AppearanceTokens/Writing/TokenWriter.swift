internal import AppearanceKit

/// A writer of the format of the Design Tokens Community Group.
struct TokenWriter {
    private typealias Member = JSONText.Member

    let tokens: DesignTokens

    var document: JSONText {
        .object([
            Member(
                "$description",
                .string("Design tokens for light, dark and night. Made by appearanced.")),
            Member("color", .object([Member("$type", .string("color"))] + colors)),
            Member(
                "spacing", lengths(SpacingToken.allCases.map { ($0.rawValue, tokens.spacing($0)) })),
            Member(
                "radius", lengths(RadiusToken.allCases.map { ($0.rawValue, tokens.radius($0)) })),
            Member("shadow", shadows), Member("font", fonts), Member("text", texts),
            Member("button", buttons),
            Member("card", card),
        ])
    }

    /// The colours, grouped by the parts of their paths.
    private var colors: [JSONText.Member] {
        tokens.palette.tokens.reduce(into: []) { members, token in
            let path = token.rawValue.split(separator: ".").map(String.init)
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
        return .object([
            Member("$value", color(values.light)),
            Member("$extensions", .object([Member(TokenTree.vendor, .object(grounds))])),
        ])
    }

    private func color(_ color: Color) -> JSONText {
        let parts = [color.red, color.green, color.blue]
        let solid = Color(red: color.red, green: color.green, blue: color.blue)
        return .object(
            [
                Member("colorSpace", .string("srgb")),
                Member("components", .array(parts.map { .number($0) })),
            ] + (color.alpha < 1 ? [Member("alpha", .number(color.alpha))] : [])
                + [Member("hex", .string(solid.description))])
    }

    private func length(_ value: Double) -> JSONText {
        .object([Member("value", .number(value)), Member("unit", .string("px"))])
    }

    private func lengths(_ values: [(String, Double)]) -> JSONText {
        .object(
            [Member("$type", .string("dimension"))]
                + values.map { Member($0, .object([Member("$value", length($1))])) })
    }

    private var shadows: JSONText {
        .object(
            [Member("$type", .string("shadow"))]
                + ShadowToken.allCases.compactMap { token in
                    tokens.shadows[token].map { shadow in
                        let value: JSONText = .object([
                            Member("color", color(shadow.color)),
                            Member("offsetX", length(shadow.offsetX)),
                            Member("offsetY", length(shadow.offsetY)),
                            Member("blur", length(shadow.blur)),
                            Member("spread", length(shadow.spread)),
                        ])
                        return Member(token.rawValue, .object([Member("$value", value)]))
                    }
                })
    }

    private var fonts: JSONText {
        .object([
            Member(
                "family",
                .object([
                    Member("$type", .string("fontFamily")),
                    Member("$value", .array(tokens.fontFamilies.map { .string($0) })),
                ])
            )
        ])
    }

    private var texts: JSONText {
        .object(
            [Member("$type", .string("typography"))]
                + TextToken.allCases.map { token in
                    let style = tokens.text(token)
                    let value: JSONText = .object([
                        Member("fontFamily", .string("{font.family}")),
                        Member("fontSize", length(style.size)),
                        Member("fontWeight", .number(Double(style.weight))),
                        Member("letterSpacing", length(0)),
                        Member("lineHeight", .number(style.lineHeight)),
                    ])
                    return Member(token.rawValue, .object([Member("$value", value)]))
                })
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
        .object([
            Member("fill", reference(tokens.card.fill, "color")),
            Member("border", reference(tokens.card.border, "color")),
            Member("border-width", width(tokens.card.borderWidth)),
            Member("radius", reference(tokens.card.radius, "dimension")),
            Member("padding", reference(tokens.card.padding, "dimension")),
            Member("shadow", reference(tokens.card.shadow, "shadow")),
        ])
    }

    private func width(_ width: Double) -> JSONText {
        .object([Member("$type", .string("dimension")), Member("$value", length(width))])
    }

    private func reference<Token: GroupedToken>(_ token: Token, _ type: String) -> JSONText {
        .object([
            Member("$type", .string(type)),
            Member("$value", .string("{\(Token.group).\(token.rawValue)}")),
        ])
    }
}
