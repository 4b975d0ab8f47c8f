package import AppearanceConfig
internal import AppearanceModel

/// A row of a page that shows a setting, and the change of the file that each of its values makes.
package struct SettingRow: Equatable, Sendable {
    package typealias Change = ConfigurationEdit.Change

    /// A value that can be chosen.
    package struct Option: Equatable, Sendable {
        package let title: String
        package let changes: [Change]

        package init(_ title: String, _ changes: Change...) {
            self.init(title, changes)
        }

        package init(_ title: String, _ changes: [Change]) {
            self.title = title
            self.changes = changes
        }
    }

    package enum Control: Equatable, Sendable {
        case toggle(isOn: Bool, on: [Change], off: [Change])
        case choice([Option], selected: Int)
        /// A number that is shown `scale` times as large as in the file.
        case number(Double, range: ClosedRange<Double>, scale: Double)
        /// A text as a person types it; empty removes the key if `isOptional`.
        case text(String, isOptional: Bool)
        /// The path of a picture, empty for none; the keys that it is set for too, and the changes that remove it.
        case picture(String, companions: [String], removal: [Change])
    }

    /// The dotted key, which identifies the row on its page.
    package let key: String
    package let title: String
    package let subtitle: String
    package let control: Control

    init(_ key: String, _ title: String, subtitle: String = "", _ control: Control) {
        self.key = key
        self.title = title
        self.subtitle = subtitle
        self.control = control
    }

    /// The changes that a value makes, or the reason for which the key does not accept it.
    package enum Outcome: Equatable, Sendable {
        case changes([Change])
        case invalid(reason: String)
    }

    /// Returns the changes that a typed text makes, in the forms in which people write times and durations.
    package func outcome(of text: String) -> Outcome {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if words.isEmpty, case .text(_, isOptional: true) = control {
            return .changes([Change(removing: key)])
        }
        let forms = [words, words.lowercased()]
        var reason = ""
        for form in forms {
            switch ConfigurationSchema.key(at: key)?.text(of: form) {
            case .valid(let value): return .changes([Change(key, to: value)])
            case .invalid(let problem): reason = problem
            case nil: break
            }
        }
        return .invalid(reason: reason)
    }

    /// Returns the changes that another picture makes.
    package func outcome(ofPicture path: String) -> Outcome {
        guard case .picture(_, let companions, _) = control,
            case .valid(let value) = ConfigurationSchema.key(at: key)?.text(of: path)
        else { return outcome(of: path) }
        return .changes(([key] + companions).map { Change($0, to: value) })
    }

    /// Returns the changes that a shown number makes.
    package func changes(toNumber shown: Double) -> [Change] {
        guard case .number(_, _, let scale) = control else { return [] }
        return [Change(key, to: figures(shown / scale))]
    }
}

// MARK: - Rows of a configuration

extension SettingRow {
    /// A choice of options; a value that is none of them is one more, as the file has it.
    static func choice(
        _ key: String, _ title: String, _ options: [Option], in configuration: Configuration
    ) -> SettingRow {
        func isInEffect(_ change: Change) -> Bool {
            configuration.text(of: change.path) == change.value
        }
        var options = options
        // The first change is that of the row; others are made with it.
        let selected = options.firstIndex { $0.changes.first.map(isInEffect) ?? false }
        if selected == nil {
            options.append(Option(configuration.plainText(of: key)))
        }
        return SettingRow(
            key, title, .choice(options, selected: selected ?? options.count - 1))
    }

    /// A choice of values of one key.
    static func choice(
        _ key: String, _ title: String, values: [(value: String, title: String)],
        in configuration: Configuration
    ) -> SettingRow {
        choice(
            key, title,
            values.map { Option($0.title, Change(key, to: "\"\($0.value)\"")) }, in: configuration)
    }

    /// A text of one key.
    static func text(
        _ key: String, _ title: String, isOptional: Bool = false, in configuration: Configuration
    ) -> SettingRow {
        SettingRow(
            key, title, .text(configuration.plainText(of: key), isOptional: isOptional))
    }
}

extension Configuration {
    /// Returns the value of a key as TOML text; `nil` if the key is absent.
    func text(of key: String) -> String? {
        ConfigurationSchema.key(at: key)?.text(in: self)
    }

    /// Returns the value of a key as a person writes it; empty if the key is absent.
    func plainText(of key: String) -> String {
        let text = ConfigurationSchema.key(at: key)?.plainText(in: self) ?? ""
        return text == "\"\"" ? "" : text
    }
}
