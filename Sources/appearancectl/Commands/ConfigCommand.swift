internal import AppearanceConfig
internal import ArgumentParser
internal import Glibc

struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Look at the configuration: begin, check, find, print and explain it.",
        discussion: "No daemon is asked.",
        subcommands: [Init.self, Check.self, Path.self, Default.self, Explain.self])

    /// The file that counts; nil when there is none.
    static var path: String? { path(of: candidates) }

    /// The first of some files that is there, be it only a link that leads nowhere.
    static func path(of candidates: [String]) -> String? {
        candidates.first { path in
            var status = stat()
            return lstat(path, &status) == 0 || ![ENOENT, ENOTDIR].contains(errno)
        }
    }

    fileprivate static var candidates: [String] {
        ConfigurationPaths.candidates { getenv($0).map { String(cString: $0) } }
    }
}

// Each has its name written out: left to be found out, it costs every run of every verb a millisecond.
extension ConfigCommand {
    struct Init: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "init",
            abstract: "Write a configuration file with every key and its default.",
            discussion: "It makes the folder if there is none. An existing file stays as it is.")

        func run() throws {
            guard let path = ConfigCommand.candidates.first else {
                throw CommandLineError("neither XDG_CONFIG_HOME nor HOME is set.")
            }
            var status = stat()
            // A link whose target is missing is somebody's too.
            guard lstat(path, &status) != 0 else {
                throw CommandLineError(
                    """
                    \(path) already exists and is unchanged.
                    Every key with its default: appearancectl config default
                    """)
            }
            try FileWriting.write(ShippedConfiguration.text, to: path)
            StandardOutput.line(
                "Wrote \(path).\nCheck it after a change: appearancectl config check")
        }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Say whether a configuration can be taken, and if not, what is wrong where.")

        @Argument(
            help: "A file; without it, the one that counts.", completion: .configurationFile)
        var file: String?

        func run() throws {
            guard let path = file ?? ConfigCommand.path else {
                return StandardOutput.line(
                    "There is no configuration file; the built-in defaults hold.")
            }
            let bytes = try FileReading.bytes(of: path, limit: 1024 * 1024)
            do throws(ConfigurationError) {
                _ = try ConfigurationReader.read(bytes, file: path, zones: .machine)
            } catch {
                throw CommandLineError(placed: error.description)
            }
            StandardOutput.line("\(path) is in order.")
        }
    }

    struct Path: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "path",
            abstract: "Print the path of the file that counts, or of the one you could write.")

        func run() throws {
            if let path = ConfigCommand.path { return StandardOutput.line(path) }
            guard let first = ConfigCommand.candidates.first else { return }
            StandardError.line("appearancectl: there is no file yet; this is where yours would be:")
            StandardOutput.line(first)
        }
    }

    struct Default: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "default",
            abstract: "Print every key with its default and what it does.")

        func run() throws {
            StandardOutput.line(String(ShippedConfiguration.text.dropLast()))
        }
    }

    struct Explain: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "explain",
            abstract: "Say what a key does, what it may be, and what it is by default.",
            discussion: """
                The last parts of a key are enough. Of a table, or where several keys end so, each is \
                explained in a line.
                """)

        @Argument(
            help: "A key or a table, such as ambient.dark_below, poll or schedule.",
            completion: .configurationKeys)
        var key: String

        func run() throws {
            // A table may be written as it stands in the file.
            let path =
                key.hasPrefix("[") && key.hasSuffix("]") ? key.dropFirst().dropLast() : key[...]
            if let known = ConfigurationSchema.key(at: String(path)) { return explain(known) }
            let keys = ConfigurationSchema.keys(of: String(path))
            if keys.count == 1 { return explain(keys[0]) }
            guard !keys.isEmpty else { throw unknown }
            for key in keys {
                StandardOutput.line("\(key.path) = \(key.defaultText ?? "(none)")")
                StandardOutput.line("  \(key.meaning)")
            }
        }

        private func explain(_ key: ConfigurationKey) {
            StandardOutput.line(key.path)
            StandardOutput.line("  \(key.meaning)")
            StandardOutput.line("  may be   \(key.range)")
            StandardOutput.line("  default  \(key.defaultText ?? "none")")
        }

        private var unknown: CommandLineError {
            let near = ConfigurationSchema.nearestPath(to: key)
            let hint = near.map { "; did you mean \($0)?" } ?? "."
            return CommandLineError(
                "there is no key \"\(key)\"\(hint)\nSee them all: appearancectl config default")
        }
    }
}
