import AppearanceConfig
import AppearanceModel
import AppearanceTestSupport
import TOML
import Testing

/// Edits of files drawn at random, in every way in which TOML writes tables, keys and values.
@Suite(.bounded) struct RandomEditTests {
    private static let keys =
        ConfigurationSchema.keys + ConfigurationSchema.weekdayKeys
        + ConfigurationSchema.appearanceKeys

    private static let values = [
        "true", "false", "1", "2", "40", "90.5", "\"1s\"", "\"2m\"", "\"08:00\"", "\"sunset-1h\"",
        "\"#123456\"", "\"auto\"", "\"none\"", "\"higher\"", "\"schedule\"", "[\"a\"]", "\"/x\"",
        "\"UTC\"", "\"x # y\"",
    ]

    @Test(.scaledAtNight, arguments: Seeds.chosen(1...UInt64(Nightly.count(20, byDay: 8))))
    func `an edit sets one key and keeps every other byte`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var edits = 0
        for _ in 0..<100 {
            let text = document(with: &random)
            guard let key = Self.keys.randomElement(using: &random),
                let value = Self.values.shuffled(using: &random).first(where: {
                    key.text(of: $0) == .valid($0)
                }), (try? ConfigurationReader.read(text, file: "f")) != nil
            else { continue }
            let change = ConfigurationEdit.Change(key.path, to: value)
            // A value that another key does not allow is refused.
            let result: [UInt8]?
            do {
                result = try ConfigurationEdit.apply([change], to: text, file: "f")
            } catch {
                continue
            }
            let shown = Comment(
                rawValue: "\(key.path) = \(value)\n" + String(decoding: text, as: UTF8.self))
            let edited = try #require(result, shown)
            edits += 1
            #expect(ConfigurationSchema.lines(in: edited)[key.path] != nil, shown)
            let configuration = try ConfigurationReader.read(edited, file: "f")
            let alone = try? ConfigurationReader.read(
                Array("\(key.path) = \(value)\n".utf8), file: "f")
            if let alone { #expect(key.text(in: configuration) == key.text(in: alone), shown) }
            let start = zip(text, edited).prefix { $0 == $1 }.count
            let end = zip(text.reversed(), edited.reversed()).prefix { $0 == $1 }.count
            let replaced = text.dropFirst(start).dropLast(min(end, text.count - start))
            let wasThere = ConfigurationSchema.lines(in: text)[key.path] != nil
            #expect(wasThere || replaced.isEmpty, shown)
            #expect(!replaced.contains(UInt8(ascii: "=")), shown)
        }
        #expect(edits > 20)
    }

    // MARK: Documents

    /// Returns a text with some keys; it may be invalid, such as by a table that is written twice.
    private func document(with random: inout SplitMix64) -> [UInt8] {
        let tables = Dictionary(grouping: Self.keys) {
            $0.path.split(separator: ".").dropLast().joined(separator: ".")
        }
        var root: [String] = []
        var sections: [String] = []
        let paths = tables.keys.sorted().shuffled(using: &random).prefix(4)
        for path in paths {
            let keys = tables[path] ?? []
            let some = keys.shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random))
            let members = some.compactMap { key -> (name: String, value: String)? in
                let value = key.defaultText ?? Self.values.first { key.text(of: $0) == .valid($0) }
                return value.map { value in
                    (String(key.path.dropFirst(path.count + 1)), spelled(value, &random))
                }
            }
            let lines = members.map { "\($0.name) = \($0.value)" }
            switch Int.random(in: 0..<4, using: &random) {
            case 0: root += lines.map { "\(path).\($0)" }
            case 1: root.append("\(path) = {\(lines.joined(separator: ", "))}")
            default: sections += ["[ \(path) ] # ü"] + lines
            }
            if Bool.random(using: &random) { sections.append("  # [portal]") }
        }
        let end = Bool.random(using: &random) ? "\r\n" : "\n"
        let text = (root + sections).joined(separator: "\n").replacing("\n", with: end)
        return Array((Bool.random(using: &random) ? "\u{FEFF}" : "").utf8) + Array(text.utf8)
            + Array((Bool.random(using: &random) ? end : "").utf8)
    }

    /// Returns a value in one of the ways to write it.
    private func spelled(_ value: String, _ random: inout SplitMix64) -> String {
        let comment = Bool.random(using: &random) ? " # \"so\"" : ""
        guard value.hasPrefix("\"") else {
            return value == "[]" ? "[ # ]\n\n]" : value
        }
        let inner = value.dropFirst().dropLast()
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return "'\(inner)'"
        case 1: return "'''\n\(inner)'''"
        case 2: return "\"\"\"\\\n  \(inner)\"\"\""
        default: return value + (comment.isEmpty ? "" : comment + "\n")
        }
    }
}
