internal import AppearanceModel
internal import AppearanceProtocol
internal import ArgumentParser
internal import Console

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
        for line in WhyText.lines(try Rationale(explanation), status, now: .now) {
            StandardOutput.line(line)
        }
    }
}

/// The output of `appearancectl why`: the decision, and below it the inputs.
enum WhyText {
    static func lines(_ why: Rationale, _ status: Snapshot, now: WallTime) -> [String] {
        let zone = ServiceZone(status.timeZone)
        let branches = inputs(why) + facts(why, status.reported, in: zone, now: now)
        let sentences = why.inputs.map(\.why) + (why.next.map { [$0.why] } ?? [])
        let note = zone?.note(on: sentences, now: now) ?? ""
        return [head(why, in: zone, now: now) + note]
            + branches.enumerated().map { index, branch in
                (index + 1 == branches.count ? "└─ " : "├─ ") + branch
            }
    }

    private static func head(_ why: Rationale, in zone: ServiceZone?, now: WallTime) -> String {
        let since = LocalTime(why.since, in: zone).text(now: now)
        let until = why.until.map { " until \(LocalTime($0, in: zone).text(now: now))" } ?? ""
        return "\(why.appearance.rawValue) since \(since), \(why.reason.phrase)"
            + " (mode \(why.mode.rawValue)\(until))"
    }

    private static func inputs(_ why: Rationale) -> [String] {
        var table = Table()
        for input in why.inputs {
            table.add(
                input.name, input.weight.rawValue, input.vote?.rawValue ?? "–", input.why)
        }
        return table.lines
    }

    private static func facts(
        _ why: Rationale, _ reported: ReportedLight?, in zone: ServiceZone?, now: WallTime
    ) -> [String] {
        var table = Table()
        table.add("light", level(why.light))
        if let reported {
            let end = LocalTime(reported.until, in: zone).text(now: now)
            table.add("reported", "by \(reported.source), until \(end)")
        }
        table.add("limits", limits(why.light))
        if let dwell = why.dwell {
            let times =
                "\(figures(dwell.elapsed.inSeconds)) s of \(figures(dwell.needed.inSeconds)) s"
            table.add("waiting", "to turn \(dwell.target.rawValue): \(times)")
        }
        if let next = why.next {
            let at = LocalTime(next.at, in: zone).text(now: now)
            table.add("next", "\(next.appearance.rawValue), \(at): \(next.why)")
        }
        return table.lines
    }

    private static func level(_ light: Rationale.Light) -> String {
        guard let filtered = light.filtered else { return "unknown" }
        let text = LightReading(value: filtered, unit: light.unit).text
        guard let raw = light.raw else { return text }
        return "\(text), last read \(LightReading(value: raw, unit: light.unit).text)"
    }

    private static func limits(_ light: Rationale.Light) -> String {
        let thresholds = light.thresholds
        return
            "dark at \(LightReading(value: thresholds.darkBelow, unit: light.unit).text) or less,"
            + " light at \(figures(thresholds.lightAbove)) or more;"
            + " night at \(figures(thresholds.nightBelow)) or less,"
            + " dark again at \(figures(thresholds.nightAbove)) or more"
    }
}
