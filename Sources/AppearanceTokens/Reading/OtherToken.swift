public import AppearanceKit
internal import AppearanceModel

/// A token of a file that the set does not have, such as a duration, or a colour of a scale.
public struct OtherToken: Sendable {
    /// The path, such as `motion.fast`.
    public let path: String
    /// The type of the format, such as `duration`; `nil` if the file has none.
    public let type: String?
    /// The reason for which it has no value in CSS; `nil` if it has.
    public let problem: String?
    /// The values in CSS, by the end of the name of the property.
    private let values: [Traits: [Part]]
    /// The colour for each appearance; `nil` if it is none.
    let colors: ColorValues?
    /// The value in Swift; `nil` if there is only the text of CSS.
    let swift: String?

    /// A property of CSS: most tokens have one, whose name has no end.
    struct Part: Hashable, Sendable {
        var end = ""
        var text: String
    }

    /// Returns the value in CSS; `nil` if it has none.
    public func css(in traits: Traits) -> String? { parts(in: traits).first?.text }

    func parts(in traits: Traits) -> [Part] {
        values[Traits(appearance: traits.appearance, contrast: traits.contrast)] ?? []
    }

    /// Whether it has the same value in every appearance.
    var isConstant: Bool { Set(values.values).count == 1 }

    /// The name of its custom property in CSS.
    public var property: String { Self.property(path) }

    private static func property(_ path: String) -> String {
        path.unicodeScalars.reduce(into: "--") { name, scalar in
            let isOfName =
                scalar.isASCII
                ? scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) : true
            name.unicodeScalars.append(isOfName || scalar == "_" ? scalar : "-")
        }
    }

    private static let everyTraits = Contrast.allCases.flatMap { contrast in
        Appearance.allCases.map { Traits(appearance: $0, contrast: contrast) }
    }
}

extension OtherToken {
    /// Returns the tokens of a file that its set does not have, with their values for each appearance.
    static func all(of readers: [(traits: Traits, reader: TokenReader)]) -> [OtherToken] {
        guard let first = readers.first?.reader else { return [] }
        let known = Set(first.known)
        var seen = known
        var names: [String: String] = [:]
        for property in CSSExport(tokens: first.tokens).properties { names[property] = "the set" }
        let paths = readers.flatMap { $0.reader.tree.order }
        return paths.filter { seen.insert($0).inserted }.map { path in
            let name = property(path)
            if let other = names[name] {
                return OtherToken(
                    path: path, type: nil,
                    problem: "it has the same name in a style sheet as \(other)",
                    values: [:], colors: nil, swift: nil)
            }
            names[name] = path
            return OtherToken(path, readers)
        }
    }

    private init(_ path: String, _ readers: [(traits: Traits, reader: TokenReader)]) {
        self.path = path
        guard let light = (readers.first { $0.reader.tree.tokens[path] != nil })?.reader else {
            preconditionFailure("a path is that of a token")
        }
        type = light.type(of: path)
        guard let type else {
            (problem, values, colors, swift) = (
                "it has no \"$type\", not even by its group", [:], nil, nil
            )
            return
        }
        var values: [Traits: [Part]] = [:]
        do throws(PlacedError) {
            for traits in Self.everyTraits {
                let own = readers.last { entry in
                    entry.reader.tree.tokens[path] != nil
                        && entry.traits.appearance == traits.appearance
                        && [traits.contrast, .standard].contains(entry.traits.contrast)
                }
                let reader = own?.reader ?? light
                let css = CSSValue(
                    reader: reader, traits: traits,
                    isOwn: own.map { $0.traits != Traits() } ?? false)
                values[traits] = try css.parts(of: path, type)
            }
            problem = nil
        } catch {
            values = [:]
            problem = error.problem
        }
        self.values = values
        colors = type == "color" && problem == nil ? Self.colors(values) : nil
        swift =
            problem == nil ? SwiftValue(reader: light, colors: colors).text(of: path, type) : nil
    }

    private static func colors(_ values: [Traits: [Part]]) -> ColorValues? {
        func color(_ appearance: Appearance, _ contrast: Contrast = .standard) -> Color? {
            values[Traits(appearance: appearance, contrast: contrast)]?.first.flatMap {
                Color(hex: $0.text)
            }
        }
        guard let light = color(.light), let dark = color(.dark) else { return nil }
        return ColorValues(
            light: light, dark: dark, night: color(.night), lightHighContrast: color(.light, .high),
            darkHighContrast: color(.dark, .high), nightHighContrast: color(.night, .high))
    }
}
