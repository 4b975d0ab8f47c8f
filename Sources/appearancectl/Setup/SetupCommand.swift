internal import AppearanceConfig
internal import AppearanceModel
internal import ArgumentParser
internal import Console
internal import SettingsFile

struct SetupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Set up this desktop to follow, step by step.",
        discussion: """
            It shows every changed line and every command first and asks before each step. Your \
            configuration keeps every other byte. A second run has nothing to do. appearancectl \
            reset undoes the changes of the desktop, the portal and the ready-made hooks. The place, the \
            daemon, the scripts of darkman and GNOME's extension stay as they were set up.

              appearancectl setup --dry-run
              appearancectl setup --latitude 52.52 --longitude 13.40
            """)

    @Flag(name: .shortAndLong, help: "Do every step without asking.")
    var yes = false

    @Flag(help: "Show the steps without doing them.")
    var dryRun = false

    @OptionGroup var place: PlaceOptions

    func validate() throws {
        guard !(yes && dryRun) else {
            throw ValidationError("--yes and --dry-run exclude each other")
        }
    }

    func run() throws {
        let plan = try SetupPlan(.gathered(), place: place.coordinates)
        plan.foundLines.forEach(StandardOutput.line)
        guard !plan.steps.isEmpty else {
            StandardOutput.line(
                plan.gaps.isEmpty
                    ? "Everything is set up; nothing to do." : "Setup has nothing left to do.")
            return plan.gapLines.forEach(StandardOutput.line)
        }
        guard yes || dryRun || Question.isPossible else {
            StandardError.line(
                """
                appearancectl: setup asks before each step, and standard input is not a terminal.
                Show the steps: appearancectl setup --dry-run
                Do them all:    appearancectl setup --yes
                """)
            ExitStatus.usage.exit()
        }
        var left = 0
        for (index, step) in plan.steps.enumerated() {
            step.styledLines(number: index + 1).forEach(StandardOutput.line)
            if dryRun { continue }
            if yes || Question.isConfirmed("   Do this?") {
                try step.run()
                let more = step.remainder.isEmpty ? "" : " " + step.remainder
                StandardOutput.line("   Done.\(more)\n")
            } else {
                left += 1
                StandardOutput.line("   Skipped.\n")
            }
        }
        plan.gapLines.forEach(StandardOutput.line)
        StandardOutput.line(closing(left: left))
    }

    private func closing(left: Int) -> String {
        if dryRun { return "\nNothing was changed. To do the steps: appearancectl setup" }
        if left > 0 { return "To do the skipped steps later: appearancectl setup" }
        return "All done. Check the result: appearancectl doctor"
    }
}

extension SetupPlan {
    /// The findings, a line each.
    fileprivate var foundLines: [StyledLine] {
        var table = Table()
        for (noun, text) in findings { table.add(noun, text) }
        return [StyledLine("Found here", .strong)] + table.lines.map { StyledLine("  " + $0) }
            + [StyledLine("")]
    }

    /// The steps that setup cannot do, a paragraph each.
    fileprivate var gapLines: [StyledLine] {
        gaps.map { StyledLine("Not by setup: ", .strong) + StyledLine($0) }
    }
}

struct SetupStep {
    enum Action {
        /// Make the portal ask appearanced, with its files as they are by then; as they are now is shown.
        case route(PortalRouting, shown: [FileChange])
        case run(Command)
        /// Change the configuration, as it is by then; the file as it is now is shown.
        case configure([ConfigurationEdit.Change], shown: FileChange)
        case link(String, to: String)
    }

    /// The purpose, as a sentence.
    let purpose: String
    let actions: [Action]
    /// The action left to the user afterwards; empty for none.
    var remainder = ""

    /// The exact actions: files with their changed lines, and shell commands.
    var lines: [String] {
        actions.flatMap { action in
            switch action {
            case .route(_, let changes): changes.flatMap { [$0.path] + $0.marked.map { "  " + $0 } }
            case .configure(_, let change): [change.path] + change.marked.map { "  " + $0 }
            case .run(let command): [command.shellText]
            case .link(let path, let target): ["ln -s \(target.shellWord) \(path.shellWord)"]
            }
        }
    }

    /// Returns the purpose and the lines, not wrapped.
    func styledLines(number: Int) -> [StyledLine] {
        [StyledLine("\(number). \(purpose)", .strong)]
            + lines.map { line in
                let style: StyledLine.Style =
                    line.hasPrefix("  + ") ? .good : line.hasPrefix("  - ") ? .bad : .plain
                return StyledLine("   ") + StyledLine(line, style)
            }
    }

    func run() throws {
        for action in actions {
            switch action {
            case .route(let routing, _): _ = try routing.install()
            case .configure(let changes, _): try ConfigCommand.place.write(changes)
            case .run(let command): try command.run()
            case .link(let path, let target): try FileWriting.link(path, to: target)
            }
        }
    }
}

extension Command {
    /// The command as a line of a shell.
    var shellText: String { ([program] + arguments).map(\.shellWord).joined(separator: " ") }

    /// Runs the command.
    ///
    /// - Throws: `CommandLineError` if it fails.
    fileprivate func run() throws(CommandLineError) {
        let result = CommandRunner.run([self], within: .seconds(60))[0]
        do throws(CommandLineError) {
            _ = try result.text(of: self)
        } catch {
            throw CommandLineError("`\(shellText)` was not done. \(error.text)")
        }
    }
}
