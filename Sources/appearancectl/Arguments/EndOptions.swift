internal import AppearanceConfig
internal import AppearanceModel
internal import AppearanceProtocol
internal import ArgumentParser

/// The end of an override or a pause: `--for`, `--until`, a word in their place, or none.
struct EndOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "When it ends, as with --for or --until: 45m, 18:00, sunrise.", valueName: "end"),
        completion: .endsAndSpans, transform: Self.spanOrInstant)
    var word: ModeEnd?

    // Unconditional, so that -5m is refused as a span and not as an unknown option.
    @Option(
        name: .customLong("for"), parsing: .unconditional,
        help: ArgumentHelp("The duration: 45m, 1h30m, 90s, 2d.", valueName: "span"),
        completion: .spans, transform: Self.span)
    var span: ModeEnd?

    @Option(
        help: ArgumentHelp(
            "The end: next (the next change by schedule), after-next (the one after it), sunrise, sunset, or HH:MM.",
            valueName: "when"),
        completion: .ends, transform: Self.instant)
    var until: ModeEnd?

    var end: ModeEnd? { word ?? span ?? until }

    func validate() throws {
        guard [word, span, until].compactMap(\.self).count <= 1
        else { throw ValidationError("Give only one end: by --for, by --until or as a word.") }
    }

    private static func span(_ text: String) throws -> ModeEnd {
        guard !text.hasPrefix("-") else { throw SpanText.ParseError.outOfRange.invalid }
        guard let span = try SpanText.argument(text) else {
            let isInstant = (try? instant(text)) != nil
            throw ValidationError(
                isInstant
                    ? "not a duration; write --until \(text)"
                    : "write a duration like 45m, 1h30m, 90s or 2d")
        }
        return try end(after: span)
    }

    private static func end(after span: Microseconds) throws -> ModeEnd {
        guard let end = ModeEnd(lasting: span) else { throw SpanText.ParseError.outOfRange.invalid }
        return end
    }

    private static func instant(_ text: String) throws -> ModeEnd {
        let word = text.lowercased()
        if let end = ModeEnd(until: word) ?? ClockTime(spoken: word).map(ModeEnd.clock) {
            return end
        }
        if let span = try? SpanText.span(text), ModeEnd(lasting: span) != nil {
            throw ValidationError("not a time of day but a duration; write --for \(text)")
        }
        throw ValidationError("use \(instants(near: word))")
    }

    private static func spanOrInstant(_ text: String) throws -> ModeEnd {
        if let end = try? instant(text) { return end }
        if let span = try SpanText.argument(text) { return try end(after: span) }
        throw ValidationError(
            "use a duration like 45m or 1h30m, \(instants(near: text.lowercased()))")
    }

    /// Returns the valid instants, and the one that a word probably means.
    private static func instants(near word: String) -> String {
        let near = Suggestion.nearest(to: word, among: CompletionKind.commonEnds)
        return "next, after-next, sunrise, sunset, or a time of day like 07:30"
            + (near.map { "; did you mean \($0)?" } ?? "")
    }
}

extension SpanText {
    /// Parses the duration of an override or a pause, as `span` does.
    fileprivate static func argument(_ text: String) throws -> Microseconds? {
        do throws(ParseError) { return try span(text) } catch { throw error.invalid }
    }
}

extension SpanText.ParseError {
    /// The error of an argument.
    fileprivate var invalid: ValidationError {
        switch self {
        case .missingUnit: ValidationError("\(self)")
        case .outOfRange: ValidationError("must be more than zero and at most ten years")
        }
    }
}
