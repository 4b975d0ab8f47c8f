internal import Console
internal import Diagnosis
internal import SettingsFile

/// The steps of setup that one question is asked for.
enum SetupGroup: CaseIterable {
    case desktop, darkman, hooks

    func contains(_ step: SetupStep) -> Bool {
        switch self {
        case .hooks: step.name.hasPrefix(SetupStep.hookPrefix)
        case .darkman: step.name == RepairAction.runDarkmanScripts.rawValue
        case .desktop:
            !Self.hooks.contains(step) && !Self.darkman.contains(step)
        }
    }

    fileprivate var heading: String {
        switch self {
        case .desktop: "To make this desktop follow"
        case .darkman: "To replace darkman"
        case .hooks: "To make programs follow that do not by themselves"
        }
    }
}

/// The course of setup: it shows a group of steps, asks once, does them, and checks each.
struct SetupDialogue {
    /// Whether a group is done only after an answer.
    let asks: Bool
    /// Whether the steps are shown and nothing else.
    let isDry: Bool
    /// Whether a step could not be done.
    private(set) var hasFailed = false
    private var shown = 0
    private var skipped = 0
    private var isServiceUp = false

    init(asks: Bool, isDry: Bool) {
        self.asks = asks
        self.isDry = isDry
    }

    mutating func run(_ group: SetupGroup, _ steps: [SetupStep]) throws {
        guard !steps.isEmpty else { return }
        StandardOutput.line(StyledLine(group.heading, .strong))
        var numbered: [(number: Int, step: SetupStep)] = []
        for step in steps {
            shown += 1
            numbered.append((shown, step))
            step.styledLines(heading: "\(shown). \(step.purpose)").forEach(StandardOutput.verbatim)
        }
        if isDry { return }
        let chosen = asks ? chosen(of: numbered) : numbered
        skipped += numbered.count - chosen.count
        var done: [(number: Int, step: SetupStep)] = []
        for (number, step) in chosen {
            do {
                try step.run()
                done.append((number, step))
            } catch {
                guard let error = CommandLineError(daemon: error) else { throw error }
                hasFailed = true
                StandardOutput.line("\(number). Not done.")
                StandardError.line("\(Program.name): \(error.text)")
            }
        }
        // A program that a step has started may be what another one waits for.
        guard !done.isEmpty else { return StandardOutput.line("") }
        let check = try SetupCheck()
        isServiceUp = check.isServiceUp
        // It may have a line to copy.
        for (number, step) in done {
            StandardOutput.verbatim(StyledLine("\(number). \(check.result(of: step))"))
        }
        StandardOutput.line("")
    }

    private func chosen(
        of steps: [(number: Int, step: SetupStep)]
    ) -> [(number: Int, step: SetupStep)] {
        guard steps.count > 1 else {
            return Question.answer("Do this?", isForSteps: false) == .yes ? steps : []
        }
        switch Question.answer("Do these \(steps.count) steps?", isForSteps: true) {
        case .yes: return steps
        case .no: return []
        case .each:
            return steps.filter {
                Question.answer("Do step \($0.number)?", isForSteps: false) == .yes
            }
        }
    }

    /// Returns the last line.
    func closing(hasGaps: Bool) -> String {
        if isDry { return "\nNothing was changed. To do the steps: appearancectl setup" }
        if hasFailed { return "To try again what was not done: appearancectl setup" }
        if skipped > 0 { return "To do the skipped steps later: appearancectl setup" }
        if hasGaps { return "Everything else is done." }
        return isServiceUp
            ? "All done. To see it change: appearancectl toggle, and once more to return."
            : "All done. Check the result: appearancectl doctor"
    }
}

extension SetupCheck {
    /// The result of a step that was done, as sentences.
    func result(of step: SetupStep) -> String {
        let words = [problem(of: step), step.remainder].compactMap(\.self).filter { !$0.isEmpty }
            .joined(separator: "\n")
        return words.isEmpty ? "Done." : "Done. \(words.replacing("\n", with: "\n   "))"
    }
}
