internal import AppearanceConfig
internal import AppearanceLimits
internal import AppearanceModel
internal import ArgumentParser

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
