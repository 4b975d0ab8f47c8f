internal import AppearanceConfig
internal import AppearanceEngine
internal import AppearanceModel
internal import ArgumentParser
internal import SettingsFile

/// The words that a shell offers for `config set`, `get`, `unset` and `explain`.
enum ConfigCompletion {
    /// Returns the keys, or the values of the key before, for the word of a line that is completed by its
    /// index.
    static func ofSet(_ words: [String], _ index: Int) -> [String] {
        guard let verb = words.firstIndex(of: "set"), verb < index else { return [] }
        let given = joined(words[(verb + 1)..<min(index, words.count)].filter { $0 != "--" })
        guard !given.count.isMultiple(of: 2), let last = given.last else { return keys }
        guard let key = try? ConfigCommand.key(last) else { return [] }
        return escaped(
            key.path == "location.time_zone"
                ? ConfigCommand.place.zoneFiles.names() : key.suggestedValues)
    }

    /// The keys that the file sets.
    static var presentKeys: [String] {
        let lines = ConfigurationSchema.lines(in: ConfigCommand.place.read().text)
        return ConfigurationSchema.allKeys.map(\.path).filter { lines[$0] != nil }
    }

    static var keys: [String] { ConfigurationSchema.allKeys.map(\.path) }

    /// Returns the words with those joined that bash has divided at a colon.
    private static func joined(_ words: [String]) -> [String] {
        guard CompletionShell.requesting == .bash else { return words }
        return words.reduce(into: []) { joined, word in
            if let last = joined.last, word == ":" || last.hasSuffix(":") {
                joined[joined.count - 1] = last + word
            } else {
                joined.append(word)
            }
        }
    }

    /// Returns the words as the shell reads them: in zsh, a colon begins the description of a word.
    private static func escaped(_ words: [String]) -> [String] {
        guard CompletionShell.requesting == .zsh else { return words }
        return words.map { word in
            word.reduce(into: "") { $0 += $1 == ":" ? "\\:" : "\($1)" }
        }
    }
}

extension CompletionKind {
    static var configurationKeys: CompletionKind { .list(ConfigCompletion.keys) }

    /// The keys that the file sets.
    static var presentKeys: CompletionKind { .custom { _, _, _ in ConfigCompletion.presentKeys } }

    /// Keys, each with its value.
    static var keysWithValues: CompletionKind {
        .custom { words, index, _ in ConfigCompletion.ofSet(words, index) }
    }
}
