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
