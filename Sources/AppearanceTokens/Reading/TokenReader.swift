internal import AppearanceKit
internal import AppearanceModel

/// A reader that applies a file to a set of tokens and collects diagnostics.
struct TokenReader {
    private(set) var tree: TokenTree
    let values: TokenValues
    private(set) var tokens: DesignTokens
    /// The paths of the set, and those that were read as colours of the app's own.
    private(set) var known: [String]

    init(_ document: TokenDocument, over base: DesignTokens) {
        tree = TokenTree(document)
        values = TokenValues(tree: tree, base: BaseTree(base))
        tokens = base
        known = base.palette.ownTokens.map { "\(ColorToken.group).\($0)" }
    }

    var diagnostics: [Diagnostic] { tree.diagnostics }

    mutating func read() {
        for token in ColorToken.allCases { readColor(token, night: tokens.palette[token].night) }
        readOwnColors()
        readGroup("dimension", \.spacings, values.length)
        readGroup("dimension", \.radii, values.length)
        readGroup("shadow", \.shadows, values.shadow)
        if let families = read("font.family", "fontFamily", values.families) {
            tokens.fontFamilies = families
        }
        readGroup("typography", \.texts, values.textStyle)
        readButtons()
        readCard()
        checkTheRest()
    }

    private mutating func readGroup<Token: GroupedToken & CaseIterable & Hashable, Value>(
        _ type: String, _ group: WritableKeyPath<DesignTokens, [Token: Value]>,
        _ value: (PlacedJSON) throws(PlacedError) -> Value
    ) {
        for token in Token.allCases {
            if let value = read("\(Token.group).\(token.rawValue)", type, value) {
                tokens[keyPath: group][token] = value
            }
        }
    }

    /// Returns the value of a token; `nil` if it does not exist or is invalid, with a diagnostic.
    private mutating func read<Value>(
        _ path: String, _ type: String, _ value: (PlacedJSON) throws(PlacedError) -> Value
    ) -> Value? {
        read(path, type, of: { token throws(PlacedError) in try value(token.value) })
    }

    private mutating func read<Value>(
        _ path: String, _ type: String,
        of value: (TokenTree.Token) throws(PlacedError) -> Value
    ) -> Value? {
        known.append(path)
        guard let token = tree.tokens[path] else { return nil }
        guard typeInEffect(token) == type else {
            tree.report(
                token.place, path,
                "its \"$type\" must be \"\(type)\"" + (token.type.map { ", not \"\($0)\"" } ?? ""))
            return nil
        }
        do throws(PlacedError) {
            return try value(token)
        } catch {
            tree.report(error.place, path, error.problem)
            return nil
        }
    }

    /// Returns the type of a token; `nil` if it has none.
    func type(of path: String) -> String? { tree.tokens[path].flatMap(typeInEffect) }

    /// Returns the type of a token, or of its target if it is a reference without a type.
    private func typeInEffect(_ token: TokenTree.Token) -> String? {
        token.type ?? (try? values.resolved(token))?.type
    }
}

// Colours, with a value for each appearance.
extension TokenReader {
    private mutating func readColor(_ color: ColorToken, night: Color?) {
        let values = values
        let colors = read(
            "\(ColorToken.group).\(color.rawValue)", "color",
            of: { token throws(PlacedError) in try values.colors(of: token, night: night) })
        guard let colors else { return }
        tokens.palette[color] = colors.values
        if !colors.hasOwnDark { tokens.palette[color].dark = readableInDark(tokens.palette[color]) }
    }

    /// Returns the light value, shifted towards white until text and signs of it can be read in the dark.
    private func readableInDark(_ values: ColorValues) -> Color {
        switch values.role {
        case .fill, .textOnAccent: return values.light
        case .sign, .text:
            let backgrounds = ColorToken.backgrounds.map { tokens.palette[$0].dark }
            return values.light.standingOut(
                by: values.role.minimumRatio, from: backgrounds, towards: .white)
        }
    }

    /// Reads the colours that are not of the standard set.
    ///
    /// A reference may name any colour, so those that cannot be one of the app's own are ignored, and
    /// those that may be misspelt are reported later.
    private mutating func readOwnColors() {
        let prefix = ColorToken.group + "."
        let standard = ColorToken.allCases.map { prefix + $0.rawValue }
        var exported = Dictionary(
            tokens.palette.tokens.map { ($0.gtkName, $0) }, uniquingKeysWith: { $1 })
        for path in tree.order where path.hasPrefix(prefix) && !standard.contains(path) {
            guard let written = tree.tokens[path], typeInEffect(written) == "color",
                let token = ColorToken(rawValue: String(path.dropFirst(prefix.count))),
                Spelling.nearest(to: path, among: standard).map({ tree.tokens[$0] != nil }) ?? true
            else { continue }
            // A style sheet, where both dots and dashes are one character, would have only one of them.
            if let other = exported.updateValue(token, forKey: token.gtkName), other != token {
                tree.report(
                    written.place, path,
                    "it has the same name in a style sheet as \(prefix)\(other.rawValue); rename one"
                )
            }
            readColor(token, night: nil)
        }
    }
}

extension TokenValues {
    /// Returns the values of a colour, and whether one of them is for dark.
    func colors(
        of token: TokenTree.Token, night: Color?
    ) throws(PlacedError) -> (values: ColorValues, hasOwnDark: Bool) {
        let token = try resolved(token)
        let light = try self.color(token.value)
        if token.extensions == nil, let modes = token.modes {
            return try colors(light, modes, night)
        }
        guard let grounds = token.extensions else {
            // A file of another tool has no value for night.
            return (ColorValues(light: light, dark: light, night: night), false)
        }
        let ownRole = try role(grounds["role"])
        let high = grounds["high-contrast"]
        func color(_ value: PlacedJSON?) throws(PlacedError) -> Color? {
            guard let value else { return nil }
            return try self.color(value)
        }
        try check(grounds, ["dark", "night", "high-contrast", "role"])
        if let high { try check(high, ["light", "dark", "night"]) }
        let dark = try color(grounds["dark"])
        let values = ColorValues(
            light: light, dark: dark ?? light,
            night: try nightColor(grounds["night"]), lightHighContrast: try color(high?["light"]),
            darkHighContrast: try color(high?["dark"]),
            nightHighContrast: try nightColor(high?["night"]), as: ownRole)
        return (values, dark != nil)
    }

    /// Returns the values that other tools write by the name of the appearance: `dark`, `light-high-contrast`.
    private func colors(
        _ light: Color, _ modes: PlacedJSON, _ night: Color?
    ) throws(PlacedError) -> (values: ColorValues, hasOwnDark: Bool) {
        func color(_ names: String...) throws(PlacedError) -> Color? {
            let member = modes.members?.first {
                names.contains($0.name.lowercased().filter(\.isLetter))
            }
            guard let value = member?.value else { return nil }
            var color = try self.color(value["$value"] ?? value)
            if let alpha = value["alpha"]?.number, (0...1).contains(alpha) { color.alpha = alpha }
            return color
        }
        let dark = try color("dark")
        let values = ColorValues(
            light: try color("light") ?? light, dark: dark ?? light, night: night,
            lightHighContrast: try color("lighthighcontrast", "lighthc"),
            darkHighContrast: try color("darkhighcontrast", "darkhc"))
        return (values, dark != nil)
    }

    private func role(_ value: PlacedJSON?) throws(PlacedError) -> ColorRole {
        guard let value else { return .fill }
        guard let role = value.string.flatMap(ColorRole.init(rawValue:)) else {
            throw PlacedError(
                value,
                "a role is one of \(ColorRole.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return role
    }

    private func check(_ object: PlacedJSON, _ names: [String]) throws(PlacedError) {
        guard let members = object.members else {
            throw PlacedError(object, "here belong \(names.joined(separator: ", "))")
        }
        for member in members where !names.contains(member.name) {
            throw PlacedError(
                PlacedJSON(value: .null, place: member.place),
                "\"\(member.name)\" is none of \(names.joined(separator: ", "))")
        }
    }

    private func nightColor(_ value: PlacedJSON?) throws(PlacedError) -> Color? {
        guard let value else { return nil }
        let color = try self.color(value)
        guard color.green == 0, color.blue == 0 else {
            throw PlacedError(
                value, "night is black and red alone; write green and blue as 0, or no \"night\"")
        }
        return color
    }
}

// Components, which consist of references.
extension TokenReader {
    private mutating func readButtons() {
        for kind in ButtonKind.allCases {
            guard var recipe = tokens.buttons[kind] else { continue }
            let path = "button." + kind.rawValue
            refer(path + ".label", "color") { recipe.label = $0 }
            refer(path + ".radius", "dimension") { recipe.radius = $0 }
            refer(path + ".padding-vertical", "dimension") { recipe.paddingVertical = $0 }
            refer(path + ".padding-horizontal", "dimension") { recipe.paddingHorizontal = $0 }
            refer(path + ".text", "typography") { recipe.text = $0 }
            // A described button has only the written parts.
            if tree.order.contains(where: { $0.hasPrefix(path + ".") }) {
                recipe.fill = nil
                recipe.border = nil
                recipe.borderWidth = 0
            }
            refer(path + ".fill", "color") { recipe.fill = $0 }
            refer(path + ".border", "color") { recipe.border = $0 }
            width(path + ".border-width") { recipe.borderWidth = $0 }
            tokens.buttons[kind] = recipe
        }
    }

    private mutating func readCard() {
        var recipe = tokens.card
        refer("card.fill", "color") { recipe.fill = $0 }
        refer("card.border", "color") { recipe.border = $0 }
        width("card.border-width") { recipe.borderWidth = $0 }
        refer("card.radius", "dimension") { recipe.radius = $0 }
        refer("card.padding", "dimension") { recipe.padding = $0 }
        refer("card.shadow", "shadow") { recipe.shadow = $0 }
        tokens.card = recipe
    }

    private mutating func width(_ path: String, _ set: (Double) -> Void) {
        let values = values
        let width = read(path, "dimension") { value throws(PlacedError) in
            try values.length(value, in: 0...100)
        }
        if let width { set(width) }
    }

    /// Reads a part of a component: a reference to a token of the right kind.
    private mutating func refer<Token: GroupedToken>(
        _ path: String, _ type: String, _ set: (Token) -> Void
    ) {
        let (values, known) = (values, known)
        let token = read(path, type) { value throws(PlacedError) in
            let group = Token.group + "."
            guard let name = try values.reference(in: value), name.hasPrefix(group),
                let token = Token(rawValue: String(name.dropFirst(group.count))),
                known.contains(name)
            else {
                throw PlacedError(
                    value,
                    "components are made of tokens; write a reference such as "
                        + "{\(group)\(Token.example)}")
            }
            return token
        }
        if let token { set(token) }
    }
}

extension TokenReader {
    /// Checks the other tokens, which references may use: dangling references and misspelt names.
    private mutating func checkTheRest() {
        let groups = Set(known.compactMap { $0.split(separator: ".").first.map(String.init) })
        for path in tree.order where !known.contains(path) {
            guard let token = tree.tokens[path] else { continue }
            do throws(PlacedError) {
                _ = try values.resolved(token)
            } catch {
                tree.report(error.place, path, error.problem)
            }
            let group = path.split(separator: ".").first.map(String.init) ?? ""
            guard groups.contains(group), let near = Spelling.nearest(to: path, among: known),
                tree.tokens[near] == nil
            else { continue }
            tree.report(
                token.place, path,
                "the set has no such token; did you mean \(near)?")
        }
    }
}
