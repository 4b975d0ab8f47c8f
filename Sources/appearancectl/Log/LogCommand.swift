internal import AppearanceConfig
internal import AppearanceEngine
internal import AppearanceModel
internal import AppearanceProtocol
internal import AppearanceRecord
internal import ArgumentParser
internal import Console
internal import DaemonClient
internal import Diagnosis
internal import Glibc
internal import Linux

struct LogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Show past changes, the reason of each, and which were undone by hand.",
        discussion: """
            It reads the history of the daemon, which need not run. A change by light is undone if \
            you choose another appearance within 15 minutes.

              appearancectl log --since yesterday
              appearancectl log --since today --plot
              appearancectl log --since 7d --html week.html

            A chart shows the light on a logarithmic scale, with the thresholds of your configuration, \
            the appearance and the changes that you undid; without --since, of the last 24 hours. The key \
            history.days sets how long the history is kept.
            """)

    // Unconditional, so that -3h, as journalctl writes it, is a span and not an option.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The start: today, yesterday, a time or a day such as 07:30 or 2026-11-20, or a span "
                + "such as 3h.", valueName: "when"), completion: .pastTimes)
    var since: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The end, as for --since; by default now.", valueName: "when"),
        completion: .pastTimes)
    var until: String?

    @Option(
        name: [.customShort("n"), .long], parsing: .unconditional,
        help: ArgumentHelp(
            "The number of changes, the newest ones; by default 20, or all with --since.",
            valueName: "n"))
    var lines: Int?

    @Flag(help: "Print one JSON array.")
    var json = false

    @Flag(help: "Draw a chart of the light in the terminal, 60 to 200 columns wide.")
    var plot = false

    @Flag(help: "Print the data of the chart as lines without drawings, for a screen reader.")
    var table = false

    @Option(
        help: ArgumentHelp(
            "Write the chart to an SVG file; - is standard output.", valueName: "file"),
        completion: .file(extensions: ["svg"]))
    var svg: String?

    @Option(
        help: ArgumentHelp(
            "Write the chart, the changes and the light to one web page; - is standard output.",
            valueName: "file"),
        completion: .file(extensions: ["html"]))
    var html: String?

    private var isChart: Bool { plot || table || svg != nil || html != nil }

    func validate() throws {
        guard !json || !isChart else {
            throw ValidationError("--json excludes --plot, --table, --svg and --html")
        }
        let files = [svg, html].compactMap(\.self)
        let printed = files.count { $0 == StandardOutput.name } + (plot || table ? 1 : 0)
        guard printed < 2 else {
            throw ValidationError(
                "--svg - and --html - exclude each other, --plot and --table: name a file")
        }
        guard lines.map({ $0 > 0 }) ?? true else {
            throw ValidationError("--lines must be 1 or more")
        }
        for (name, text) in [("--since", since), ("--until", until)] {
            if let text { _ = try Self.instant(text, of: name, now: .now) }
        }
    }

    func run() throws {
        let now = WallTime.now
        let start = try since.map { try Self.instant($0, of: "--since", now: now) }
        let end =
            try until.map { try Self.instant($0, of: "--until", after: start, now: now) } ?? now
        if let since, let until, let start, end < start {
            throw CommandLineError("--until \(until) is before --since \(since)", .usage)
        }
        let history = try Self.history()
        guard !isChart else {
            return try draw(
                history, from: start ?? LightChart.start(of: history, to: end), to: end, now: now)
        }
        let listed = LogText.entries(
            history, from: start, to: until == nil ? nil : end,
            count: lines ?? (start == nil ? 20 : nil))
        guard !json else { return StandardOutput.json(LogText.json(listed)) }
        guard !listed.isEmpty else {
            return StandardOutput.line(
                history.changes.isEmpty
                    ? "No change has been recorded yet." : "No change was recorded in that time.")
        }
        LogText.lines(listed, now: now).forEach(StandardOutput.line)
    }

    private func draw(
        _ history: History, from start: WallTime, to end: WallTime, now: WallTime
    ) throws {
        guard start < end else {
            throw CommandLineError("the chart has no time; give an earlier --since.", .usage)
        }
        let configuration = ConfigCommand.current()
        let zone = history.changes.last.flatMap { ServiceZone($0.status.timeZone) }?.rules
        let chart = LightChart(
            history, from: start, to: end, configuration.ambient, in: zone ?? LocalTime.readersZone)
        if plot || table, chart.isEmpty {
            StandardOutput.line(chart.period)
            StandardOutput.line(
                history.changes.isEmpty
                    ? "Nothing has been recorded yet; a chart needs some hours of the daemon."
                    : "Nothing was recorded in that time.")
        } else {
            if plot {
                TerminalChart(chart, width: Terminal.columns).lines
                    .forEach(StandardOutput.verbatim)
            }
            if table { ChartTable.lines(chart).forEach(StandardOutput.line) }
        }
        if let svg {
            try FileWriting.write(result: ChartPicture(chart).file, to: svg)
        }
        if let html {
            let entries = LogText.entries(history, from: start, to: end, count: lines)
            try FileWriting.write(
                result: ChartPage(chart: chart, entries: entries, now: now).text, to: html)
        }
    }

    /// Returns the history of the daemon, empty if there is no file.
    static func history() throws(CommandLineError) -> History {
        try History.kept { CurrentProcess.variable($0) }
    }

    /// Returns the instant of a word; a time of day is the last one, or the first after the start if that is
    /// later.
    private static func instant(
        _ text: String, of option: String, after start: WallTime? = nil, now: WallTime
    ) throws -> WallTime {
        let zone = LocalTime.readersZone
        let today = zone.local(now).date
        switch text.lowercased() {
        case "today": return zone.start(of: today)
        case "yesterday": return zone.start(of: today.advanced(by: -1))
        case let word:
            if let date = CivilDate(word) { return zone.start(of: date) }
            if let time = ClockTime(spoken: word) {
                let instant = zone.instant(of: today, time)
                let last =
                    instant <= now ? instant : zone.instant(of: today.advanced(by: -1), time)
                guard let start, last < start else { return last }
                return zone.next(time, after: start) ?? last
            }
            if let instant = WallTime(iso8601: text, zone: zone) { return instant }
            let span = word.hasPrefix("-") ? word.dropFirst() : word[...]
            if let span = try? SpanText.span(String(span)) { return now - span }
            throw ValidationError(
                "\(option) \(text): use today, yesterday, a time like 07:30, a day like 2026-11-20, or a "
                    + "span like 3h")
        }
    }
}

/// The output of `appearancectl log`.
enum LogText {
    /// A change, and the time after which it was undone by hand.
    typealias Entry = (change: History.Change, correctedAfter: Microseconds?)

    /// Returns the newest changes, the oldest of them first.
    static func entries(
        _ history: History, from start: WallTime?, to end: WallTime?, count: Int?
    ) -> [Entry] {
        let entries = history.corrections.filter { entry in
            (start.map { entry.change.at >= $0 } ?? true)
                && (end.map { entry.change.at < $0 } ?? true)
        }
        return count.map { Array(entries.suffix($0)) } ?? entries
    }

    /// Returns a line for each change: its time, and its sentence.
    static func lines(_ entries: [Entry], now: WallTime) -> [String] {
        var table = Table()
        for entry in entries {
            let status = entry.change.status
            table.add(status.text(entry.change.at, now: now), text(entry))
        }
        return table.lines
    }

    private static func text(_ entry: Entry) -> String {
        let (change, status) = (entry.change, entry.change.status)
        let words = status.explanation.lowercased().split { !$0.isLetter }
        let named = words.lazy.compactMap { Appearance(rawValue: String($0)) }.first
        let appearance =
            named == status.appearance ? [] : ["\(status.appearance.rawValue.capitalizedFirst)."]
        let start = change.isStart ? ["Recording started."] : []
        let omitted = change.omittedBefore
        let gap = omitted == 0 ? [] : ["\(omitted.counted("change")) before it left out."]
        return (appearance + [status.explanation] + correction(entry) + start + gap)
            .joined(separator: " ")
    }

    static func correction(_ entry: Entry) -> [String] {
        guard let span = entry.correctedAfter else { return [] }
        let seconds = Int(span.inSeconds.rounded())
        let time = seconds < 90 ? "\(seconds) s" : "\((seconds + 30) / 60) min"
        return ["Undone by hand after \(time)."]
    }

    static func json(_ entries: [Entry]) -> JSON {
        .array(
            entries.map { entry in
                let change = entry.change
                var writer = JSONWriter(capacity: 1024)
                writer.object { writer in
                    writer.member("at", change.at.microsecondsSinceEpoch)
                    writer.member("start", change.isStart)
                    writer.member("corrected_after", entry.correctedAfter.map { $0.inSeconds })
                    writer.member("omitted_before", Int64(change.omittedBefore))
                    writer.members(of: change.status)
                }
                return (try? JSON(decoding: writer.bytes)) ?? .null
            })
    }
}
