internal import AppearanceEngine
internal import AppearanceModel
internal import AppearanceProtocol
internal import AppearanceRecord
internal import ArgumentParser
internal import Console

struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Show what the daemon would decide for a light recording.",
        discussion: """
            This command does not need the daemon. It runs the same engine with your configuration \
            and time zone. Each line of the recording is a time (seconds, or 2026-06-21T05:00:00) \
            and lux; an empty value is a missed reading. A recording may cover \(longestDays) days.

              appearancectl simulate day.csv --time-zone Europe/Berlin
              appearancectl simulate day.csv --config mine.toml --json
              appearancectl simulate day.csv --against other.toml
            """)

    /// The limit on the length: more would take minutes, and one wrong time spans centuries.
    private static let longestDays: Int64 = 400

    @Argument(
        help: ArgumentHelp("The light recording.", valueName: "trace.csv"), completion: .trace)
    var trace: String

    @OptionGroup var options: EngineOptions

    @Option(
        help: ArgumentHelp("The time of second 0, such as 2026-06-21T05:00:00.", valueName: "time"))
    var start: String?

    @Flag(help: "Print JSON: one line for the first state, for each change, and for a summary.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Show the appearances with another configuration beside them.", valueName: "file"),
        completion: .configurationFile)
    var against: String?

    @Flag(help: "Draw the light, the thresholds and the appearance.")
    var plot = false

    func validate() throws {
        guard [json, plot, against != nil].count(where: \.self) <= 1 else {
            throw ValidationError("--json, --plot and --against exclude each other")
        }
    }

    func run() throws {
        let configuration = try options.configuration()
        let zone = try options.zone(configuration)
        let light = try lightTrace(in: zone.rules)
        let settings = self.settings(configuration, zone)
        if let against {
            let other = try ConfigCommand.configuration(named: against)
            let comparison = SimulationComparison(
                light, settings, self.settings(other, try options.zone(other)), named: against)
            return comparison.lines.forEach(StandardOutput.line)
        }
        var simulation = TraceSimulation(light, settings: settings)
        var report = SimulationReport(light, zone: zone.rules)
        if plot {
            var changes: [(at: WallTime, appearance: Appearance)] = []
            simulation.run { snapshot in
                _ = report.add(snapshot)
                changes.append((max(snapshot.since, light.start), snapshot.appearance))
            }
            let chart = LightChart(light, changes, settings.ambient, in: zone.rules)
            TerminalChart(chart, width: Terminal.columns).lines.forEach(StandardOutput.verbatim)
            return report.summaryLines.forEach(StandardOutput.line)
        }
        if !json { SimulationReport.heading.forEach(StandardOutput.line) }
        simulation.run { snapshot in
            guard let change = report.add(snapshot) else { return }
            json ? StandardOutput.json(change.json) : StandardOutput.line(change.text)
        }
        json
            ? StandardOutput.json(report.summary) : report.summaryLines.forEach(StandardOutput.line)
    }

    private func settings(_ configuration: Configuration, _ zone: LocalZone) -> EngineSettings {
        EngineSettings(
            configuration, options.sunPlace(configuration, zone), zone: zone.rules)
    }

    private func lightTrace(in zone: TimeZoneRules) throws -> LightTrace {
        let bytes = try FileReading.bytes(of: trace, limit: 256 * 1024 * 1024)
        let origin = start ?? "1970-01-01T00:00:00"
        guard let start = WallTime(iso8601: origin, zone: zone) else {
            throw CommandLineError(
                "invalid time \"\(origin)\"; write it as 2026-06-21T05:00:00.", .usage)
        }
        let light: LightTrace
        do throws(LineError) {
            light = try LightTrace(
                csv: String(decoding: bytes, as: UTF8.self), zone: zone, start: start)
        } catch {
            throw CommandLineError("\(trace): \(error).")
        }
        let length = light.rows.last?.offset ?? .zero
        guard length <= .days(Self.longestDays) else {
            let days = Int64(length.inSeconds / 86_400)
            throw CommandLineError(
                """
                \(trace): the recording covers \(days) days, and the limit is \(Self.longestDays).
                From \(light.start.iso8601) to \((light.start + length).iso8601): a time may be wrong or \
                not in seconds.
                """)
        }
        return light
    }
}

/// The report of a simulation: its changes one by one, then a summary.
struct SimulationReport {
    /// The time within which a change back counts as a reversal.
    private static let reversal = Microseconds.seconds(300)

    static let heading = ["time                 appearance  why"]

    private let start: WallTime
    private let end: WallTime
    private let zone: TimeZoneRules
    private var last: Snapshot?
    private var changes: Int64 = 0
    private var reversals: Int64 = 0
    private var spans: [Appearance: Microseconds] = [:]

    init(_ trace: LightTrace, zone: TimeZoneRules) {
        start = trace.start
        end = trace.start + (trace.rows.last?.offset ?? .zero)
        self.zone = zone
    }

    /// Adds a state and returns the change to print; `nil` if the appearance is the same.
    mutating func add(_ snapshot: Snapshot) -> (json: JSON, text: String)? {
        defer { last = snapshot }
        guard let before = last else {
            return (["initial": .string(snapshot.appearance.rawValue)], text(snapshot))
        }
        guard before.appearance != snapshot.appearance else { return nil }
        changes += 1
        addSpan(of: before, until: snapshot.since)
        if snapshot.appearance == before.previous, snapshot.since - before.since < Self.reversal {
            reversals += 1
        }
        return (json(snapshot), text(snapshot))
    }

    private mutating func addSpan(of state: Snapshot, until end: WallTime) {
        let before = spans[state.appearance] ?? .zero
        spans[state.appearance] = before + (end - max(state.since, start))
    }

    var summary: JSON {
        var whole = self
        if let last { whole.addSpan(of: last, until: end) }
        let spans = whole.spans
        let seconds = Appearance.allCases.map {
            JSON.Member(name: $0.rawValue, value: .real((spans[$0] ?? .zero).inSeconds))
        }
        return [
            "changes": .integer(changes), "reversals_within_300s": .integer(reversals),
            "seconds_in": .object(seconds),
        ]
    }

    var summaryLines: [String] {
        let turned = reversals == 0 ? "none" : "\(reversals)"
        return ["", "\(Int(changes).counted("change")), \(turned) reversed within 5 minutes."]
    }

    private func json(_ snapshot: Snapshot) -> JSON {
        [
            "at": .string(snapshot.since.iso8601),
            "seconds": .real((snapshot.since - start).inSeconds),
            "appearance": .string(snapshot.appearance.rawValue),
            "previous": snapshot.previous.map { .string($0.rawValue) } ?? .null,
            "reason": .string(snapshot.reason.rawValue),
        ]
    }

    private func text(_ snapshot: Snapshot) -> String {
        let time = zone.local(snapshot.since).dateAndTimeWithSeconds
        return "\(time)  \(snapshot.appearance.rawValue.padded(to: 10))  \(snapshot.explanation)"
    }
}
