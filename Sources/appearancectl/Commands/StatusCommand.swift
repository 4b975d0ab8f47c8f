internal import AppearanceModel
internal import AppearanceProtocol
internal import ArgumentParser
internal import Console
internal import Glibc
internal import Linux

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the appearance in effect, its reason, and the next change.",
        discussion: """
            While the night filter runs, it also shows the state of each display.

            With --json it prints one object with the fields of varlink's Status; times are \
            microseconds since the epoch:

              appearancectl status --json | jq -r .explanation
            """)

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() throws {
        let status = try Request.getStatus.reply("status")
        guard !json else { return StandardOutput.json(status) }
        let directory = CurrentProcess.variable("XDG_RUNTIME_DIR")
        StatusText.lines(
            try Snapshot(status), screens: directory.map(FilterReport.all) ?? [],
            override: directory.flatMap { NightFilters(in: $0).overrides(at: .now).first },
            now: .now
        ).forEach(StandardOutput.line)
    }
}

/// The output of `appearancectl status`.
enum StatusText {
    static func lines(
        _ status: Snapshot, screens: [FilterReport], override: NightOverride?, now: WallTime
    ) -> [String] {
        var table = Table()
        let since = status.text(status.since, now: now)
        table.add("appearance", "\(status.appearance.rawValue), since \(since)")
        table.add("mode", mode(status, now: now))
        if status.paused {
            let end = status.pausedUntil.map { "until \(status.text($0, now: now))" } ?? "yes"
            table.add("paused", "\(end); to end it: appearancectl resume")
        }
        table.add("why", status.explanation(now: now))
        if let light = status.light { table.add("light", light.text) }
        if let reported = status.reported {
            let end = status.text(reported.until, now: now)
            table.add("reported", "by \(reported.source), until \(end)")
        }
        table.add("sensor", status.sensor.phrase)
        if let pending = status.pending { table.add("pending", text(pending, now: now)) }
        table.add("next change", next(status, now: now))
        for screen in screens {
            table.add(
                screens.count == 1 ? "screen" : "screen \(screen.display.excerpt)",
                state(of: screen, status.appearance, override, now: now))
        }
        if let error = status.configurationError {
            table.add("configuration", "invalid: \(error)")
        }
        return table.lines
    }

    private static func mode(_ status: Snapshot, now: WallTime) -> String {
        guard let until = status.until else { return status.mode.rawValue }
        return "\(status.mode.rawValue), until \(status.text(until, now: now))"
    }

    private static func text(_ pending: NextChange, now: WallTime) -> String {
        "\(pending.appearance.rawValue), in \(max(1, Int((pending.at - now).inSeconds.rounded()))) s"
    }

    private static func state(
        of screen: FilterReport, _ appearance: Appearance, _ override: NightOverride?, now: WallTime
    ) -> String {
        let color =
            if screen.isRed {
                screen.outputs.contains(where: \.turnsRed) ? "red" : "not red, although requested"
            } else {
                appearance == .night ? "not red" : "unchanged, red at night"
            }
        let outputs = screen.outputs.map(\.text).joined(separator: ", ")
        guard let override else { return outputs.isEmpty ? color : "\(color): \(outputs)" }
        let end = LocalTime(override.end).text(now: now)
        let undo = "until \(end), as you chose; undo: appearancectl night auto"
        return "\(screen.isRed ? color : "not red") \(undo)"
    }

    private static func next(_ status: Snapshot, now: WallTime) -> String {
        guard let next = status.next else { return "none known" }
        if next == status.pending { return text(next, now: now) }
        return "\(next.appearance.rawValue), \(status.text(next.at, now: now))"
    }
}
