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
