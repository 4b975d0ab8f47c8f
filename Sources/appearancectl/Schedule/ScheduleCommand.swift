internal import AppearanceEngine
internal import AppearanceModel
internal import AppearanceProtocol
internal import ArgumentParser
internal import Console
internal import DaemonClient

struct ScheduleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule",
        abstract: "Show the schedule of each day as a bar, and of one day as a table.",
        discussion: """
            This command does not need the daemon. It uses your configuration, place and time zone \
            unless you give others. Days are days of that zone.

              appearancectl schedule --days 7
              appearancectl schedule --days 7 --table
              appearancectl schedule --sun
              appearancectl schedule --latitude 69.65 --longitude 18.96 --date 2026-12-21
            """)

    @Option(
        help: ArgumentHelp("The first day, such as 2026-06-21.", valueName: "date"),
        completion: .date, transform: Self.day)
    var date: CivilDate?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The number of days, 1 to 3660.", valueName: "n"))
    var days = 1

    @Flag(help: "Show the times of the sun, too.")
    var sun = false

    @Flag(help: "Print each day as lines without drawings, for a screen reader.")
    var table = false

    @OptionGroup var options: EngineOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard (1...3660).contains(days) else { throw ValidationError("--days must be 1 to 3660") }
        guard !(json && table) else {
            throw ValidationError("--json and --table exclude each other")
        }
    }

    func run() throws {
        let configuration = try options.configuration()
        let zone = try options.zone(configuration)
        let first = date ?? zone.rules.local(.now).date
        let report = ScheduleReport(
            configuration.schedule, place: options.place(configuration, zone), zone: zone.rules,
            from: first, days: days, nightNeeds: configuration.ambient.nightNeeds)
        guard !json else { return StandardOutput.json(report.json) }
        guard !table else {
            return report.table(showsSun: sun).forEach(StandardOutput.line)
        }
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

/// The times of the sun and the phases of the schedule over some days of a time zone.
struct ScheduleReport {
    let schedule: Schedule
    private let place: (coordinates: Coordinates, source: String)?
    let zone: TimeZoneRules
    let dates: [CivilDate]
    private let nightNeeds: NightNeeds
    private let start: WallTime
    private let end: WallTime

    init(
        _ settings: WeeklySchedule, place: (Coordinates, source: String)?, zone: TimeZoneRules,
        from first: CivilDate, days: Int, nightNeeds: NightNeeds
    ) {
        self.nightNeeds = nightNeeds
        self.place = place.map { ($0.0, $0.source) }
        self.zone = zone
        schedule = Schedule(settings, place: place?.0, zone: zone)
        dates = (0..<days).map(first.advanced)
        start = zone.start(of: first)
        end = zone.start(of: first.advanced(by: days))
    }

    private var sun: Sun? { place.map { Sun(at: $0.coordinates) } }

    private var occurrences: [SolarOccurrence] { sun?.events(from: start, to: end) ?? [] }

    /// The phase at the start with its cause, and every boundary after that.
    private var phases: [(at: WallTime, phase: Phase, because: String)] {
        let begun = schedule.lastBoundary(notAfter: start)
        let first = (
            start, schedule.phase(at: start), begun.map(Self.text) ?? "no change for a long time"
        )
        let boundaries = schedule.boundaries(after: start, through: end - Microseconds(1))
        return [first] + boundaries.map { ($0.at, $0.to, Self.text($0)) }
    }

    private static func text(_ boundary: Boundary) -> String {
        "\(boundary.cause.setting.rawValue) = \(boundary.cause)"
    }

    /// Returns `day` or `night` if the sun stays up or down all day; `nil` if it rises or sets.
    private func polar(_ date: CivilDate) -> String? {
        let (start, next) = (zone.start(of: date), zone.start(of: date.advanced(by: 1)))
        // A zone may skip a date, as Samoa did.
        guard start < next else { return nil }
        switch sun?.daylight(from: start, to: next) {
        case .alwaysUp: return "day"
        case .alwaysDown: return "night"
        case .alternates, nil: return nil
        }
    }

    // MARK: Text

    /// The place, each day as a bar, and for one day the cause of each phase; with the times of the
    /// sun if requested.
    func lines(width: Int, now: WallTime, showsSun: Bool) -> [StyledLine] {
        var text = [""]
        if showsSun {
            var table = Table()
            for occurrence in occurrences {
                table.add(self.text(occurrence.at), occurrence.event.words)
            }
            text += table.lines
        }
        var phaseTable = Table()
        for (at, phase, because) in phases {
            phaseTable.add(self.text(at), phase.appearance.rawValue, because)
        }
        let polarDays = dates.compactMap { date in
            polar(date).map { "\(date): the sun \($0 == "day" ? "does not set" : "does not rise")" }
        }
        text += polarDays
        if dates.count == 1 || showsSun { text += (text.count > 1 ? [""] : []) + phaseTable.lines }
        return [StyledLine(placeText), StyledLine("")]
            + ScheduleBar(self, width: width).lines(now: now)
            + nightWords.flatMap { $0.wrapped(to: width) }.map { StyledLine($0) }
            + (text.count > 1 ? text.map { StyledLine($0) } : [])
    }

    /// The place, and each day once with its changes below it in words; with the times of the sun if requested.
    func table(showsSun: Bool) -> [String] {
        [placeText]
            + dates.flatMap { date -> [String] in
                let start = zone.start(of: date)
                let end = zone.start(of: date.advanced(by: 1))
                var rows = schedule.boundaries(
                    after: start - Microseconds(1), through: end - Microseconds(1)
                )
                .map { (at: $0.at, text: text(of: $0)) }
                if rows.first?.at != start {
                    let phase = schedule.phase(at: start).appearance.rawValue
                    rows.insert((start, "\(phase), as the day before"), at: 0)
                }
                if showsSun {
                    rows += occurrences.filter { $0.at >= start && $0.at < end }
                        .map { ($0.at, $0.event.words) }
                    rows.sort { $0.at < $1.at }
                }
                let sun = polar(date).map { ", the sun does not \($0 == "day" ? "set" : "rise")" }
                return ["\(date.weekday.name) \(date)\(sun ?? "")"]
                    + rows.map { "  \(zone.local($0.at).hoursAndMinutes)  \($0.text)" }
            } + nightWords.filter { !$0.isEmpty }
    }

    /// Returns the appearance, and its cause if that is not the time itself.
    private func text(of boundary: Boundary) -> String {
        let (appearance, cause) = (boundary.to.appearance.rawValue, "\(boundary.cause)")
        let isTime = cause == zone.local(boundary.at).hoursAndMinutes
        return isTime ? appearance : "\(appearance), \(cause)"
    }

    /// A sentence about night that does not come by the clock alone; empty if it does, or does not come.
    private var nightWords: [String] {
        guard phases.contains(where: { $0.phase == .night }) else { return [] }
        let needs =
            switch nightNeeds {
            case .schedule: ""
            case .both: "Night also needs a dark room"
            case .sensor: "Night needs a dark room, at any time"
            }
        guard !needs.isEmpty else { return [] }
        return [
            "",
            "\(needs), by a light sensor or reported light; without them it stays dark. To have it by"
                + " the clock: appearancectl config set ambient.night_needs schedule",
        ]
    }

    private var placeText: String {
        guard let place else {
            return
                "The place is unknown (zone \(zone.name)); fixed times replace sunrise and sunset."
        }
        return "Latitude \(Self.hundredths(place.coordinates.latitudeDegrees)), longitude"
            + " \(Self.hundredths(place.coordinates.longitudeDegrees)) (\(place.source));"
            + " times in \(zone.name)."
    }

    private static func hundredths(_ degrees: Double) -> Double { (degrees * 100).rounded() / 100 }

    private func text(_ time: WallTime) -> String { zone.local(time).dateAndTimeWithSeconds }

    var json: JSON {
        let place: JSON = [
            "latitude": place.map { .real($0.coordinates.latitudeDegrees) } ?? .null,
            "longitude": place.map { .real($0.coordinates.longitudeDegrees) } ?? .null,
            "source": place.map { .string($0.source) } ?? .null,
            "time_zone": .string(zone.name),
        ]
        let events = occurrences.map { occurrence -> JSON in
            [
                "event": .string(occurrence.event.rawValue),
                "at": .string(occurrence.at.iso8601),
            ]
        }
        let days = dates.map { date -> JSON in
            ["date": .string("\(date)"), "polar": polar(date).map(JSON.string) ?? .null]
        }
        let phases = phases.map { at, phase, because -> JSON in
            [
                "at": .string(at.iso8601), "appearance": .string(phase.appearance.rawValue),
                "because": .string(because),
            ]
        }
        return [
            "place": place, "events": .array(events), "days": .array(days),
            "phases": .array(phases),
        ]
    }
}
