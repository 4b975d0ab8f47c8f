internal import AppearanceConfig
internal import AppearanceEngine
internal import AppearanceModel
internal import AppearanceProtocol
internal import Console
internal import DaemonClient
internal import Linux
internal import SettingsFile

/// The value in effect of each key, and the place that it comes from.
struct KeysInEffect {
    /// The place that a value comes from.
    enum Origin: Equatable {
        /// A line of the file.
        case file(path: String, line: Int)
        case builtIn
        /// The place of the time zone, as the configuration has none.
        case timeZone(name: String)
        /// The same key without a day or an appearance, which has a value.
        case general(path: String)
    }

    /// A value in effect.
    struct Value {
        let key: ConfigurationKey
        let origin: Origin
        /// The value as in a file; `nil` without one.
        let text: String?
        /// The value as `config set` takes it; `nil` without one.
        let plainText: String?
        fileprivate let content: ConfigurationValue?
    }

    /// The path of the file; `nil` if there is none.
    let path: String?
    private let lines: [String: Int]
    private let configuration: Configuration
    /// The configuration with the place of the time zone where it has none.
    private let placed: Configuration
    private let zoneName: String

    /// Reads the configuration.
    ///
    /// - Throws: `CommandLineError` with every problem of an invalid file.
    init(_ place: ConfigurationPlace) throws(CommandLineError) {
        let file = place.read()
        configuration = try file.checked()
        path = file.path
        lines = ConfigurationSchema.lines(in: file.text)
        let zone = place.zone(of: configuration)
        var placed = configuration
        if placed.location.coordinates == nil {
            placed.location.coordinates =
                zone.sunPlace(configuration.location, at: .now).coordinates
        }
        self.placed = placed
        zoneName = zone.rules.name
    }

    /// The values of all keys, in the order of the schema.
    var all: [Value] { ConfigurationSchema.allKeys.map(value) }

    /// Returns the value of a key.
    func value(of key: ConfigurationKey) -> Value {
        let origin: Origin
        let isAbsent = key.text(in: configuration) == nil
        if let path, let line = lines[key.path] {
            origin = .file(path: path, line: line)
        } else if isAbsent, key.text(in: placed) != nil {
            origin = .timeZone(name: zoneName)
        } else if let general = ConfigurationSchema.general(of: key) {
            origin = .general(path: general.path)
        } else {
            origin = .builtIn
        }
        return Value(
            key: key, origin: origin, text: key.text(in: placed),
            plainText: key.plainText(in: placed), content: key.value(in: placed))
    }
}

extension KeysInEffect {
    /// Returns the command that gives keys these values again, and removes those that the file did not set.
    func undo(of keys: [ConfigurationKey]) -> String {
        let values = keys.map(value)
        let words = values.filter(\.isInFile).flatMap {
            [$0.key.path, ($0.plainText ?? "").shellWord]
        }
        let others = values.filter { !$0.isInFile }.map(\.key.path)
        return [("set", words), ("unset", others)].filter { !$0.1.isEmpty }.map { verb, words in
            "appearancectl config \(verb) " + words.joined(separator: " ")
        }.joined(separator: " && ")
    }
}

extension KeysInEffect.Value {
    /// Whether a line of the file sets it.
    fileprivate var isInFile: Bool {
        if case .file = origin { true } else { false }
    }

    /// The value as in a file, or the word for none.
    var exactText: String { text ?? "absent" }

    /// The value and its origin, as members of an object.
    var members: [JSON.Member] {
        var line: JSON = .null
        if case .file(_, let number) = origin { line = .integer(Int64(number)) }
        return [
            .init(name: "value", value: content?.json ?? .null), .init(name: "line", value: line),
            .init(name: "origin", value: .string(origin.word)),
        ]
    }
}

extension KeysInEffect.Origin {
    /// The origin as a word for programs.
    fileprivate var word: String {
        switch self {
        case .file: "file"
        case .builtIn: "default"
        case .timeZone: "time_zone"
        case .general(let path): path
        }
    }

    /// The origin in a table of all keys.
    var label: String {
        switch self {
        case .file(_, let line): "line \(line)"
        case .builtIn: "default"
        case .timeZone(let name): "place of \(name.excerpt)"
        case .general(let path): "as \(path)"
        }
    }

    /// The origin as the end of a sentence.
    var explanation: String {
        switch self {
        case .file(let path, let line): "by line \(line) of \(path)"
        case .builtIn: "the default"
        case .timeZone(let name): "the place of the time zone \(name.excerpt)"
        case .general(let path): "as \(path)"
        }
    }
}

extension ConfigurationValue {
    /// The value in JSON.
    fileprivate var json: JSON {
        switch self {
        case .text(let text): .string(text)
        case .number(let number): .real(number)
        case .count(let count): .integer(count)
        case .truth(let truth): .bool(truth)
        case .names(let names): .array(names.map(JSON.string))
        }
    }
}
