internal import AppearanceModel
internal import AppearanceProtocol
internal import AppearanceRecord
internal import ArgumentParser
internal import Console
internal import DaemonClient
internal import Diagnosis
internal import Glibc

struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Show the status live on a terminal; print a line at every change elsewhere.",
        discussion: """
            On a terminal it shows the light against its thresholds, a pending change, the next one \
            and the last ones, until you press q. Elsewhere, and with any option but --no-wait, it \
            prints lines. It waits for the daemon to start and continues after a restart, with a line on standard \
            error. With --json it prints one object a line with the fields of varlink's Status:

              appearancectl watch --json | jq --unbuffered -r .appearance
            """)

    @Flag(help: "Print plain lines on a terminal, too.")
    var plain = false

    @Flag(help: "Print one JSON object a line.")
    var json = false

    @Flag(help: "Print light readings too, at most one a second.")
    var light = false

    @Flag(help: "Print one object a line for a custom module of Waybar.")
    var waybar = false

    @Option(
        help: ArgumentHelp(
            "Print this text with {appearance}, {mode}, {reason}, {explanation}, {lux}, {until} and "
                + "{next} replaced, whenever it changes.", valueName: "text"),
        transform: StatusFormat.init)
    var format: StatusFormat?

    @Flag(help: "Print nothing until the appearance changes, then print the status and exit.")
    var wait = false

    @Flag(help: "Fail if the daemon is not running yet.")
    var noWait = false

    func validate() throws {
        guard [json, waybar, format != nil].count(where: \.self) < 2 else {
            throw ValidationError("--json, --waybar and --format exclude each other")
        }
    }

    func run() throws {
        let socket = try DaemonSocket.ofThisSession()
        if isLive {
            if noWait { _ = try DaemonConnection(to: socket) }
            var view = LiveView((try? LogCommand.history()) ?? History([]))
            view.evening = ScreenText.evening
            var screen = try LiveScreen(view, of: socket)
            if let signal = try screen.run() { LiveSignals.exit(by: signal) }
            return
        }
        var connection = try StatusConnection(
            to: socket, light: light || format?.showsLight == true)
        var isWaiting = false
        do throws(DaemonError) {
            try connection.connect()
        } catch {
            guard case .notRunning = error, !noWait else { throw error }
            isWaiting = true
            StandardError.line("appearancectl: appearanced is not running; waiting for it to start")
            if waybar, !wait { StandardOutput.line(bytes: WaybarText.stopped) }
        }
        do {
            try watch(&connection, isWaiting)
        } catch DaemonError.hungUp {
            // `appearancectl watch | head -1`: the reader has closed the pipe.
        }
    }

    /// Whether to draw the live view.
    private var isLive: Bool {
        let printsLines = plain || json || light || waybar || format != nil || wait
        return !printsLines && TerminalScreen.isAvailable
    }

    /// Prints each status, until the reader hangs up, or with `wait` the appearance changes.
    private func watch(_ connection: inout StatusConnection, _ isWaiting: Bool) throws {
        var printer = StatusPrinter(self)
        var first: Appearance?
        var isWaiting = isWaiting
        var isLost = false
        while true {
            switch try connection.next(unlessHungUp: STDOUT_FILENO) {
            case .lost:
                isLost = true
                StandardError.line(
                    "appearancectl: appearanced has stopped; waiting for it to restart")
                if waybar, !wait { printer.print(WaybarText.stopped) }
            case .status(let status):
                if isWaiting || isLost {
                    StandardError.line(
                        "appearancectl: appearanced is \(isWaiting ? "running" : "running again")")
                }
                (isWaiting, isLost) = (false, false)
                guard wait else {
                    try printer.print(status)
                    continue
                }
                let appearance = try Snapshot(status).appearance
                first = first ?? appearance
                if appearance != first { return try printer.print(status) }
            }
        }
    }
}

/// Prints each status in the form that the command asks for, unless nothing visible changed.
private struct StatusPrinter {
    private let command: WatchCommand
    private var text: WatchText
    private var last: JSON?
    private var lastLine: [UInt8]?

    init(_ command: WatchCommand) {
        self.command = command
        text = WatchText(showsLight: command.light)
    }

    mutating func print(_ status: JSON) throws {
        if command.json {
            let content = status.without("sequence")
            if content != last { StandardOutput.json(status) }
            last = content
        } else if command.waybar {
            print(WaybarText.line(try Snapshot(status), now: .now))
        } else if let format = command.format {
            print(Array(format.text(try Snapshot(status), now: .now).utf8))
        } else if let line = text.line(try Snapshot(status), now: .now) {
            StandardOutput.line(line)
        }
    }

    /// Prints a line, unless it is the same as the last one.
    mutating func print(_ line: [UInt8]) {
        if line != lastLine { StandardOutput.line(bytes: line) }
        lastLine = line
    }
}

/// The output of `appearancectl watch`: one line for each change of appearance or explanation.
struct WatchText {
    /// Whether light readings are printed too.
    let showsLight: Bool
    private var last: Snapshot?

    init(showsLight: Bool) { self.showsLight = showsLight }

    /// Returns the line for a status; `nil` if nothing visible changed.
    mutating func line(_ status: Snapshot, now: WallTime) -> String? {
        let before = last
        last = status
        let time = LocalTime(now).clockWithSeconds
        // The light is printed by itself.
        if before?.appearance != status.appearance || before?.explanation != status.explanation {
            return
                "\(time)  \(status.appearance.rawValue.padded(to: 5))  \(status.explanation(now: now))"
        }
        guard showsLight, let light = status.light, light != before?.light else { return nil }
        return "\(time)         \(light.text)"
    }
}
