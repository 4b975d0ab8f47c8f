internal import AppearanceKit
internal import AppearanceModel
internal import AppearanceProtocol
internal import ArgumentParser
internal import Console

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
        Confirmation.printMode(try Request.setMode(mode, end: ending.end).status(), now: .now)
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

    func run() throws { Confirmation.printMode(try Request.toggle.status(), now: .now) }
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
            """)

    @OptionGroup var ending: EndOptions

    func run() throws {
        let status = try Request.pause(end: ending.end).status()
        StandardOutput.line(Confirmation.ofPause(status, now: .now))
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
        let wasPaused = try Request.getStatus.status().paused
        let status = try Request.resume.status()
        StandardOutput.line(wasPaused ? "The pause has ended." : "There was no pause to end.")
        Confirmation.printMode(status, now: .now)
    }
}

/// Confirmations of a change: its result, its end, and the command that ends it.
///
/// It is no undo: what was chosen before may have been another mode.
enum Confirmation {
    static func printMode(_ status: Snapshot, now: WallTime) {
        guard status.mode != .auto else {
            StandardOutput.line("Auto: \(status.appearance.rawValue) now.")
            return StandardOutput.line(status.explanation(now: now))
        }
        let mode = status.mode.rawValue.capitalizedFirst
        guard let until = status.until else {
            return StandardOutput.line(
                "\(mode) until you change it. Back to auto: appearancectl set auto")
        }
        let outlasts = status.paused && status.pausedUntil.map { $0 > until } ?? true
        let after = outlasts ? "the pause continues" : "auto"
        StandardOutput.line(
            "\(mode) until \(status.text(until, now: now)), then \(after)."
                + " Back to auto: appearancectl set auto")
    }

    static func ofPause(_ status: Snapshot, now: WallTime) -> String {
        let appearance = status.appearance.rawValue
        let span = status.pausedUntil.map { " until \(status.text($0, now: now))" } ?? ""
        return "Paused: \(appearance) stays\(span). To end it: appearancectl resume"
    }
}
