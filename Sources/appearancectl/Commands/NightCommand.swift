internal import AppearanceModel
internal import ArgumentParser

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
