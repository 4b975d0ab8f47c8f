internal import AppearanceKit

/// The value of a token of any type in CSS, for one appearance and contrast.
///
/// https://www.designtokens.org/tr/2025.10/format/#types
struct CSSValue {
    let reader: TokenReader
    let traits: Traits
    /// Whether the file is for this appearance, so that its colours are those of it.
    let isOwn: Bool

    private var values: TokenValues { reader.values }

    /// Returns the properties of a token.
    func parts(of path: String, _ type: String) throws(PlacedError) -> [OtherToken.Part] {
        guard let token = reader.tree.tokens[path] else { return [] }
        if type == "color" { return [.init(text: try color(of: token).description)] }
        let value = try values.followed(token.value)
        switch type {
        case "dimension": return [.init(text: try length(value))]
        case "fontFamily": return [.init(text: StyleSheet.families(try values.families(value)))]
        case "fontWeight": return [.init(text: String(try values.weight(value)))]
        case "duration": return [.init(text: try duration(value))]
        case "cubicBezier": return [.init(text: try curve(value))]
        case "number": return [.init(text: try number(value))]
        case "strokeStyle": return [.init(text: try strokeStyle(value))]
        case "border": return [.init(text: try border(value))]
        case "transition": return [.init(text: try transition(value))]
        case "shadow": return [.init(text: try shadows(value))]
        case "gradient": return [.init(text: try gradient(value))]
        case "typography": return try typography(value)
        default: return [.init(text: try text(value, type))]
        }
    }

    /// Returns a member of a value, at the end of its references.
    private func member(_ name: String, of value: PlacedJSON, _ type: String) throws(PlacedError)
        -> PlacedJSON
    {
        guard let member = value[name] else {
            throw PlacedError(value, "\(type) lacks \"\(name)\"")
        }
        return try values.followed(member)
    }

    private func color(of token: TokenTree.Token) throws(PlacedError) -> Color {
        let colors = try values.colors(of: token, night: nil)
        // A file for the dark has the dark colours as its values.
        guard isOwn else { return colors.values.resolved(in: traits) }
        let color = colors.values.light
        return traits.appearance == .night && (color.green > 0 || color.blue > 0)
            ? color.shade(of: .red) : color
    }

    private func color(_ value: PlacedJSON) throws(PlacedError) -> Color {
        if let path = try values.reference(in: value) {
            if let token = ColorToken(path: path), reader.known.contains(path) {
                return reader.tokens.palette[token].resolved(in: traits)
            }
            if let token = values.token(path) { return try color(of: token) }
        }
        let color = try values.color(value)
        return traits.appearance == .night ? color.shade(of: .red) : color
    }

    private func length(_ value: PlacedJSON) throws(PlacedError) -> String {
        let value = try values.followed(value)
        // It keeps its unit, which a page may scale.
        let pixels = try values.length(value, in: -100_000...100_000)
        let unit =
            if let text = value.string { text } else {
                try member("unit", of: value, "a length").string ?? ""
            }
        return unit.hasSuffix("rem") ? "\((pixels / 16).plain)rem" : pixels.pixels
    }

    private func number(_ value: PlacedJSON) throws(PlacedError) -> String {
        guard let number = try values.followed(value).number else {
            throw PlacedError(value, "a number is written without quotes, not \(value.kind)")
        }
        return number.plain
    }

    private func duration(_ value: PlacedJSON) throws(PlacedError) -> String {
        "\(try values.milliseconds(value).plain)ms"
    }

    private func curve(_ value: PlacedJSON) throws(PlacedError) -> String {
        let elements = try values.followed(value).elements ?? []
        guard elements.count == 4 else { throw PlacedError(value, "a curve has four numbers") }
        var numbers: [String] = []
        for element in elements { numbers.append(try number(element)) }
        return "cubic-bezier(\(numbers.joined(separator: ", ")))"
    }

    private func strokeStyle(_ value: PlacedJSON) throws(PlacedError) -> String {
        let styles = ["solid", "dashed", "dotted", "double", "groove", "ridge", "outset", "inset"]
        let value = try values.followed(value)
        // CSS has no lengths of dashes.
        if value["dashArray"] != nil { return "dashed" }
        guard let style = value.string, styles.contains(style) else {
            throw PlacedError(
                value,
                "a stroke is one of \(styles.joined(separator: ", ")), or has a \"dashArray\"")
        }
        return style
    }

    private func border(_ value: PlacedJSON) throws(PlacedError) -> String {
        let width = try length(member("width", of: value, "a border"))
        let style = try strokeStyle(member("style", of: value, "a border"))
        guard let color = value["color"] else {
            throw PlacedError(value, "a border lacks \"color\"")
        }
        return "\(width) \(style) \(try self.color(color))"
    }

    private func transition(_ value: PlacedJSON) throws(PlacedError) -> String {
        let time = try duration(member("duration", of: value, "a transition"))
        let delay =
            try value["delay"].map { value throws(PlacedError) in try duration(value) } ?? "0ms"
        let curve = try curve(member("timingFunction", of: value, "a transition"))
        return "\(time) \(curve) \(delay)"
    }

    private func shadows(_ value: PlacedJSON) throws(PlacedError) -> String {
        var layers: [String] = []
        for layer in value.elements ?? [value] {
            let layer = try values.followed(layer)
            var shadow = try values.shadow(layer)
            if let color = layer["color"] { shadow.color = try self.color(color) }
            let isInset: Bool = if case .bool(true)? = layer["inset"]?.value { true } else { false }
            layers.append((isInset ? "inset " : "") + StyleSheet.shadow(shadow))
        }
        return layers.joined(separator: ", ")
    }

    private func gradient(_ value: PlacedJSON) throws(PlacedError) -> String {
        var stops: [String] = []
        // A stop may be another gradient, whose stops are meant.
        var written: [PlacedJSON] = []
        for stop in value.elements ?? [] {
            let stop = try values.followed(stop)
            written += stop.elements ?? [stop]
        }
        for stop in written {
            guard let color = stop["color"],
                let position = try member("position", of: stop, "a stop of a gradient").number
            else { throw PlacedError(stop, "a stop of a gradient has \"color\" and \"position\"") }
            stops.append("\(try self.color(color)) \((min(max(position, 0), 1) * 100).plain)%")
        }
        guard stops.count > 1 else {
            throw PlacedError(value, "a gradient is a list of two stops or more")
        }
        return "linear-gradient(\(stops.joined(separator: ", ")))"
    }

    private func typography(_ value: PlacedJSON) throws(PlacedError) -> [OtherToken.Part] {
        let families = try values.families(member("fontFamily", of: value, "typography"))
        let size = try length(member("fontSize", of: value, "typography"))
        let weight = try values.weight(member("fontWeight", of: value, "typography"))
        let height =
            try value["lineHeight"].map { value throws(PlacedError) in try "/" + number(value) }
            ?? ""
        let font = "\(weight) \(size)\(height) \(StyleSheet.families(families))"
        guard let spacing = value["letterSpacing"] else { return [.init(text: font)] }
        return [.init(text: font), .init(end: "-letter-spacing", text: try length(spacing))]
    }

    /// Returns a value of a type that only other tools have: a number, a truth, or a text.
    private func text(_ value: PlacedJSON, _ type: String) throws(PlacedError) -> String {
        switch value.value {
        case .number(let number): return number.plain
        case .bool(let value): return value ? "true" : "false"
        case .string(let text):
            guard text.unicodeScalars.allSatisfy({ $0.value >= 32 && $0 != "<" && $0 != "\\" })
            else {
                throw PlacedError(value, "a text in CSS is on one line, and without < and \\")
            }
            return "\"\(text.replacing("\"", with: "\\\""))\""
        case .null, .array, .object:
            throw PlacedError(value, "\(value.kind) of the type \"\(type)\" has no value in CSS")
        }
    }
}

extension TokenValues {
    /// Returns a duration in milliseconds.
    func milliseconds(_ value: PlacedJSON) throws(PlacedError) -> Double {
        let value = try followed(value)
        let form = "a duration is { \"value\": 200, \"unit\": \"ms\" }"
        if let text = value.string {
            // The notation of drafts before 2025.
            let unit = text.hasSuffix("ms") ? "ms" : "s"
            guard text.hasSuffix(unit), let number = Double(text.dropLast(unit.count)),
                number.isFinite
            else {
                throw PlacedError(value, "\(form), not \(value.kind)")
            }
            return unit == "ms" ? number : number * 1000
        }
        guard let written = value["value"], let number = try followed(written).number,
            let unit = value["unit"], let name = try followed(unit).string,
            name == "ms" || name == "s"
        else { throw PlacedError(value, "\(form), not \(value.kind)") }
        return name == "ms" ? number : number * 1000
    }
}

extension ColorToken {
    /// Creates the token of a path in a file, such as `color.accent`; `nil` if it is none.
    init?(path: String) {
        let prefix = Self.group + "."
        guard path.hasPrefix(prefix) else { return nil }
        self.init(rawValue: String(path.dropFirst(prefix.count)))
    }
}
