internal import AppearanceConfig
internal import AppearanceModel
internal import ArgumentParser
internal import Console
internal import Diagnosis
internal import SettingsFile

struct SetupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Set up this desktop to follow, step by step.",
        discussion: """
            It shows every changed line and every command first, asks once for those that make the \
            desktop follow, once for each program that ours replace and once for the ready-made hooks, \
            and checks each step after it was done. Your configuration keeps every other byte. A second \
            run has nothing to do. appearancectl reset undoes the changes of the desktop, the portal and \
            the ready-made hooks, and starts a replaced program of the evening again. The place and times \
            taken over, the services, the scripts of darkman and GNOME's extensions stay as they were \
            set up.

              appearancectl setup --dry-run
              appearancectl setup --step enable-service
              appearancectl setup --city Mons
            """)

    @Flag(name: .shortAndLong, help: "Do every step without asking.")
    var yes = false

    @Flag(help: "Show the steps without doing them.")
    var dryRun = false

    @Option(
        help: ArgumentHelp("Do one step without asking.", valueName: "name"),
        completion: .list(RepairAction.allCases.map(\.rawValue)))
    var step: String?

    @Flag(help: "Print every step with its state as one JSON object, without doing any.")
    var json = false

    @Option(help: ArgumentHelp("Your city; see appearancectl place.", valueName: "name"))
    var city: String?

    @OptionGroup var place: PlaceOptions

    func validate() throws {
        guard city == nil || place.coordinates == nil else {
            throw ValidationError("--city and --latitude exclude each other")
        }
        guard !(yes && dryRun) else {
            throw ValidationError("--yes and --dry-run exclude each other")
        }
        guard !json || !(yes || dryRun || step != nil) else {
            throw ValidationError("--json does no step, so it stands alone")
        }
        if let step, RepairAction(rawValue: step) == nil, !step.hasPrefix(SetupStep.hookPrefix) {
            throw Self.unknown(step)
        }
    }

    func run() throws {
        var place = place.coordinates.map { PlaceChange($0) }
        if let city {
            place = try PlaceLookup().place(of: city, command: "appearancectl setup --city")
        }
        var plan = try SetupPlan(.gathered(), place: place)
        if json { return StandardOutput.json(plan.json) }
        if let step { return try run(step, of: plan) }
        if let refusal = plan.refusal { throw refusal }
        plan.foundLines.forEach(StandardOutput.line)
        let isAsking = !yes && !dryRun && Question.isPossible
        if isAsking, let gap = plan.placeGap, try isPlaceSet(because: gap) {
            // The steps show the file as it is now.
            plan = try SetupPlan(.gathered(), place: nil)
        }
        let gaps = plan.gapLines(withPlace: !isAsking)
        guard !plan.steps.isEmpty else {
            StandardOutput.line(
                gaps.isEmpty
                    ? "Everything is set up; nothing to do." : "Setup has nothing left to do.")
            return gaps.forEach(StandardOutput.verbatim)
        }
        guard yes || dryRun || Question.isPossible else {
            StandardError.line(
                """
                appearancectl: setup asks before it changes anything, and standard input is not a terminal.
                Show the steps: appearancectl setup --dry-run
                Do them all:    appearancectl setup --yes
                """)
            ExitStatus.usage.exit()
        }
        var dialogue = SetupDialogue(asks: !yes && !dryRun, isDry: dryRun)
        for group in SetupGroup.allCases {
            try dialogue.run(group, plan.steps.filter { group.contains($0) })
        }
        gaps.forEach(StandardOutput.verbatim)
        StandardOutput.line(dialogue.closing(hasGaps: !gaps.isEmpty))
        if dialogue.hasFailed { ExitStatus.refused.exit() }
    }

    /// Asks for a city, whose answer is the confirmation too; returns whether one was written.
    private func isPlaceSet(because gap: String) throws -> Bool {
        StandardOutput.line(StyledLine(gap, .strong))
        let lookup = PlaceLookup()
        for _ in 1...3 {
            let name = Question.line("Your city, or Enter to leave it:")
            guard !name.isEmpty else { break }
            do {
                guard let place = try lookup.place(of: name, command: "appearancectl place")
                else { continue }
                try PlaceEdit(
                    changes: place.changes, title: place.text,
                    isCity: Coordinates(text: name) == nil
                ).run(dryRun: false)
                StandardOutput.line("")
                return true
            } catch {
                guard let known = CommandLineError(daemon: error) else { throw error }
                StandardOutput.line(known.text)
            }
        }
        StandardOutput.line("Skipped. To set it later: appearancectl place CITY\n")
        return false
    }

    private static func unknown(_ step: String) -> ValidationError {
        let names = RepairAction.allCases.map(\.rawValue) + [SetupStep.hookPrefix + "<hook>"]
        return ValidationError(
            "no step \"\(step)\"; the steps are \(names.joined(separator: ", "))")
    }

    private func run(_ name: String, of plan: SetupPlan) throws {
        guard let entry = plan.entries.first(where: { $0.name == name }) else {
            throw CommandLineError(
                """
                \(name) is no step now: the hook is enabled, missing, or its program needs none.
                See them all: appearancectl hooks
                """)
        }
        switch entry.state {
        case .done: StandardOutput.line("Nothing to do for \(name).")
        case .unavailable(let reason):
            throw CommandLineError("\(name) cannot be done. \(reason)")
        case .due(let step):
            step.styledLines(heading: step.purpose).forEach(StandardOutput.verbatim)
            guard !dryRun else { return }
            try step.run()
            StandardOutput.verbatim(StyledLine("   \(try SetupCheck().result(of: step))"))
        }
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

    /// Returns the steps that setup cannot do, a paragraph each, and the missing city if it is to be named.
    fileprivate func gapLines(withPlace: Bool) -> [StyledLine] {
        let place = withPlace ? placeGap.map { "\($0) Name it: appearancectl place CITY" } : nil
        return (gaps + (place.map { [$0] } ?? [])).map {
            StyledLine("Not by setup: ", .strong) + StyledLine($0)
        }
    }
}

extension SetupStep {
    /// Returns a heading and the lines, not wrapped.
    func styledLines(heading: String) -> [StyledLine] {
        [StyledLine(heading, .strong)]
            + lines.map { line in
                let style: StyledLine.Style =
                    line.hasPrefix("  + ") ? .good : line.hasPrefix("  - ") ? .bad : .plain
                return StyledLine("   ") + StyledLine(line, style)
            }
    }
}
