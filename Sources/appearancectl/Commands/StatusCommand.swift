internal import AppearanceEngine
internal import AppearanceModel
internal import AppearanceProtocol
internal import ArgumentParser
internal import Console
internal import DaemonClient
internal import Diagnosis
internal import Glibc
internal import Linux
internal import SettingsFile

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the appearance in effect, its reason, and the next change.",
        discussion: """
            While the night filter runs, it also shows the state of each display.

            With --json it prints one object with the fields of varlink's Status, and evening, \
            the warm colours of the screen, or null; each time is \
            in microseconds since the epoch, and beside it, as NAME_iso, in ISO 8601:

              appearancectl status --json | jq -r .explanation
            """)

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() throws {
        let status = try Request.getStatus.reply("status")
        let directory = CurrentProcess.variable("XDG_RUNTIME_DIR")
        guard !json else {
            let evening = directory.flatMap { NightFilters(in: $0).eveningJSON } ?? .null
            return StandardOutput.json(status.with("evening", evening))
        }
        StatusText(
            status: try Snapshot(status),
            why: (try? Request.explain.reply("explanation")).flatMap { try? Rationale($0) },
            screens: directory.map(FilterStatus.all) ?? [],
            override: directory.flatMap { NightFilters(in: $0).override(at: .now) },
            needsSetup: SetupNeed.isOpen { CurrentProcess.variable($0) },
            place: Self.place(of: try Snapshot(status)), now: .now
        ).lines.forEach(StandardOutput.line)
    }

    /// Returns the place whose sun counts in the zone of the daemon; `nil` if no time of the sun does.
    private static func place(of status: Snapshot) -> String? {
        let current = CurrentConfiguration(ConfigCommand.place)
        let zone = status.timeZone.map {
            LocalZone(named: "", environment: $0, files: .machine)
        }
        let report = SunPlaceReport(current.values, zone ?? current.zone, at: .now)
        return report.isUsed ? report.text : nil
    }
}

/// The output of `appearancectl status`.
struct StatusText {
    let status: Snapshot
    /// The inputs of the decision; `nil` if the daemon did not explain it.
    let why: Rationale?
    let screens: [FilterStatus]
    let override: NightOverride?
    /// Whether nothing on the desktop follows.
    let needsSetup: Bool
    /// The place whose sun counts; `nil` for none.
    let place: String?
    let now: WallTime

    var lines: [StyledLine] {
        let rows = rows
        let width = rows.map(\.label.count).max() ?? 0
        return rows.map { StyledLine($0.label.padded(to: width) + "  ", .faint) + $0.text }
    }

    private var rows: [(label: String, text: StyledLine)] {
        var rows: [(label: String, text: StyledLine)] = []
        func add(_ label: String, _ text: String, _ style: StyledLine.Style = .plain) {
            rows.append((label, StyledLine(text, style)))
        }
        let since = status.textWithDistance(status.since, now: now)
        let appearance = StyledLine(status.appearance.rawValue, status.appearance.style)
        rows.append(("appearance", appearance + StyledLine(", since \(since)")))
        add("mode", mode)
        if status.paused {
            let end = status.pausedUntil.map { status.textWithDistance($0, now: now) }
            let text = end.map { "until \($0)" } ?? "yes"
            add("paused", "\(text); to end it: appearancectl resume", .doubtful)
        }
        if let end = status.lightPausedUntil {
            let text = status.textWithDistance(end, now: now)
            add("light", "left out until \(text); to end it: appearancectl resume", .doubtful)
        }
        for inhibitor in status.inhibitors {
            add("kept by", "\(inhibitor.who.withoutControls): \(inhibitor.why.withoutControls)")
        }
        add("why", status.explanation(now: now, why))
        if let light = status.light {
            add("light", light.text)
        } else if let reason = unreadLight {
            add("light", reason)
        }
        if let reported = status.reported {
            let end = status.text(reported.until, now: now)
            add("reported", "by \(reported.source), until \(end)")
        }
        add("sensor", status.sensorText(why), status.sensor == .distrusted ? .doubtful : .plain)
        if let pending = status.pending { add("pending", text(pending), .doubtful) }
        add("next change", NextChangeText(status: status, why: why, now: now).text)
        if let place { add("place", place) }
        for screen in screens {
            add(
                screens.count == 1 ? "screen" : "screen \(screen.display.excerpt)",
                ScreenText(
                    screen: screen, override: override, appearance: status.appearance,
                    zone: status.timeZone, now: now
                ).text)
        }
        if needsSetup {
            add("desktop", "does not follow; to set it up: appearancectl setup", .doubtful)
        }
        if let warning = status.warning { add("warning", warning.withoutControls, .doubtful) }
        if let error = status.configurationError { add("configuration", "invalid: \(error)", .bad) }
        return rows
    }

    /// The reason why there is no light level although there is a sensor; `nil` if there is none.
    private var unreadLight: String? {
        guard status.sensor != .none else { return nil }
        if status.mode != .auto { return "not read while you chose \(status.mode.rawValue)" }
        return status.paused || !status.inhibitors.isEmpty
            ? "not read while nothing may change" : nil
    }

    private var mode: String {
        guard let until = status.until else { return status.mode.rawValue }
        return "\(status.mode.rawValue), until \(status.textWithDistance(until, now: now))"
    }

    private func text(_ pending: NextChange) -> String {
        let wait = status.waitsFor.map { "; it waits while \($0.cause.words)" } ?? ""
        let bound = wait.isEmpty ? "" : " at most"
        return
            "\(pending.appearance.rawValue), in \((pending.at - now).inWholeSeconds.words)\(bound)\(wait)"
    }
}
