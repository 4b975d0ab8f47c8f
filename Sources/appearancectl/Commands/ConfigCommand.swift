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
    fileprivate static var path: String? { candidates.first { access($0, F_OK) == 0 } }

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
                throw Complaint("neither XDG_CONFIG_HOME nor HOME is set.")
            }
            var status = stat()
            // A link whose target is missing is somebody's too.
            guard lstat(path, &status) != 0 else {
                throw Complaint(
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
            do throws(ConfigurationFault) {
                _ = try ConfigurationReader.read(bytes, file: path)
            } catch {
                throw Complaint(error.description)
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
            abstract: "Say what a key does, what it may be, and what it is by default.")

        @Argument(help: "A key such as ambient.dark_below.", completion: .configurationKeys)
        var key: String

        func run() throws {
            guard let known = ConfigurationSchema.key(at: key) else {
                throw Complaint(
                    """
                    there is no key \(key); \(ConfigurationSchema.suggestion(for: key))
                    See them all: appearancectl config default
                    """)
            }
            StandardOutput.line(known.path)
            StandardOutput.line("  \(known.meaning)")
            StandardOutput.line("  may be   \(known.range)")
            StandardOutput.line("  default  \(known.defaultText ?? "none")")
        }
    }
}
