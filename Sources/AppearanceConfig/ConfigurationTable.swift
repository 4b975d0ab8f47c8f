internal import AppearanceModel

/// One table of the configuration file, with its documentation.
struct ConfigurationTable: Sendable {
    /// Commented-out lines after the keys of a table.
    struct Example: Sendable {
        /// The sentence before the lines, which ends in a colon.
        let text: String
        let lines: [String]

        init(_ text: String, _ lines: [String]) {
            self.text = text
            self.lines = lines
        }
    }

    /// The whole dotted path.
    let path: String
    /// The sentences about the table.
    let text: String
    let keys: [ConfigurationKey]
    let example: Example?

    init(
        _ path: String, _ text: String, _ keys: [ConfigurationKey], example: Example? = nil
    ) {
        self.path = path
        self.text = text
        self.keys = keys
        self.example = example
    }
}

// MARK: - The shipped file

extension ConfigurationSchema {
    /// The text of config/appearanced.toml: every key with its default.
    package static var file: String {
        comment(
            """
            The configuration of appearanced, with every key and its built-in value.

            `appearancectl config init` writes it to ~/.config/appearanced/config.toml with each key as a \
            comment; a missing key has its built-in value. The file is watched and loaded whole or not at \
            all: while it is invalid, the previous configuration stays in effect, and `appearanced --check` \
            reports each problem with its line.

            \(durations)
            """) + tables.map { "\n" + $0.fileText(mark: "") }.joined()
    }

    /// The text of a new file of the user: every key with its default, each as a comment, so that a
    /// later version may have other defaults.
    package static var commentedFile: String {
        comment(
            """
            The configuration of appearanced. Each key is a comment with its built-in value.

            To change one, remove the # before it, or run `appearancectl config set KEY VALUE`. The file is \
            loaded whole or not at all: while it is invalid, the previous configuration stays in effect, and \
            `appearancectl config check` reports each problem with its line.

            \(durations)
            """) + tables.map { "\n" + $0.fileText(mark: "# ") }.joined()
    }

    private static let durations =
        "Durations are strings such as \"1m30s\", made of d, h, m, s and ms, the largest first."

    /// Returns paragraphs as comment lines.
    fileprivate static func comment(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { paragraph in
            paragraph.isEmpty
                ? "#\n" : String(paragraph).wrapped(to: 98).map { "# \($0)\n" }.joined()
        }.joined()
    }
}

extension ConfigurationTable {
    /// Returns the lines of the table, each key with its default after a mark.
    fileprivate func fileText(mark: String) -> String {
        ConfigurationSchema.comment(text) + "[\(path)]\n"
            + keys.map { $0.fileText(mark: mark) }.joined()
            + (example.map { example in
                "\n" + ConfigurationSchema.comment(example.text)
                    + example.lines.map { "# \($0)\n" }.joined()
            } ?? "")
    }
}

extension ConfigurationKey {
    fileprivate func fileText(mark: String) -> String {
        "\n" + ConfigurationSchema.comment("\(meaning)\nValue: \(shortRange).")
            + (defaultText.map { "\(mark)\(name) = \($0)\n" } ?? "# \(name) = \(example ?? "")\n")
    }
}

// MARK: - The manual page

extension ConfigurationSchema {
    /// The reference of all keys in scdoc's format, as appearanced(5) contains it.
    package static var manual: String { tables.map(\.manualText).joined(separator: "\n") }
}

extension ConfigurationTable {
    fileprivate var manualText: String {
        """
        # [\(path)]

        \(text.manualText.wrapped(to: 100).joined(separator: "\n"))

        \(keys.map(\.manualText).joined(separator: "\n"))
        """ + (example?.manualText ?? "")
    }
}

extension ConfigurationTable.Example {
    fileprivate var manualText: String {
        "\n" + text.manualText.wrapped(to: 100).joined(separator: "\n") + "\n\n```\n"
            + lines.joined(separator: "\n") + "\n```\n"
    }
}

extension ConfigurationKey {
    fileprivate var manualText: String {
        let sentences = [meaning, "Value: \(shortRange).", details].filter { !$0.isEmpty }
        return "*\(name)*" + (defaultText.map { " = \($0.escapedForManual)" } ?? "") + "\n"
            + sentences.joined(separator: " ").manualText.wrapped(to: 96).map { "\t\($0)\n" }
            .joined()
    }
}

extension String {
    /// The text with code in bold.
    fileprivate var manualText: String {
        split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
            index.isMultiple(of: 2) ? String(part).escapedForManual : "*\(part)*"
        }.joined()
    }

    /// The text with the characters escaped that scdoc interprets.
    fileprivate var escapedForManual: String {
        reduce(into: "") { text, character in
            if "\\*_".contains(character) { text.append("\\") }
            text.append(character)
        }
    }
}
