internal import AppearanceEngine
internal import AppearanceModel
internal import AppearanceProtocol
internal import ArgumentParser
internal import Console
internal import DaemonClient
internal import Diagnosis
internal import SettingsFile

struct GetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Print the appearance: light, dark or night.",
        discussion: """
            One word, for scripts:

              [ "$(appearancectl get)" = light ] && theme=paper || theme=ink
            """)

    func run() throws { StandardOutput.line(try Request.getStatus.status().appearance.rawValue) }
}

struct SetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Choose auto, light, dark or night.",
        discussion: """
            In auto the light sensor and the schedule decide. The other modes last until you change \
            them, or until the end that you give; then the mode is auto again:

              appearancectl set dark
              appearancectl set light --for 45m
              appearancectl set night --until sunrise
              appearancectl set auto
            """)

    @Argument(
        help: "The mode: auto, light, dark or night.", completion: .list(Mode.names),
        transform: Mode.argument)
    var mode: Mode

    @OptionGroup var ending: EndOptions

    func validate() throws {
        guard mode != .auto || ending.end == nil else {
            throw ValidationError(
                "auto has no end. To prevent changes for a while: appearancectl pause")
        }
    }

    func run() throws {
        let before = try? Request.getStatus.status()
        Confirmation.printMode(
            try Request.setMode(mode, end: ending.end).status(), since: before, now: .now)
        if mode == .night, let filters = try? NightFilters.ofThisSession() {
            filters.notRedWords.map { StandardOutput.line($0) }
        }
    }
}

extension Mode {
    static let names = allCases.map(\.rawValue)

    /// Parses a mode, in upper or lower case.
    static func argument(_ text: String) throws -> Mode {
        let word = text.lowercased()
        if let mode = Mode(rawValue: word) { return mode }
        let near = Suggestion.nearest(to: word, among: names).map { "; did you mean \($0)?" } ?? ""
        throw ValidationError("must be auto, light, dark or night\(near)")
    }
}

struct ToggleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "toggle",
        abstract: "Switch between light and dark until the next change by schedule.",
        discussion: """
            Night becomes light. If auto would have the same result, the mode becomes auto. For a \
            key binding, as in sway:

              bindsym $mod+F12 exec appearancectl toggle
            """)

    func run() throws {
        let before = try? Request.getStatus.status()
        Confirmation.printMode(try Request.toggle.status(), since: before, now: .now)
    }
}

struct PauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Prevent automatic changes until you resume.",
        discussion: """
            The mode is unchanged, and a pause survives a restart of the daemon. Without an end it \
            lasts until appearancectl resume:

              appearancectl pause 2h
              appearancectl pause --until 18:00

            With --light only the light is left out, and the schedule decides:

              appearancectl pause --light --until sunrise
            """)

    @OptionGroup var ending: EndOptions

    @Flag(help: "Leave only the light out, until the next sunrise or the end that is given.")
    var light = false

    func run() throws {
        let before = try? Request.getStatus.status()
        if light {
            let status = try Request.pauseLight(end: ending.end ?? .sunrise).status()
            return StandardOutput.line(Confirmation.ofLightPause(status, now: .now))
        }
        let status = try Request.pause(end: ending.end).status()
        StandardOutput.line(Confirmation.ofPause(status, since: before, now: .now))
    }
}

struct SkipCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip",
        abstract: "Skip the next automatic change.",
        discussion: """
            What you see stays until the change after the next one, whether light or schedule asks for \
            it. It is a pause with that end, which resume ends before:

              appearancectl skip
              appearancectl resume
            """)

    func run() throws {
        let before = try Request.getStatus.status()
        guard before.mode == .auto else {
            throw CommandLineError(
                "\(before.mode.rawValue) is your choice, and no automatic change comes"
                    + (before.until == nil ? "" : " before its end")
                    + "; to keep it for longer: appearancectl set \(before.mode.rawValue)"
                    + " --until after-next")
        }
        let status = try Request.pause(end: .changeAfterNext).status()
        StandardOutput.line(Confirmation.ofSkip(status, since: before, now: .now))
    }
}

struct ResumeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "End a pause.",
        discussion: """
            The mode decides again. Without a pause it has no effect, and says so:

              appearancectl resume
            """)

    func run() throws {
        let before = try Request.getStatus.status()
        let status = try Request.resume.status()
        StandardOutput.line(
            before.paused || before.lightPausedUntil != nil
                ? "The pause has ended." : "There was no pause to end.")
        Confirmation.printMode(status, since: nil, now: .now)
        if before.paused {
            StandardOutput.line("Undo: \(Confirmation.pauseCommand(before, now: .now))")
        }
        if let until = before.lightPausedUntil {
            StandardOutput.line("Undo: \(Confirmation.lightPauseCommand(until, before, now: .now))")
        }
    }
}

/// Confirmations of a change: its result, its end, and the command that undoes it.
enum Confirmation {
    /// Prints a status after a choice, with the command that restores the mode before it.
    static func printMode(_ status: Snapshot, since before: Snapshot?, now: WallTime) {
        guard status.mode != .auto else {
            StandardOutput.line("Auto: \(status.appearance.rawValue) now.")
            StandardOutput.line(status.explanation(now: now))
            guard let before, before.mode != .auto else { return }
            return StandardOutput.line("Undo: \(modeCommand(before, now: now))")
        }
        let mode = status.mode.rawValue.capitalizedFirst
        let undo =
            before.map { "Undo: \(modeCommand($0, now: now))" }
            ?? "Back to auto: appearancectl set auto"
        guard let until = status.until else {
            return StandardOutput.line("\(mode) until you change it. \(undo)")
        }
        let outlasts = status.paused && status.pausedUntil.map { $0 > until } ?? true
        let after = outlasts ? "the pause continues" : "auto"
        StandardOutput.line(
            "\(mode) until \(status.text(until, now: now)), then \(after). \(undo)")
    }

    static func ofPause(_ status: Snapshot, since before: Snapshot?, now: WallTime) -> String {
        let appearance = status.appearance.rawValue
        let span = status.pausedUntil.map { " until \(status.text($0, now: now))" } ?? ""
        let undo = before.flatMap { $0.paused ? pauseCommand($0, now: now) : nil }
        return "Paused: \(appearance) stays\(span). Undo: \(undo ?? "appearancectl resume")"
    }

    /// Returns the confirmation of a skipped change: the one that the status before had named.
    static func ofSkip(_ status: Snapshot, since before: Snapshot, now: WallTime) -> String {
        let end = status.pausedUntil
        let skipped = before.next.flatMap { next in end.flatMap { next.at < $0 ? next.at : nil } }
        let turn = skipped.map { " past \(status.text($0, now: now))," } ?? ""
        let span = end.map { " until \(status.text($0, now: now))" } ?? ""
        let undo = before.paused ? pauseCommand(before, now: now) : "appearancectl resume"
        let appearance = status.appearance.rawValue.capitalizedFirst
        return "\(appearance) stays\(turn)\(span). Undo: \(undo)"
    }

    /// Returns the command that chooses the mode of a status, with its end.
    private static func modeCommand(_ status: Snapshot, now: WallTime) -> String {
        "appearancectl set \(status.mode.rawValue)" + end(status.until, of: status, now: now)
    }

    static func ofLightPause(_ status: Snapshot, now: WallTime) -> String {
        let span = status.lightPausedUntil.map { " until \(status.text($0, now: now))" } ?? ""
        return "Light is left out\(span): \(status.appearance.rawValue) now."
            + " Undo: appearancectl resume"
    }

    /// Returns the command that leaves light out until an end.
    static func lightPauseCommand(_ end: WallTime, _ status: Snapshot, now: WallTime) -> String {
        "appearancectl pause --light" + self.end(end, of: status, now: now)
    }

    /// Returns the command that pauses as in a status.
    static func pauseCommand(_ status: Snapshot, now: WallTime) -> String {
        "appearancectl pause" + end(status.pausedUntil, of: status, now: now)
    }

    /// Returns the option for an end: a time of day if it is within a day.
    private static func end(_ time: WallTime?, of status: Snapshot, now: WallTime) -> String {
        guard let time else { return "" }
        guard time - now >= .hours(23) else {
            let zone = ServiceZone(status.timeZone)?.rules ?? LocalTime.readersZone
            return " --until \(zone.local(time).hoursAndMinutes)"
        }
        return " --for \(((time - now).count / 60_000_000))m"
    }
}
