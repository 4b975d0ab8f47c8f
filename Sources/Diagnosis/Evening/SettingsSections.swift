internal import Console

/// The sections of a settings file whose lines are `key = value`, as of redshift, hyprsunset and sunsetr.
struct SettingsSections {
    /// The values of each section by their keys, in the order of the file; the first one is before any heading.
    private(set) var sections: [(name: String, values: [String: String])] = [("", [:])]

    /// Reads a text; a line that is not understood is left out.
    ///
    /// A heading is `[name]`, or `name {` until `}`. A comment begins with `#` or `;`.
    init(_ text: String) {
        for line in text.split(whereSeparator: \.isNewline) {
            let words = String(line.prefix { $0 != "#" && $0 != ";" }).trimmed
            if words.first == "[", words.last == "]" {
                sections.append((String(words.dropFirst().dropLast()).trimmed, [:]))
            } else if words.last == "{" {
                sections.append((String(words.dropLast()).trimmed, [:]))
            } else if words == "}" {
                sections.append(("", [:]))
            } else if let sign = words.firstIndex(of: "=") {
                let value = String(words[words.index(after: sign)...]).trimmed
                let isQuoted = value.count > 1 && value.first == "\"" && value.last == "\""
                sections[sections.count - 1].values[String(words[..<sign]).trimmed] =
                    isQuoted ? String(value.dropFirst().dropLast()) : value
            }
        }
    }

    /// Returns the last value of a key, in any section.
    subscript(key: String) -> String? { sections.lazy.compactMap { $0.values[key] }.last }
}
