internal import AppearanceConfig
internal import AppearanceModel
internal import AppearanceProtocol
internal import ArgumentParser
internal import Console
internal import Diagnosis
internal import SettingsFile

extension ConfigCommand {
    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set",
            abstract: "Change keys of the configuration file.",
            usage: "appearancectl config set <key> <value> [<key> <value> ...]",
            discussion: """
                Comments, order and every other byte of the file are kept. The result is checked \
                before the file is replaced, in one step. A file that is missing is created; a \
                system-wide one is copied to your folder. Keys that depend on each other are \
                changed together.

                  appearancectl config set ambient.dark_below 60 ambient.light_above 120
                  appearancectl config set schedule.dark sunset-30m
                  appearancectl config set schedule.dark "sunset, 18:00 to 21:00"
                """)

        @Argument(
            help: ArgumentHelp("Keys, each with its value.", valueName: "key-value"),
            completion: .keysWithValues)
        var words: [String]

        func validate() throws {
            let keys = stride(from: 0, to: words.count, by: 2).map { words[$0] }
            if words.contains("=") || keys.contains(where: { $0.contains("=") }) {
                throw ValidationError("write a key and its value without =, as two words")
            }
            if let start = words.firstIndex(where: { $0.hasSuffix(",") }), start > 0 {
                throw ValidationError(
                    "write a value with spaces in quotes: "
                        + "\"\(words[start...].joined(separator: " "))\"")
            }
            guard words.count.isMultiple(of: 2) else {
                throw ValidationError("\(words.last ?? "a key") has no value")
            }
        }

        func run() throws {
            var changes: [ConfigurationEdit.Change] = []
            var keys: [ConfigurationKey] = []
            for index in stride(from: 0, to: words.count, by: 2) {
                let key = try ConfigCommand.key(words[index])
                let value = words[index + 1]
                guard changes.allSatisfy({ $0.path != key.path }) else {
                    throw CommandLineError("\(key.path) has two values; give one.", .usage)
                }
                switch key.text(of: value) {
                case .valid(let text):
                    changes.append(.init(key.path, to: text))
                    keys.append(key)
                case .invalid(let reason):
                    throw CommandLineError(
                        "invalid value \"\(value)\" of \(key.path): \(reason)", .usage)
                }
            }
            // An invalid file has none, and this may mend it.
            let valuesBefore = try? KeysInEffect(ConfigCommand.place)
            var before = Configuration()
            let change = try FileChange.make { () throws(SettingsError) in
                let draft = try ConfigCommand.place.draft()
                before = draft.configuration
                return try draft.change(changes)
            }
            guard let change else { return }
            guard change.after != change.before else {
                return StandardOutput.line("\(change.path) has these values already.")
            }
            let next = try ConfigCommand.checked(change.after ?? [], file: change.path)
            let listed = ConfigurationSchema.changes(from: before, to: next)
            StandardOutput.line("\(change.path): \(listed.isEmpty ? change.purpose : listed)")
            ConfigCommand.remarks(on: next).forEach(StandardOutput.line)
            if let valuesBefore { StandardOutput.line("Undo: \(valuesBefore.undo(of: keys))") }
            try DaemonReload.wait(for: change)
        }
    }

    struct Unset: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "unset",
            abstract:
                "Remove keys from the configuration file, so that their defaults are in effect.",
            discussion: """
                The line of each key is removed, and every other byte of the file is kept. A key that \
                the file does not set is left as it is. Keys that depend on each other are removed \
                together.

                  appearancectl config unset ambient.dark_below
                  appearancectl config unset location.latitude location.longitude
                """)

        @Argument(help: "Keys, whole or by their last parts.", completion: .presentKeys)
        var keys: [String]

        func run() throws {
            var keys: [ConfigurationKey] = []
            for word in self.keys {
                let key = try ConfigCommand.key(word)
                if keys.allSatisfy({ $0.path != key.path }) { keys.append(key) }
            }
            let before = try KeysInEffect(ConfigCommand.place)
            var removed: [ConfigurationKey] = []
            let change = try FileChange.make { () throws(SettingsError) in
                let draft = try ConfigCommand.place.draft()
                removed = keys.filter { draft.sets($0) }
                guard !removed.isEmpty else { return nil }
                return try draft.change(removed.map { .init(removing: $0.path) })
            }
            let path = change.map { "\($0.path): " } ?? ""
            let after = try KeysInEffect(ConfigCommand.place)
            for key in keys {
                let (old, new) = (before.value(of: key), after.value(of: key))
                let isRemoved = removed.contains { $0.path == key.path }
                StandardOutput.line(
                    isRemoved
                        ? path
                            + "\(key.path) \(old.exactText) → \(new.exactText), \(new.origin.explanation)"
                        : "\(key.path) is not set; \(new.exactText) is in effect,"
                            + " \(new.origin.explanation).")
            }
            guard let change else { return }
            StandardOutput.line("Undo: \(before.undo(of: removed))")
            try DaemonReload.wait(for: change)
        }
    }

    struct Get: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "get",
            abstract: "Print the value of a key that is in effect.",
            discussion: """
                It is printed as config set takes it, a text without quotes. With --json, the object \
                also has the origin of the value: file, with the line; default; time_zone, for the \
                place; or the key whose value a day or an appearance shares.

                  appearancectl config get ambient.dark_below
                """)

        @Argument(help: "A key, whole or by its last parts.", completion: .configurationKeys)
        var key: String

        @Flag(help: "Print one JSON object with the value and its origin.")
        var json = false

        func run() throws {
            let key = try ConfigCommand.key(self.key)
            let keys = try KeysInEffect(ConfigCommand.place)
            let value = keys.value(of: key)
            guard !json else {
                let path: JSON = keys.path.map { .string($0) } ?? .null
                return StandardOutput.json(
                    .object(
                        [
                            .init(name: "key", value: .string(key.path)),
                            .init(name: "file", value: path),
                        ] + value.members))
            }
            guard let text = value.plainText else {
                throw CommandLineError(
                    """
                    \(key.path) is not set, and has no default.
                    Its valid values: appearancectl config explain \(key.path)
                    """)
            }
            StandardOutput.line(text)
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Print every key with the value in effect and its origin.",
            discussion: """
                The origin is a line of the file, the built-in default, the place of the time zone, or \
                the key whose value a day or an appearance shares.
                """)

        @Flag(help: "Print JSON.")
        var json = false

        func run() throws {
            let keys = try KeysInEffect(ConfigCommand.place)
            let values = keys.all
            guard !json else {
                return StandardOutput.json([
                    "file": keys.path.map { .string($0) } ?? .null,
                    "keys": .object(
                        values.map { .init(name: $0.key.path, value: .object($0.members)) }),
                ])
            }
            var table = Table()
            for value in values {
                table.add(
                    value.key.path + (value.text.map { " = \($0)" } ?? " (absent)"),
                    value.origin.label)
            }
            StandardOutput.line(
                keys.path ?? "No configuration file; the built-in defaults are in effect.")
            table.lines.forEach(StandardOutput.line)
        }
    }

    /// Returns the configuration of a text.
    ///
    /// - Throws: `CommandLineError` with every diagnostic.
    static func checked(_ bytes: [UInt8], file: String) throws(CommandLineError) -> Configuration {
        do throws(FileError) {
            return try place.configuration(of: bytes, file: file)
        } catch {
            throw CommandLineError(placed: error.description)
        }
    }

    /// Returns the key of a path, or of the last parts of one.
    ///
    /// - Throws: `CommandLineError` that names the nearest key, or those that end so.
    static func key(_ path: String) throws(CommandLineError) -> ConfigurationKey {
        if let key = ConfigurationSchema.key(at: path) { return key }
        let keys = ConfigurationSchema.keys(of: path)
        guard keys.count != 1 else { return keys[0] }
        guard !keys.isEmpty else { throw unknown(path) }
        let rest = keys.count > 3 ? ["and \(keys.count - 3) more"] : []
        let names = (keys.prefix(3).map(\.path) + rest).joined(separator: ", ")
        throw CommandLineError(
            """
            "\(path)" is more than one key: \(names).
            See them all: appearancectl config explain \(path)
            """)
    }

    static func unknown(_ key: String) -> CommandLineError {
        let near = ConfigurationSchema.nearestPath(to: key)
        let hint = near.map { "; did you mean \($0)?" } ?? "."
        return CommandLineError(
            "unknown key \"\(key)\"\(hint)\nSee them all: appearancectl config default")
    }
}

extension ConfigurationFile {
    /// Returns the configuration of the file, or the built-in one without a file.
    ///
    /// - Throws: `CommandLineError` with every problem.
    func checked() throws(CommandLineError) -> Configuration {
        guard let configuration else {
            throw CommandLineError(placed: problems.lines.joined(separator: "\n"))
        }
        return configuration
    }
}
