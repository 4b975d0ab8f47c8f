internal import AppearanceLimits
internal import AppearanceModel
internal import ArgumentParser
internal import CommandProgram
internal import Console

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
        groupedSubcommands: [
            CommandGroup(
                name: "Setup",
                subcommands: [
                    SetupCommand.self, DoctorCommand.self, PlaceCommand.self, ConfigCommand.self,
                    HooksCommand.self, PortalCommand.self, ResetCommand.self,
                ]),
            CommandGroup(
                name: "Appearance",
                subcommands: [
                    StatusCommand.self, GetCommand.self, WatchCommand.self, SetCommand.self,
                    ToggleCommand.self, SkipCommand.self, PauseCommand.self, ResumeCommand.self,
                    InhibitCommand.self, NightCommand.self,
                ]),
            CommandGroup(
                name: "Explanation",
                subcommands: [
                    WhyCommand.self, LogCommand.self, ScheduleCommand.self, SimulateCommand.self,
                    ReplayCommand.self,
                ]),
            CommandGroup(
                name: "Light",
                subcommands: [
                    SensorsCommand.self, FeedCommand.self, CalibrateCommand.self,
                    SuggestCommand.self,
                ]),
        ])

    /// The version, the same as that of the daemon of the same release.
    static let version = projectVersion

    static func main() {
        Program.run(Self.self, converting: CommandLineError.init(daemon:)) {
            if try !runWithoutParsing() { try runParsed() }
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
        let words = CommandLine.arguments.dropFirst()
        try CommandWords.check(words)
        var command = try parseAsRoot(CommandWords.endingOptions(of: words))
        try command.run()
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

    /// Returns the words with `--` before the command of `inhibit` and the arguments of that of `feed`, whose
    /// options are their own, and before a negative number of `config set` or `place`.
    static func endingOptions(of words: some Sequence<String>) -> [String] {
        var words = Array(words)
        if words.starts(with: ["config", "set"]), !words.contains("--"),
            let index = words.firstIndex(where: isNegative)
        {
            words.insert("--", at: index)
        }
        // The options of place are flags, so their order does not matter.
        let isSouth = { (word: String) in
            word.hasPrefix("-") && word.dropFirst().first?.isNumber == true
        }
        if words.first == "place", !words.contains("--"), words.contains(where: isSouth) {
            let isOption = { (word: String) in word.hasPrefix("-") && !isSouth(word) }
            return ["place"] + words.filter(isOption) + ["--"]
                + words.dropFirst().filter { !isOption($0) }
        }
        if words.first == "feed", !words.contains("--"),
            let option = words.firstIndex(where: isWhenNeeded)
        {
            let index = option + (words[option].contains("=") ? 1 : 2)
            if index < words.count { words.insert("--", at: index) }
            return words
        }
        guard words.first == "inhibit" else { return words }
        var index = 1
        while index < words.count, words[index].hasPrefix("-") {
            if words[index] == "--" { return words }
            index += ["--who", "--why"].contains(words[index]) ? 2 : 1
        }
        if index < words.count { words.insert("--", at: index) }
        return words
    }

    private static func unknown(
        _ word: String, in path: String, _ commands: [String]
    ) -> CommandLineError {
        if path == "appearancectl", word == "tokens" {
            return CommandLineError(
                "no command 'tokens'; the program appearance-tokens has its commands.\nSee them all:"
                    + " appearance-tokens --help", .usage)
        }
        let isMode = path == "appearancectl" && Mode(rawValue: word.lowercased()) != nil
        let near =
            isMode ? "set \(word.lowercased())" : Suggestion.nearest(to: word, among: commands)
        let hint = near.map { "; did you mean \($0)?" } ?? "."
        return CommandLineError("no command '\(word)'\(hint)\nSee them all: \(path) --help", .usage)
    }

    /// Returns whether the next word, or the rest of this one, is a command.
    private static func isWhenNeeded(_ word: String) -> Bool {
        word == "--when-needed" || word.hasPrefix("--when-needed=")
    }

    private static func isNegative(_ word: String) -> Bool {
        word.hasPrefix("-") && Double(word) != nil
    }

    /// Throws if a light level is negative, which ArgumentParser takes for an option.
    private static func checkLevels(_ words: ArraySlice<String>) throws(CommandLineError) {
        guard !words.contains(where: isWhenNeeded), let level = words.first(where: isNegative)
        else { return }
        throw CommandLineError(
            "invalid light level \(level): must be a number from 0 to \(Int(Limits.brightestLux))",
            .usage)
    }
}
