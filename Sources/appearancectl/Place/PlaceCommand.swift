internal import AppearanceConfig
internal import AppearanceEngine
internal import AppearanceModel
internal import AppearanceProtocol
internal import ArgumentParser
internal import Console
internal import DaemonClient
internal import Diagnosis
internal import Linux
internal import SettingsFile

struct PlaceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "place",
        abstract: "Show or set the place whose sunrise and sunset count.",
        discussion: """
            Without a place in the configuration it is that of the time zone, where the sun may be off by \
            an hour. A city is found without a network, in any of its common names, and a region or country \
            may follow it. The place is written in tenths of a degree. While the clock is that of another \
            part of the world, the time zone's place counts, unless --fixed was given.

              appearancectl place
              appearancectl place Mons
              appearancectl place "Victoria, CA"
              appearancectl place 52.5 13.4
              appearancectl place --zone

            The cities are those of 50,000 inhabitants and more by GeoNames (https://www.geonames.org), \
            licensed under CC BY 4.0.
            """)

    @Argument(
        help: ArgumentHelp("A city, or degrees north and east.", valueName: "city"),
        completion: .list([]))
    var words: [String] = []

    @Flag(help: "Use the place of the time zone again.")
    var zone = false

    @Flag(help: "Offer the place that GNOME, Cinnamon, Plasma or /etc/geolocation has.")
    var fromDesktop = false

    @Flag(
        help: "Ask GeoClue once for the city, by the network; it takes ten seconds at most.")
    var fromGeoclue = false

    @Flag(name: .shortAndLong, help: "Use the offered place without asking.")
    var yes = false

    @Flag(help: "Use the place on a journey, too.")
    var fixed = false

    @Flag(help: "Show the change without making it.")
    var dryRun = false

    @Flag(help: "Print one JSON object: the place, or those of a name without setting one.")
    var json = false

    func validate() throws {
        guard [!words.isEmpty, zone, fromDesktop, fromGeoclue].count(where: \.self) < 2 else {
            throw ValidationError(
                "a city, --zone, --from-desktop and --from-geoclue exclude each other")
        }
        guard !zone || !fixed else {
            throw ValidationError("--zone and --fixed exclude each other")
        }
        guard !json || !(zone || fixed || dryRun || fromDesktop || fromGeoclue) else {
            throw ValidationError("--json sets nothing, so it stands alone or with a city")
        }
    }

    func run() throws {
        let current = CurrentConfiguration(ConfigCommand.place)
        if zone { return try useZone(current) }
        if fromDesktop {
            let survey = KnownPlace.survey { CurrentProcess.variable($0) }
            guard !survey.places.isEmpty else {
                throw CommandLineError(
                    "no program of the desktop knows the place.\n"
                        + survey.gaps.map { "  \($0)\n" }.joined() + Self.otherwise)
            }
            return try offer(survey.places, "--from-desktop")
        }
        if fromGeoclue {
            let place: KnownPlace
            do throws(CommandLineError) {
                place = try GeoClue.place { CurrentProcess.variable($0) }
            } catch {
                throw CommandLineError("\(error.text)\n\(Self.otherwise)")
            }
            return try offer([place], "--from-geoclue")
        }
        let text = words.joined(separator: " ")
        guard !text.isEmpty else {
            if fixed { return try fix(current) }
            let view = PlaceView(current, PlaceLookup(), now: .now)
            guard !json else { return StandardOutput.json(view.json) }
            return view.lines.forEach(StandardOutput.line)
        }
        let lookup = PlaceLookup()
        if json {
            let cities = try lookup.cities(named: text).map(\.json)
            return StandardOutput.json(["places": .array(cities)])
        }
        let command = "appearancectl place" + (fixed ? " --fixed" : "")
        guard let place = try lookup.place(of: text, command: command) else {
            return StandardOutput.line("Unchanged.")
        }
        try write(place, isCity: Coordinates(text: text) == nil)
    }

    private static let otherwise = "Name your city instead: appearancectl place CITY"

    /// Shows places that other programs know, and writes the one that the user confirms.
    private func offer(_ known: [KnownPlace], _ option: String) throws {
        let lookup = PlaceLookup()
        let places = known.map { known in
            let city = lookup.nearest(to: known.coordinates)
            return (
                text: known.text + (city.map { ", near \($0.text)" } ?? ""),
                place: PlaceChange(
                    known.coordinates.rounded, name: city.map { "near \($0.text)" } ?? "")
            )
        }
        guard places.count == 1 else {
            guard Question.isPossible else {
                let lines = places.map {
                    "  appearancectl place \($0.place.coordinates.words)  # \($0.text)"
                }
                throw CommandLineError(
                    "\(places.count) programs know different places. Use one of them:\n"
                        + lines.joined(separator: "\n"), .usage)
            }
            guard let number = Question.number("Which one?", of: places.map(\.text)) else {
                return StandardOutput.line("Unchanged.")
            }
            return try write(places[number].place, isCity: false)
        }
        StandardOutput.line(places[0].text)
        if !yes, !dryRun {
            guard Question.isPossible else {
                StandardError.line(
                    """
                    appearancectl: this needs a confirmation, and standard input is not a terminal.
                    Use the place without a question: appearancectl place \(option) --yes
                    """)
                ExitStatus.usage.exit()
            }
            guard Question.isConfirmed("Use this place?") else {
                return StandardOutput.line("Unchanged.")
            }
        }
        try write(places[0].place, isCity: false)
    }

    /// Writes a place, and shows the consequence.
    private func write(_ place: PlaceChange, isCity: Bool) throws {
        let edit = PlaceEdit(
            changes: (fixed ? [.init("location.fixed", to: "true")] : []) + place.changes,
            title: place.text, isCity: isCity)
        try edit.run(dryRun: dryRun)
    }

    private func fix(_ current: CurrentConfiguration) throws {
        guard current.values.location.coordinates != nil else {
            throw CommandLineError(
                "the configuration has no place to keep. Name one: appearancectl place Mons --fixed",
                .usage)
        }
        try PlaceEdit(changes: [.init("location.fixed", to: "true")], title: nil)
            .run(dryRun: dryRun)
    }

    private func useZone(_ current: CurrentConfiguration) throws {
        let location = current.values.location
        let keys =
            (location.coordinates == nil ? [] : ["location.latitude", "location.longitude"])
            + (location.isFixed ? ["location.fixed"] : [])
        guard !keys.isEmpty || current.file.configuration == nil else {
            let report = SunPlaceReport(current, at: .now)
            return StandardOutput.line("The configuration has no place. In effect: \(report.text).")
        }
        try PlaceEdit(changes: keys.map { .init(removing: $0) }, title: nil).run(dryRun: dryRun)
    }
}

/// A change of the place in the configuration, in one edit, with what it means today.
struct PlaceEdit {
    let changes: [ConfigurationEdit.Change]
    /// The place as it was found; `nil` for none.
    let title: String?
    /// Whether the place was found by its name, so that its coordinates are right.
    var isCity = false

    func run(dryRun: Bool) throws {
        let place = ConfigCommand.place
        let now = WallTime.now
        var before = Configuration()
        let plan = { () throws(SettingsError) -> FileChange in
            let draft = try place.draft()
            before = draft.configuration
            return try draft.change(changes)
        }
        let change = dryRun ? try plan() : try FileChange.make(plan)
        guard let change else { return }
        if let title { StandardOutput.line("Found \(title).") }
        guard change.after != change.before else {
            return StandardOutput.line("\(change.path) has this place already.")
        }
        let after = try ConfigCommand.checked(change.after ?? [], file: change.path)
        StandardOutput.line(change.path)
        for line in change.marked {
            StandardOutput.verbatim(StyledLine("  \(line)", line.hasPrefix("+") ? .good : .bad))
        }
        let (old, new) = (place.zone(of: before), place.zone(of: after))
        let sun = (
            Self.sun(old.sunPlace(before.location, at: now), old, now),
            Self.sun(new.sunPlace(after.location, at: now), new, now)
        )
        StandardOutput.line(
            sun.0 == sun.1 ? "Today: \(sun.1), as before." : "Today: \(sun.1); before: \(sun.0).")
        for text in remarks(new, after.location, now) {
            text.wrapped(to: Terminal.width).forEach(StandardOutput.line)
        }
        StandardOutput.line(
            dryRun
                ? "Nothing was changed. To change it, run this without --dry-run."
                : "To undo: \(Self.undo(before.location, after.location))")
        if !dryRun { try DaemonReload.wait(for: change) }
    }

    /// Returns remarks on a place whose clock is not that of the machine.
    private func remarks(
        _ zone: LocalZone, _ location: LocationSettings, _ now: WallTime
    ) -> [String] {
        if !isCity, let remark = zone.remark(on: location, at: now),
            remark.likelyLongitudeDegrees != nil
        {
            return [remark.text]
        }
        guard zone.sunPlace(location, at: now).origin == .clockElsewhere else { return [] }
        return [
            "The clock of this machine is that of \(zone.rules.name.excerpt), so the sun there counts until it is"
                + " that of the place.",
            "To use the sun of the place now: appearancectl place --fixed",
        ]
    }

    private static func sun(_ place: SunPlace, _ zone: LocalZone, _ now: WallTime) -> String {
        place.coordinates.map { SunToday($0, zone.rules, at: now).text }
            ?? "sunrise and sunset unknown"
    }

    /// Returns the command that restores the values of the keys.
    private static func undo(_ before: LocationSettings, _ after: LocationSettings) -> String {
        guard let place = before.coordinates else {
            let zone = after.coordinates != nil || !before.isFixed
            return
                ((zone ? ["appearancectl place --zone"] : [])
                + (before.isFixed ? ["appearancectl config set location.fixed true"] : []))
                .joined(separator: " && ")
        }
        var words = "appearancectl config set"
        // Without another value, the numbers were written in another form, such as 50 in place of 50.0.
        if after.coordinates != place || before.isFixed == after.isFixed {
            words +=
                " location.latitude \(place.latitudeDegrees)"
                + " location.longitude \(place.longitudeDegrees)"
        }
        if before.isFixed != after.isFixed { words += " location.fixed \(before.isFixed)" }
        return words
    }
}
