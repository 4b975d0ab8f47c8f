internal import AppearanceConfig
internal import AppearanceModel
internal import AppearanceProtocol
internal import ArgumentParser
internal import Console
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
            help: ArgumentHelp("Keys, each with its value.", valueName: "key value"),
            completion: .configurationKeys)
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
            for index in stride(from: 0, to: words.count, by: 2) {
                let key = try ConfigCommand.key(words[index])
                let value = words[index + 1]
                guard changes.allSatisfy({ $0.path != key.path }) else {
                    throw CommandLineError("\(key.path) has two values; give one.", .usage)
                }
                switch key.text(of: value) {
                case .valid(let text): changes.append(.init(key.path, to: text))
                case .invalid(let reason):
                    throw CommandLineError(
                        "invalid value \"\(value)\" of \(key.path): \(reason)", .usage)
                }
            }
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
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Print every key with the value in effect and its origin.",
            discussion: "The origin is a line of the file, or the built-in default.")

        @Flag(help: "Print JSON.")
        var json = false

        func run() throws {
            let file = ConfigCommand.place.read()
            let (path, configuration) = (file.path, try file.checked())
            let lines = ConfigurationSchema.lines(in: file.text)
            var table = Table()
            var members: [JSON.Member] = []
            for key in ConfigurationSchema.shownKeys(lines) {
                guard let value = key.text(in: configuration) else { continue }
                let line = lines[key.path]
                table.add("\(key.path) = \(value)", line.map { "line \($0)" } ?? "default")
                let origin: JSON = line.map { .integer(Int64($0)) } ?? .null
                members.append(
                    .init(name: key.path, value: ["value": .string(value), "line": origin]))
            }
            guard !json else {
                return StandardOutput.json(
                    ["file": path.map { .string($0) } ?? .null, "keys": .object(members)])
            }
            StandardOutput.line(
                path ?? "No configuration file; the built-in defaults are in effect.")
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
