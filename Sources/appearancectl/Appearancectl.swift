internal import AppearanceConfig
internal import AppearanceLimits
internal import AppearanceModel
internal import ArgumentParser
internal import Glibc

/// The command line of appearanced: one verb, one file in `Commands/`.
@main
struct Appearancectl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "appearancectl",
        abstract: "See and set whether this desktop is light, dark or night.",
        discussion: """
            The daemon appearanced decides, by light sensor, sun and clock. This program shows \
            what it decided and why, and tells it otherwise.

              appearancectl status
              appearancectl set dark --until sunrise
              appearancectl set auto

            Exit status: 0 done; 1 refused; 2 wrong usage; 3 the daemon is not running.
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

    /// The service of the same release says the same.
    static let version = "0.1.0"

    static func main() {
        // A reader that has gone is no error of ours: `StandardOutput` sees it and ends quietly.
        signal(SIGPIPE, SIG_IGN)
        fillStandardDescriptors()
        do {
            if try !runWithoutParsing() { try runParsed() }
        } catch {
            end(with: error)
        }
    }

    /// Answers what status bars ask at every turn and what lies on a key; false for anything else.
    ///
    /// Two words have nothing to be parsed, and parsing takes as long as all the rest.
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

    /// Opens what was closed (`>&-`), lest the daemon's socket becomes our standard output.
    private static func fillStandardDescriptors() {
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDWR)
        }
    }

    private static func end(with error: any Error) -> Never {
        if let complaint = CommandLineError(error) {
            StandardError.line(complaint.lines)
            complaint.status.exit()
        }
        // What is left is ArgumentParser's own: help and version, or a fault of usage.
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
    /// The text without line ends after it; printing a line adds one.
    fileprivate var trimmingNewlines: String {
        String(reversed().drop(while: \.isNewline).reversed())
    }
}

/// Words on the command line that ArgumentParser refuses without saying what would be right.
enum CommandWords {
    /// Refuses a word in the place of a command that is none, and names the one that is near.
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

    /// A level below zero looks like an option.
    private static func checkLevels(_ words: ArraySlice<String>) throws(CommandLineError) {
        guard let level = words.first(where: { $0.hasPrefix("-") && Double($0) != nil }) else {
            return
        }
        throw CommandLineError(
            "\(level) is no light level: it must be a number from 0 to \(Int(Limits.brightestLux))",
            .usage)
    }
}
