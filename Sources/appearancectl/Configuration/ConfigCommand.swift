internal import AppearanceConfig
internal import AppearanceEngine
internal import AppearanceModel
internal import ArgumentParser
internal import Console
internal import DaemonClient
internal import Glibc
internal import Linux
internal import SettingsFile

struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Create, check, change, print and explain the configuration.",
        discussion: "This command does not need the daemon.",
        subcommands: [
            Get.self, Set.self, Unset.self, Show.self, Explain.self, Edit.self, Check.self,
            Init.self, Path.self, Default.self,
        ])

    /// The files that may hold the configuration of this user.
    static var place: ConfigurationPlace { ConfigurationPlace { CurrentProcess.variable($0) } }

    /// Returns the configuration in effect: of the file, else, while that is invalid, the one that the
    /// daemon has instead.
    static func current() -> Configuration { CurrentConfiguration(place).values }

    /// Returns the configuration of the named file, else of that of this user, else the built-in one.
    ///
    /// - Throws: `CommandLineError` with every problem of the file.
    static func configuration(named path: String?) throws(CommandLineError) -> Configuration {
        try place.named(path).read().checked()
    }

    /// Returns the effects of a valid configuration that its author may not expect, each in a sentence.
    static func remarks(on configuration: Configuration) -> [String] {
        let zone = place.zone(of: configuration)
        let remark = zone.remark(on: configuration.location, at: .now)
        return configuration.remarks + (remark.map { [$0.text] } ?? [])
    }

    /// The configuration file of the user.
    ///
    /// - Throws: `SettingsError` without a home.
    static func ownPath() throws(SettingsError) -> String {
        guard let path = place.own else { throw .noFolder }
        return path
    }
}

// Each command spells its name out: deriving it costs every run of every verb a millisecond.
extension ConfigCommand {
    struct Init: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "init",
            abstract: "Write a configuration file with every key and its default as a comment.",
            discussion: """
                A key that stays a comment has the default of the installed version. The folder is \
                created if it is missing. An existing file is unchanged.
                """)

        func run() throws {
            let path = try ConfigCommand.ownPath()
            let isWritten = try FileWriting.whileLocked(path) {
                (lock: borrowing FileEditLock) throws(CommandLineError) in
                var status = stat()
                // A dangling link was made by the user and is kept.
                guard lstat(path, &status) != 0 else { return false }
                return try FileWriting.replace(
                    nil, by: Array(ConfigurationSchema.commentedFile.utf8), in: lock)
            }
            guard isWritten else {
                throw CommandLineError(
                    """
                    \(path) already exists and is unchanged.
                    Every key with its default: appearancectl config default
                    """)
            }
            StandardOutput.line(
                """
                Wrote \(path): every key with its default, as a comment.
                Change a key: appearancectl config set KEY VALUE, or appearancectl config edit
                """)
        }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Check a configuration file and print each error with its position.")

        @Argument(help: "A file; without it, the one in effect.", completion: .configurationFile)
        var file: String?

        func run() throws {
            let read = ConfigCommand.place.named(file).read()
            let configuration = try read.checked()
            guard let path = read.path else {
                return StandardOutput.line(
                    "No configuration file; the built-in defaults are in effect.")
            }
            StandardOutput.line("\(path) is valid.")
            ConfigCommand.remarks(on: configuration).forEach(StandardOutput.line)
        }
    }

    struct Path: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "path",
            abstract: "Print the path of the configuration file in effect, or of the one to create."
        )

        func run() throws {
            if let path = ConfigCommand.place.read().path { return StandardOutput.line(path) }
            let first = try ConfigCommand.ownPath()
            StandardError.line("appearancectl: no file yet; yours would be:")
            StandardOutput.line(first)
        }
    }

    struct Default: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "default",
            abstract: "Print every key with its default and its meaning.")

        func run() throws {
            StandardOutput.verbatim(StyledLine(String(ConfigurationSchema.file.dropLast())))
        }
    }

    struct Explain: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "explain",
            abstract: "Explain a key: its meaning, valid values, default and value in effect.",
            discussion: """
                The last parts of a key are enough. For a table, or if several keys end so, it \
                prints a line for each.
                """)

        @Argument(
            help: "A key or a table, such as ambient.dark_below, poll or schedule.",
            completion: .configurationKeys)
        var key: String

        func run() throws {
            // A table may have brackets, as in the file.
            let path =
                key.hasPrefix("[") && key.hasSuffix("]") ? key.dropFirst().dropLast() : key[...]
            if let known = ConfigurationSchema.key(at: String(path)) { return explain(known) }
            let keys = ConfigurationSchema.keys(of: String(path))
            if keys.count == 1 { return explain(keys[0]) }
            guard !keys.isEmpty else { throw ConfigCommand.unknown(key) }
            for key in keys {
                StandardOutput.line("\(key.path)  (default: \(key.defaultText ?? "none"))")
                StandardOutput.line("  \(key.meaning)")
            }
        }

        private func explain(_ key: ConfigurationKey) {
            StandardOutput.line(key.path)
            StandardOutput.line("  \(key.meaning)")
            StandardOutput.line("  values   \(key.range)")
            StandardOutput.line("  default  \(key.defaultText ?? "none")")
            // An invalid file has no values.
            guard let value = try? KeysInEffect(ConfigCommand.place).value(of: key) else { return }
            StandardOutput.line("  present  \(value.exactText), \(value.origin.explanation)")
        }
    }
}
