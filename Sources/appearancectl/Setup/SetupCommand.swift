internal import AppearanceModel
internal import ArgumentParser
internal import Console

struct SetupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Set up this desktop to follow, step by step.",
        discussion: """
            It shows every changed line and every command first and asks before each step. Your \
            configuration keeps every other byte. A second run has nothing to do. appearancectl \
            reset undoes the changes, except that the daemon and the scripts of darkman stay enabled.

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
        SetupText.findings(plan).forEach(StandardOutput.line)
        guard !plan.steps.isEmpty else {
            StandardOutput.line(
                plan.gaps.isEmpty
                    ? "Everything is set up; nothing to do." : "Setup has nothing left to do.")
            SetupText.gaps(plan).forEach(StandardOutput.line)
            return
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
            SetupText.step(step, index + 1, of: plan.steps.count).forEach(StandardOutput.line)
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
        SetupText.gaps(plan).forEach(StandardOutput.line)
        StandardOutput.line(SetupText.closing(isDryRun: dryRun, left: left))
    }

}

/// The output of `appearancectl setup`.
enum SetupText {
    /// Returns the findings, a line each.
    static func findings(_ plan: SetupPlan) -> [StyledLine] {
        var table = Table()
        for (noun, text) in plan.findings { table.add(noun, text) }
        return [StyledLine("Found here", .strong)] + table.lines.map { StyledLine("  " + $0) }
            + [StyledLine("")]
    }

    /// Returns a step with its lines and commands, not wrapped.
    static func step(_ step: SetupStep, _ number: Int, of count: Int) -> [StyledLine] {
        [StyledLine("\(number). ", .strong) + StyledLine(step.purpose, .strong)]
            + step.lines.map { line in
                let style: StyledLine.Style =
                    line.hasPrefix("  + ") ? .good : line.hasPrefix("  - ") ? .bad : .plain
                return StyledLine("   ") + StyledLine(line, style)
            }
    }

    /// Returns the steps that setup cannot do, a paragraph each.
    static func gaps(_ plan: SetupPlan) -> [StyledLine] {
        plan.gaps.map { StyledLine("Not by setup: ", .strong) + StyledLine($0) }
    }

    /// Returns the last line.
    static func closing(isDryRun: Bool, left: Int) -> String {
        if isDryRun { return "\nNothing was changed. To do the steps: appearancectl setup" }
        if left > 0 { return "To do the skipped steps later: appearancectl setup" }
        return "All done. Check the result: appearancectl doctor"
    }
}
