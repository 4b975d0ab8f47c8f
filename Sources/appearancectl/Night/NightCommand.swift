internal import AppearanceConfig
internal import AppearanceEngine
internal import AppearanceModel
internal import AppearanceProtocol
internal import ArgumentParser
internal import Console
internal import DaemonClient
internal import Diagnosis
internal import SettingsFile

struct NightCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "night",
        abstract: "Show the state of the screen, turn it red for a while, or turn the filter off.",
        discussion: """
            This command controls appearance-nightfilter; mode and appearance are unchanged. \
            Without an end, off and now last until the end of night.

              appearancectl night                     the state of each display
              appearancectl night off                 not tonight, nor warm this evening
              appearancectl night off --for 30m
              appearancectl night now --until 23:00
              appearancectl night preview 10s
              appearancectl night auto
            """,
        subcommands: [Show.self, Off.self, Now.self, Preview.self, Auto.self],
        defaultSubcommand: Show.self)

    /// Overrides the filter until an end, and confirms the state with its time.
    fileprivate static func override(
        _ state: String, _ ending: EndOptions, _ override: (WallTime) -> NightOverride
    ) throws {
        let zone = (try? Request.getStatus.status())?.timeZone
        let now = Moment.now
        let end = try NightHours.end(ending.end, at: now.wall, in: zone)
        let isDuration = if case .after = ending.end { true } else { false }
        try NightFilters.ofThisSession().write(
            NightOverride.Line(override(end), isDuration: isDuration, at: now))
        let text = LocalTime(end, in: ServiceZone(zone)).text(now: .now)
        StandardOutput.line("\(state) until \(text). Back to auto: appearancectl night auto")
    }
}

extension NightCommand {
    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "status", abstract: "Show the colours of each display, and their end.")

        @Flag(help: "Print one JSON object.")
        var json = false

        func run() throws {
            let filters = try NightFilters.ofThisSession()
            let screens = try filters.statuses()
            let now = Moment.now
            let override = filters.override(at: now)
            guard !json else { return StandardOutput.json(Self.json(of: screens, override)) }
            let status = try? Request.getStatus.status()
            for screen in screens {
                let text = ScreenText(
                    screen: screen, override: override, appearance: status?.appearance,
                    zone: status?.timeZone, now: now.wall
                ).text
                let name = screens.count == 1 ? "" : "\(screen.display.excerpt): "
                StandardOutput.line(name + (name.isEmpty ? text.capitalizedFirst : text))
            }
        }

        private static func json(of screens: [FilterStatus], _ override: NightOverride?) -> JSON {
            let displays = screens.compactMap { screen in
                screen.isKnown
                    ? try? JSON(decoding: Array(screen.json.utf8))
                    : JSON.object([.init(name: "display", value: .string(screen.display))])
            }
            let end = override.map { JSON.integer($0.end.microsecondsSinceEpoch) } ?? .null
            return .object([
                .init(name: "override", value: override.map { .string($0.word) } ?? .null),
                .init(name: "until", value: end),
                .init(name: "displays", value: .array(displays)),
            ])
        }
    }

    struct Off: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "off",
            abstract: "Turn the night filter off, even at night and in the evening.")

        @OptionGroup var ending: EndOptions

        func run() throws {
            let words = ConfigCommand.current().nightfilter.offWords.capitalizedFirst
            try NightCommand.override(words, ending) { .off(until: $0) }
        }
    }

    struct Now: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "now", abstract: "Turn the screen red now, even by day.")

        @OptionGroup var ending: EndOptions

        func run() throws { try NightCommand.override("Red", ending) { .on(until: $0) } }
    }

    struct Preview: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "preview",
            abstract: "Turn the screen red for a moment, or show the colours of the evening.")

        @Argument(
            help: ArgumentHelp("The duration: 10s, 1m.", valueName: "span"),
            completion: .list(["10s", "30s", "1m"]), transform: Self.length)
        var length = Microseconds.seconds(10)

        @Flag(help: "Show the colours of the evening instead of red.")
        var evening = false

        private static func length(_ text: String) throws -> Microseconds {
            guard let length = try? SpanText.span(text), length > .zero, length <= .hours(1) else {
                throw ValidationError("write a duration like 10s or 1m, at most 1h")
            }
            return length
        }

        func run() throws {
            let now = Moment.now
            let end = now.wall + length
            let temperature = ConfigCommand.current().nightfilter.evening.temperature
            guard !evening || temperature > 0 else { throw NightFilterError.noTemperature }
            let line = NightOverride.Line(
                evening ? .evening(until: end) : .on(until: end), isDuration: true, at: now)
            try NightFilters.ofThisSession().interrupt(with: line, at: now)
            let color = evening ? temperature.kelvinText : "Red"
            StandardOutput.line(
                "\(color) for \(length.text). Back to auto: appearancectl night auto")
        }
    }

    struct Auto: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "auto", abstract: "Follow the appearance again.")

        func run() throws {
            let filters = try NightFilters.ofThisSession()
            try filters.clear()
            StandardOutput.line(
                filters.isRunning
                    ? "The screen follows the appearance."
                    : "There is no override. The night filter is not running.")
        }
    }
}

/// The end of an override of the night filter, by the configuration in effect.
enum NightHours {
    /// Returns the time of the requested end, or the end of night without one, in the zone of the daemon;
    /// `nil` if it is not running.
    static func end(
        _ requested: ModeEnd?, at now: WallTime, in serviceZone: String?
    ) throws -> WallTime {
        if case .after(let span) = requested { return now + span }
        let configuration = ConfigCommand.current()
        let zone =
            try serviceZone.map { LocalZone(named: "", environment: $0, files: .machine) }
            ?? EngineOptions.parse([]).zone(configuration)
        let schedule = Schedule(configuration, in: zone, at: now)
        if requested == nil, let end = schedule.endOfNight(after: now) { return end }
        // An end of night that is not near depends on the sunrise.
        let end = requested ?? .sunrise
        switch schedule.ending(end, after: now) {
        case .at(let instant): return instant
        case .doesNotOccur(let next):
            throw DaemonError.refused(.noSuchEvent(until: end.untilWord ?? "end", next: next))
        }
    }
}
