internal import AppearanceEngine
internal import AppearanceModel
internal import AppearanceProtocol
internal import ArgumentParser

struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "See what the daemon would make of a recorded course of light.",
        discussion: """
            No daemon is asked: the same engine runs here, by your configuration and time zone. Each \
            line of the recording is a time (seconds, or 2026-06-21T05:00:00) and lux; nothing after \
            the comma is a missed reading. It may cover \(longestDays) days.

              appearancectl simulate day.csv --time-zone Europe/Berlin
              appearancectl simulate day.csv --config mine.toml --json
            """)

    /// More would take minutes, and one time that is far off makes centuries.
    private static let longestDays: Int64 = 400

    @Argument(help: ArgumentHelp("The recording.", valueName: "trace.csv"), completion: .trace)
    var trace: String

    @OptionGroup var terms: EngineOptions

    @Option(
        help: ArgumentHelp(
            "When second 0 falls, such as 2026-06-21T05:00:00.", valueName: "time"))
    var start: String?

    @Flag(help: "Print JSON: the first state, each change, and a summary, a line each.")
    var json = false

    func run() throws {
        let configuration = try terms.configuration()
        let zone = try terms.zone(configuration)
        let light = try lightTrace(in: zone.rules)
        var simulation = TraceSimulation(
            light,
            settings: EngineSettings(
                configuration, place: terms.place(configuration, zone)?.0, zone: zone.rules))
        var report = SimulationReport(light, zone: zone.rules)
        if !json { SimulationReport.heading.forEach(StandardOutput.line) }
        simulation.run { snapshot in
            guard let news = report.note(snapshot) else { return }
            json ? StandardOutput.json(news.json) : StandardOutput.line(news.text)
        }
        json
            ? StandardOutput.json(report.summary) : report.summaryLines.forEach(StandardOutput.line)
    }

    private func lightTrace(in zone: TimeZoneRules) throws -> LightTrace {
        let bytes = try FileReading.bytes(of: trace, limit: 256 * 1024 * 1024)
        let origin = start ?? "1970-01-01T00:00:00"
        guard let start = WallTime(iso8601: origin, zone: zone) else {
            throw CommandLineError("\"\(origin)\" is no time; write it as 2026-06-21T05:00:00.")
        }
        let light: LightTrace
        do throws(LightTrace.Fault) {
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
                \(trace): it covers \(days) days, and \(Self.longestDays) can be simulated.
                From \(light.start.iso8601) to \((light.start + length).iso8601): is a time wrong, or \
                not in seconds?
                """)
        }
        return light
    }
}
