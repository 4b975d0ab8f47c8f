internal import AppearanceConfig
internal import AppearanceLimits
internal import AppearanceModel
internal import ArgumentParser
internal import Glibc

/// The command line of appearanced: a list of verbs, each a command of its own.
@main
struct Appearancectl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "appearancectl",
        abstract: "Show and set whether this desktop is light, dark or night.",
        discussion: """
            The daemon appearanced decides, by light sensor, sun and clock. This program shows \
            its decision and the reason, and overrides it.

              appearancectl status
              appearancectl set dark --until sunrise
              appearancectl set auto

            Exit status: 0 done; 1 refused; 2 invalid usage; 3 the daemon is not running.
            """,
        version: version,
        subcommands: [
            GetCommand.self, StatusCommand.self, SetCommand.self, ToggleCommand.self,
            PauseCommand.self, ResumeCommand.self, WatchCommand.self, WhyCommand.self,
            FeedCommand.self, SensorsCommand.self, NightCommand.self, ScheduleCommand.self,
            SimulateCommand.self,
            ReplayCommand.self,
            ConfigCommand.self, TokensCommand.self, PortalCommand.self,
            SetupCommand.self, ResetCommand.self, DoctorCommand.self,
        ])

    /// The version, the same as that of the daemon of the same release.
    static let version = "0.1.0"

    static func main() {
        // A closed reader is not an error: `StandardOutput` detects it and exits quietly.
        signal(SIGPIPE, SIG_IGN)
        fillStandardDescriptors()
        do {
            if try !runWithoutParsing() { try runParsed() }
        } catch {
            end(with: error)
        }
    }

    /// Runs `get` and `toggle`, which status bars and key bindings call often; false for any other.
    ///
    /// They have no arguments, and parsing would take as long as everything else.
    private static func runWithoutParsing() throws -> Bool {
        switch CommandLine.arguments.dropFirst() {
        case ["get"]: try GetCommand().run()
        case ["toggle"]: try ToggleCommand().run()
        default: return false
        }
        return true
    }

    private static func runParsed() throws {
        try CommandWords.check(CommandLine.arguments.dropFirst())
        var command = try parseAsRoot()
        try command.run()
    }

    /// Opens standard descriptors that are closed (`>&-`), so that no socket takes their numbers.
    private static func fillStandardDescriptors() {
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDWR)
        }
    }

    private static func end(with error: any Error) -> Never {
        if let error = CommandLineError(error) {
            StandardError.line(error.lines)
            error.status.exit()
        }
        // The rest is ArgumentParser's own: help, version, or invalid usage.
        let message = fullMessage(for: error).trimmingNewlines
        guard exitCode(for: error).isSuccess else {
            StandardError.line(message)
            ExitStatus.usage.exit()
        }
        StandardOutput.line(message)
        ExitStatus.done.exit()
    }
}

extension String {
    /// The text without trailing line ends.
    fileprivate var trimmingNewlines: String {
        String(reversed().drop(while: \.isNewline).reversed())
    }
}

/// Checks of the command line that name the likely word, which ArgumentParser does not.
enum CommandWords {
    /// Throws if a word in the place of a command is unknown, and suggests the nearest one.
    static func check(_ arguments: some Sequence<String>) throws(CommandLineError) {
        var words = Array(arguments)[...]
        if words.first == "help" { words = words.dropFirst() }
        var command: any ParsableCommand.Type = Appearancectl.self
        var path = "appearancectl"
        while let word = words.first, !command.configuration.subcommands.isEmpty {
            guard !word.hasPrefix("-") else { return }
            let commands = command.configuration.subcommands
            guard let next = commands.first(where: { $0.configuration.commandName == word }) else {
                throw unknown(word, in: path, commands.compactMap { $0.configuration.commandName })
            }
            command = next
            path += " \(word)"
            words = words.dropFirst()
        }
        if command == FeedCommand.self { try checkLevels(words) }
    }

    private static func unknown(
        _ word: String, in path: String, _ commands: [String]
    ) -> CommandLineError {
        let isMode = path == "appearancectl" && Mode(rawValue: word.lowercased()) != nil
        let near =
            isMode ? "set \(word.lowercased())" : Suggestion.nearest(to: word, among: commands)
        let hint = near.map { "; did you mean \($0)?" } ?? "."
        return CommandLineError("no command '\(word)'\(hint)\nSee them all: \(path) --help", .usage)
    }

    /// Throws if a light level is negative, which ArgumentParser takes for an option.
    private static func checkLevels(_ words: ArraySlice<String>) throws(CommandLineError) {
        guard let level = words.first(where: { $0.hasPrefix("-") && Double($0) != nil }) else {
            return
        }
        throw CommandLineError(
            "invalid light level \(level): must be a number from 0 to \(Int(Limits.brightestLux))",
            .usage)
    }
}
