internal import AppearanceConfig
internal import AppearanceEngine
internal import AppearanceLimits
internal import AppearanceModel
internal import AppearanceProtocol
internal import AppearanceRecord
internal import ArgumentParser
internal import Console
internal import Linux

struct LogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Show past changes, the reason of each, and which were corrected by hand.",
        discussion: """
            It reads the history of the daemon, which need not run. A change by light is corrected if \
            you choose another appearance within 15 minutes.

              appearancectl log --since yesterday
              appearancectl log --since 3h --json

            The key history.days sets how long changes are kept.
            """)

    @Option(
        help: ArgumentHelp(
            "The start: today, yesterday, a time or a day such as 07:30 or 2026-11-20, or a span "
                + "such as 3h.", valueName: "when"))
    var since: String?

    @Option(
        name: [.customShort("n"), .customLong("lines")],
        help: ArgumentHelp(
            "The number of changes, the newest ones; by default 20, or all with --since.",
            valueName: "n"))
    var count: Int?

    @Flag(help: "Print one JSON array; times are microseconds since the epoch.")
    var json = false

    func validate() throws {
        guard count.map({ $0 > 0 }) ?? true else {
            throw ValidationError("-n must be 1 or more")
        }
        if let since { _ = try Self.start(since, now: .now) }
    }

    func run() throws {
        let now = WallTime.now
        let start = try since.map { try Self.start($0, now: now) }
        let history = History(try Self.content())
        let listed = LogText.entries(
            history, since: start, count: count ?? (start == nil ? 20 : nil))
        guard !json else { return StandardOutput.json(LogText.json(listed)) }
        guard !listed.isEmpty else {
            return StandardOutput.line(
                history.changes.isEmpty
                    ? "No change has been recorded yet." : "No change was recorded in that time.")
        }
        LogText.lines(listed, now: now).forEach(StandardOutput.line)
    }

    /// Returns the content of the file, empty if there is none.
    private static func content() throws(CommandLineError) -> [UInt8] {
        guard let folder = BaseDirectories({ CurrentProcess.variable($0) }).state else {
            throw CommandLineError(
                "HOME is not set, so the history cannot be found.\nRun this inside your login session."
            )
        }
        let path = "\(folder)/\(History.fileName)"
        guard FileWriting.exists(path) else { return [] }
        return try FileReading.bytes(of: path, limit: 2 * Limits.historyBytes)
    }

    /// Returns the time that an argument names.
    private static func start(_ text: String, now: WallTime) throws -> WallTime {
        let zone = LocalZone(
            named: "", environment: CurrentProcess.variable("TZ"), files: .machine
        ).rules
        let today = zone.local(now).date
        switch text.lowercased() {
        case "today": return zone.start(of: today)
        case "yesterday": return zone.start(of: today.advanced(by: -1))
        case let word:
            if let date = CivilDate(word) { return zone.start(of: date) }
            if let time = ClockTime(word.utf8.count == 4 ? "0\(word)" : word) {
                let instant = zone.instant(of: today, time)
                return instant <= now ? instant : zone.instant(of: today.advanced(by: -1), time)
            }
            if let instant = WallTime(iso8601: text, zone: zone) { return instant }
            if let span = try? SpanText.span(word) { return now - span }
            throw ValidationError(
                "--since \(text): use today, yesterday, a time like 07:30, a day like 2026-11-20, or a "
                    + "span like 3h")
        }
    }
}

/// The output of `appearancectl log`.
enum LogText {
    /// A change, and the time after which it was corrected by hand.
    typealias Entry = (change: History.Change, correctedAfter: Microseconds?)

    /// Returns the newest changes, the oldest of them first.
    static func entries(_ history: History, since start: WallTime?, count: Int?) -> [Entry] {
        let entries = history.corrections.filter { entry in
            start.map { entry.change.at >= $0 } ?? true
        }
        return count.map { Array(entries.suffix($0)) } ?? entries
    }

    /// Returns a line for each change, with its reason below it.
    static func lines(_ entries: [Entry], now: WallTime) -> [String] {
        let times = entries.map { LocalTime($0.change.at).text(now: now) }
        let width = times.map(\.count).max() ?? 0
        let indent = String(repeating: " ", count: width + 2)
        return zip(entries, times).flatMap { entry, time in
            let lines = entry.change.status.explanation.wrapped(to: Terminal.width - width - 2)
            return ["\(time.padded(to: width))  \(head(entry.change))"]
                + (lines + correction(entry)).map { indent + $0 }
        }
    }

    private static func head(_ change: History.Change) -> String {
        let status = change.status
        var text = "\(status.appearance.rawValue), \(status.reason.phrase)"
        if status.mode != .auto { text += ", mode \(status.mode.rawValue)" }
        if status.paused { text += ", paused" }
        if let light = status.light { text += ", \(light.text)" }
        if change.isStart { text += "; recording started" }
        let omitted = change.omittedBefore
        return omitted == 0 ? text : "\(text); \(omitted.counted("change")) before it left out"
    }

    private static func correction(_ entry: Entry) -> [String] {
        guard let span = entry.correctedAfter else { return [] }
        let seconds = Int(span.inSeconds.rounded())
        let time = seconds < 90 ? "\(seconds) s" : "\((seconds + 30) / 60) min"
        return ["Corrected by hand after \(time)."]
    }

    static func json(_ entries: [Entry]) -> JSON {
        .array(
            entries.map { entry in
                let change = entry.change
                var writer = JSONWriter(capacity: 1024)
                writer.object { writer in
                    writer.member("at", change.at.microsecondsSinceEpoch)
                    writer.member("start", change.isStart)
                    writer.member(
                        "corrected_after", entry.correctedAfter.map { $0.inSeconds })
                    writer.member("omitted_before", Int64(change.omittedBefore))
                    writer.members(of: change.status)
                }
                return (try? JSON(decoding: writer.bytes)) ?? .null
            })
    }
}
