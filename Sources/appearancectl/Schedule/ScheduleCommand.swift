internal import AppearanceEngine
internal import AppearanceModel
internal import AppearanceProtocol
internal import ArgumentParser
internal import Console

struct ScheduleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule",
        abstract: "Show the schedule of each day as a bar, and the times of the sun.",
        discussion: """
            This command does not need the daemon. It uses your configuration, place and time zone \
            unless you give others. Days are days of that zone.

              appearancectl schedule --days 7
              appearancectl schedule --sun
              appearancectl schedule --latitude 69.65 --longitude 18.96 --date 2026-12-21
            """)

    @Option(
        help: ArgumentHelp("The first day, such as 2026-06-21.", valueName: "date"),
        transform: Self.day)
    var date: CivilDate?

    @Option(help: ArgumentHelp("The number of days, 1 to 3660.", valueName: "n"))
    var days = 1

    @Flag(help: "Show the times of the sun, too.")
    var sun = false

    @OptionGroup var options: EngineOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard (1...3660).contains(days) else { throw ValidationError("--days must be 1 to 3660") }
    }

    func run() throws {
        let configuration = try options.configuration()
        let zone = try options.zone(configuration)
        let first = date ?? zone.rules.local(.now).date
        let report = ScheduleReport(
            configuration.schedule, place: options.place(configuration, zone), zone: zone.rules,
            from: first, days: days)
        guard !json else { return StandardOutput.json(report.json) }
        report.lines(width: Terminal.columns, now: .now, showsSun: sun)
            .forEach(StandardOutput.line)
    }

    private static func day(_ text: String) throws -> CivilDate {
        guard let date = CivilDate(text) else {
            throw ValidationError("must be a day such as 2026-06-21")
        }
        return date
    }
}
