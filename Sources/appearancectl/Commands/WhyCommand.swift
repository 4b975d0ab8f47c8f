internal import AppearanceModel
internal import AppearanceProtocol
internal import ArgumentParser
internal import Console
internal import DaemonClient
internal import Diagnosis

struct WhyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Explain the decision, input by input.",
        discussion: """
            It prints every input with its vote and weight, the light with its thresholds, the \
            pending change and the next one. With --json it prints the same as one object:

              appearancectl why --json | jq .inputs
            """)

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() throws {
        let explanation = try Request.explain.reply("explanation")
        guard !json else { return StandardOutput.json(explanation) }
        let status = try Request.getStatus.status()
        let text = WhyText(
            why: try Rationale(explanation), status: status,
            evening: ScreenText.evening(status, .now), now: .now)
        (Terminal.hasDrawings ? text.tree(width: Terminal.columns) : text.list)
            .forEach(StandardOutput.line)
    }
}

/// The output of `appearancectl why`: the decision, and below it the inputs.
struct WhyText {
    let why: Rationale
    let status: Snapshot
    /// The state of a display in the evening; `nil` at any other time.
    let evening: String?
    let now: WallTime

    /// The decision with a branch for each input, for people who see it.
    func tree(width: Int) -> [StyledLine] {
        let branches = inputs(noVote: "–") + facts
        let lines = branches.enumerated().flatMap { index, branch in
            let isLast = index + 1 == branches.count
            return StyledLine(branch).wrapped(to: width - 3).enumerated().map { row, line in
                let stem = row > 0 ? (isLast ? "   " : "│  ") : isLast ? "└─ " : "├─ "
                return StyledLine(stem) + line
            }
        }
        return StyledLine(head).wrapped(to: width) + lines
    }

    /// The decision with a line for each input, without drawings, for a screen reader or a program.
    var list: [StyledLine] {
        ([head] + (inputs(noVote: "none") + facts).map { "  " + $0 }).map { StyledLine($0) }
    }

    private var head: String {
        let until = why.until.map { " until \(status.text($0, now: now))" } ?? ""
        let sentences = why.inputs.map(\.why) + (why.next.map { [$0.why] } ?? [])
        let note = ServiceZone(status.timeZone)?.zoneRemark(on: sentences, now: now) ?? ""
        return "\(why.appearance.rawValue) since \(status.text(why.since, now: now)),"
            + " \(why.reason.phrase) (mode \(why.mode.rawValue)\(until))\(note)"
    }

    private func inputs(noVote: String) -> [String] {
        var table = Table()
        for input in why.inputs {
            let vote = input.vote?.rawValue ?? noVote
            table.add(input.name, input.weight.rawValue, vote, input.why)
        }
        return table.lines
    }

    private var facts: [String] {
        var table = Table()
        table.add("light", level)
        if let reported = status.reported {
            let end = status.text(reported.until, now: now)
            table.add("reported", "by \(reported.source), until \(end)")
        }
        table.add("limits", limits)
        if let dwell = why.dwell {
            let times =
                "\(figures(dwell.elapsed.inSeconds)) s of \(figures(dwell.needed.inSeconds)) s"
            table.add("waiting", "to turn \(dwell.target.rawValue): \(times)")
        }
        if let next = why.next {
            let at = status.text(next.at, now: now)
            table.add("next", "\(next.appearance.rawValue), \(at): \(next.why)")
        } else {
            table.add("next", NextChangeText(status: status, why: why, now: now).text)
        }
        if let evening { table.add("screen", evening) }
        return table.lines
    }

    private var level: String {
        let light = why.light
        guard let filtered = light.filtered else { return "unknown" }
        let text = light.unit.text(filtered)
        guard let raw = light.raw else { return text }
        return "\(text), last read \(light.unit.text(raw))"
    }

    private var limits: String {
        let (thresholds, unit) = (why.light.thresholds, why.light.unit)
        return
            "dark at \(unit.text(thresholds.darkBelow)) or less,"
            + " light at \(figures(thresholds.lightAbove)) or more;"
            + " night at \(figures(thresholds.nightBelow)) or less,"
            + " dark again at \(figures(thresholds.nightAbove)) or more"
    }
}
