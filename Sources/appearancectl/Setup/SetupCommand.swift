internal import AppearanceModel
internal import ArgumentParser
internal import Glibc

struct SetupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Find out what this desktop needs to follow, and do it if you say so.",
        discussion: """
            It shows every line and every command first and asks about each step; without a yes \
            nothing is done. Your configuration keeps every other byte. Run again, it finds \
            nothing to do. appearancectl reset takes it back, but for the service.

              appearancectl setup --dry-run
              appearancectl setup --latitude 52.52 --longitude 13.40
            """)

    @Flag(name: .shortAndLong, help: "Ask nothing, do all of it.")
    var yes = false

    @Flag(help: "Only show what would be done.")
    var dryRun = false

    @OptionGroup var place: PlaceOptions

    func validate() throws {
        guard !(yes && dryRun) else {
            throw ValidationError("--yes does it and --dry-run does not: say one of them")
        }
    }

    func run() throws {
        let plan = try SetupPlan(.gathered(), place: place.coordinates)
        SetupText.findings(plan).forEach(StandardOutput.line)
        guard !plan.steps.isEmpty else {
            StandardOutput.line(
                plan.gaps.isEmpty
                    ? "Everything is set up; nothing to do." : "Nothing is left that setup can do.")
            SetupText.gaps(plan).forEach(StandardOutput.line)
            return
        }
        let mayAsk = isatty(STDIN_FILENO) == 1
        guard yes || dryRun || mayAsk else {
            StandardError.line(
                """
                appearancectl: setup asks before it does anything, and nobody is there to answer.
                See what it would do: appearancectl setup --dry-run
                Do all of it:         appearancectl setup --yes
                """)
            ExitStatus.usage.exit()
        }
        var left = 0
        for (index, step) in plan.steps.enumerated() {
            SetupText.step(step, index + 1, of: plan.steps.count).forEach(StandardOutput.line)
            if dryRun { continue }
            if yes || isAnsweredYes() {
                try step.carryOut()
                let more = step.afterwards.isEmpty ? "" : " " + step.afterwards
                StandardOutput.line("   Done.\(more)\n")
            } else {
                left += 1
                StandardOutput.line("   Left as it is.\n")
            }
        }
        SetupText.gaps(plan).forEach(StandardOutput.line)
        StandardOutput.line(SetupText.closing(isDryRun: dryRun, left: left))
    }

    /// Anything but a yes is a no, and so is the end of the input.
    private func isAnsweredYes() -> Bool {
        StandardOutput.prompt("   Do this? [y/N] ")
        let answer = readLine() ?? ""
        return ["y", "yes"].contains(answer.lowercased().filter { !$0.isWhitespace })
    }
}

/// What `appearancectl setup` prints.
enum SetupText {
    /// What was found, a line each.
    static func findings(_ plan: SetupPlan) -> [StyledLine] {
        var table = Table()
        for (noun, words) in plan.findings { table.add(noun, words) }
        return [StyledLine("Found here", .strong)] + table.lines.map { StyledLine("  " + $0) }
            + [StyledLine("")]
    }

    /// A step with its lines and commands, none of them broken.
    static func step(_ step: SetupStep, _ number: Int, of count: Int) -> [StyledLine] {
        [StyledLine("\(number). ", .strong) + StyledLine(step.purpose, .strong)]
            + step.lines.map { line in
                let style: StyledLine.Style =
                    line.hasPrefix("  + ") ? .good : line.hasPrefix("  - ") ? .bad : .plain
                return StyledLine("   ") + StyledLine(line, style)
            }
    }

    /// What setup cannot do, a paragraph each.
    static func gaps(_ plan: SetupPlan) -> [StyledLine] {
        plan.gaps.map { StyledLine("Not by setup: ", .strong) + StyledLine($0) }
    }

    /// What is so at the end.
    static func closing(isDryRun: Bool, left: Int) -> String {
        if isDryRun { return "\nNothing was done. Do it: appearancectl setup" }
        if left > 0 { return "What you left can be done later: appearancectl setup" }
        return "All done. See how it goes: appearancectl doctor"
    }
}
