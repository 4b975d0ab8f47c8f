internal import AppearanceConfig
internal import AppearanceEngine
internal import AppearanceModel
internal import ArgumentParser
internal import Glibc

struct NightCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "night",
        abstract: "Turn the whole screen red for a while, or leave it as it is tonight.",
        discussion: """
            This is about appearance-nightfilter and what it does to the screen; mode and appearance \
            stay what they are. Without a time, both hold until the night's hours end.

              appearancectl night off                 not tonight
              appearancectl night off --for 30m
              appearancectl night now --until 23:00
              appearancectl night preview 10s
              appearancectl night auto
            """,
        subcommands: [Off.self, Now.self, Preview.self, Auto.self])
}

extension NightCommand {
    struct Off: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "off", abstract: "Leave the screen as it is, even at night.")

        @OptionGroup var ending: EndOptions

        func run() throws {
            let end = try NightHours.end(ending.end)
            try NightFilters.ofThisSession().write(.off(until: end))
            StandardOutput.line(
                "Not red until \(LocalTime(end).text(now: .now)). Undo: appearancectl night auto")
        }
    }

    struct Now: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "now", abstract: "Turn the screen red now, even by day.")

        @OptionGroup var ending: EndOptions

        func run() throws {
            let end = try NightHours.end(ending.end)
            try NightFilters.ofThisSession().write(.on(until: end))
            StandardOutput.line(
                "Red until \(LocalTime(end).text(now: .now)). Undo: appearancectl night auto")
        }
    }

    struct Preview: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "preview", abstract: "Look at it for a moment.")

        @Argument(
            help: ArgumentHelp("For how long: 10s, 1m.", valueName: "span"),
            completion: .spans, transform: Self.length)
        var length = Microseconds.seconds(10)

        private static func length(_ text: String) throws -> Microseconds {
            guard let length = try? SpanText.span(text), length > .zero, length <= .hours(1) else {
                throw ValidationError("write it like 10s or 1m; it is an hour at most")
            }
            return length
        }

        func run() throws {
            let now = WallTime.now
            try NightFilters.ofThisSession().interrupt(with: .on(until: now + length), at: now)
            StandardOutput.line("Red for \(length.text). Undo: appearancectl night auto")
        }
    }

    struct Auto: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "auto", abstract: "Let the appearance decide again.")

        func run() throws {
            try NightFilters.ofThisSession().clear()
            StandardOutput.line("The appearance decides.")
        }
    }
}

/// When a wish for the screen ends, by the configuration that counts.
enum NightHours {
    /// The end that was asked for; without one, the end of the night's hours.
    static func end(_ asked: ModeEnd?) throws -> WallTime {
        if case .after(let span) = asked { return .now + span }
        let configuration = usual() ?? Configuration()
        let zone = try EngineOptions.parse([]).zone(configuration)
        let schedule = Schedule(configuration, in: zone)
        guard let end = end(asked, in: schedule) else {
            throw CommandLineError(
                """
                That does not come in the next day and a half.
                Say when instead: --for 8h, or --until 07:00
                """)
        }
        return end
    }

    private static func end(_ asked: ModeEnd?, in schedule: Schedule) -> WallTime? {
        guard let asked else { return schedule.endOfNight(after: .now) }
        switch schedule.ending(asked, after: .now) {
        case .at(let instant): return instant
        case .doesNotCome: return nil
        }
    }

    /// A file with a mistake is as good as none here: the service says what is wrong with it.
    private static func usual() -> Configuration? {
        let paths = ConfigurationPaths.candidates { getenv($0).map { String(cString: $0) } }
        guard let path = paths.first(where: FileWriting.exists),
            let bytes = try? FileReading.bytes(of: path, limit: 1024 * 1024)
        else { return nil }
        return try? ConfigurationReader.read(bytes, file: path)
    }
}
