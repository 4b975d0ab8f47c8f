internal import AppearanceModel
internal import AppearanceProtocol
internal import ArgumentParser

/// When it ends: `--for` or `--until`, or neither.
struct EndOptions: ParsableArguments {
    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("For so long only: 45m, 1h30m, 90s, 2d.", valueName: "span"),
        completion: .spans, transform: Self.span)
    var span: ModeEnd?

    @Option(
        help: ArgumentHelp(
            "Until then only: next (the next change by schedule), sunrise, sunset, or HH:MM.",
            valueName: "when"),
        completion: .ends, transform: Self.instant)
    var until: ModeEnd?

    var end: ModeEnd? { span ?? until }

    func validate() throws {
        guard span == nil || until == nil
        else { throw ValidationError("Use either --for or --until, not both.") }
    }

    private static func span(_ text: String) throws -> ModeEnd {
        guard let span = Microseconds(text: text) else {
            throw ValidationError("write it like 45m, 1h30m, 90s or 2d, without blanks")
        }
        guard let end = ModeEnd(lasting: span) else {
            throw ValidationError("it must be more than nothing and at most ten years")
        }
        return end
    }

    private static func instant(_ text: String) throws -> ModeEnd {
        guard let end = ModeEnd(until: text) else {
            throw ValidationError("use next, sunrise, sunset, or a time of day like 07:30")
        }
        return end
    }
}
