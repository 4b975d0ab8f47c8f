/// What a desktop's night light is set to.
package struct NightLightReading: Equatable, Sendable {
    /// What holds, by the names of the settings; what nobody has said anything about is missing.
    package private(set) var values: [String: String] = [:]
    /// The settings that the user has set.
    package private(set) var own: Set<String> = []

    package init(_ values: [String: String], own: Set<String>) {
        self.values = values
        self.own = own
    }

    /// What `gsettings list-recursively` says, and what it would say if nobody had set anything; nil
    /// where a setting is missing.
    package init?(of nightLight: NightLight, gsettings answer: String, defaults: String) {
        values = Self.values(answer, of: nightLight)
        let defaults = Self.values(defaults, of: nightLight)
        own = Set(values.keys.filter { values[$0] != defaults[$0] })
        guard nightLight.settings.allSatisfy({ values[$0.key] != nil }) else { return nil }
    }

    /// A line is the schema, the key and the value, with a space between each.
    private static func values(_ answer: String, of nightLight: NightLight) -> [String: String] {
        var values: [String: String] = [:]
        for line in answer.split(whereSeparator: \.isNewline) {
            let words = line.split(separator: " ", maxSplits: 2)
            guard words.count == 3, words[0] == NightLight.schema,
                nightLight.settings.contains(where: { $0.key == words[1] })
            else { continue }
            values[String(words[1])] = String(words[2])
        }
        return values
    }

    /// What files of KConfig say, the first to count first; the first is the user's own, and each is
    /// nil where there is none.
    package init(of nightLight: NightLight, texts: [String?]) {
        for (index, text) in texts.enumerated() {
            KConfigText.read(text ?? "") { group, key, value in
                let key = String(key)
                guard group == NightLight.group, values[key] == nil,
                    nightLight.settings.contains(where: { $0.key == key })
                else { return }
                values[key] = Self.plain(value)
                if index == 0 { own.insert(key) }
            }
        }
    }

    /// KConfig knows more than one word for yes and for no.
    private static func plain(_ value: Substring) -> String {
        switch value.lowercased() {
        case "true", "on", "yes": "true"
        case "false", "off", "no": "false"
        default: String(value)
        }
    }
}
