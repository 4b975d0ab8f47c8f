internal import AppearanceModel
internal import AppearanceProtocol
internal import ArgumentParser

/// The end of an override or a pause: `--for`, `--until`, a word in their place, or none.
struct EndOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "When it ends, as with --for or --until: 45m, 18:00, sunrise.", valueName: "end"),
        completion: .ends, transform: Self.spanOrInstant)
    var word: ModeEnd?

    // Unconditional, so that -5m is refused as a span and not as an unknown option.
    @Option(
        name: .customLong("for"), parsing: .unconditional,
        help: ArgumentHelp("The duration: 45m, 1h30m, 90s, 2d.", valueName: "span"),
        completion: .spans, transform: Self.span)
    var span: ModeEnd?

    @Option(
        help: ArgumentHelp(
            "The end: next (the next change by schedule), sunrise, sunset, or HH:MM.",
            valueName: "when"),
        completion: .ends, transform: Self.instant)
    var until: ModeEnd?

    var end: ModeEnd? { word ?? span ?? until }

    func validate() throws {
        guard [word, span, until].compactMap(\.self).count <= 1
        else { throw ValidationError("Give only one end: by --for, by --until or as a word.") }
    }

    private static func span(_ text: String) throws -> ModeEnd {
        guard !text.hasPrefix("-") else { throw SpanText.outOfRange }
        guard let span = try SpanText.span(text) else {
            let isInstant = (try? instant(text)) != nil
            throw ValidationError(
                isInstant
                    ? "not a duration; write --until \(text)"
                    : "write a duration like 45m, 1h30m, 90s or 2d")
        }
        return try end(after: span)
    }

    private static func end(after span: Microseconds) throws -> ModeEnd {
        guard let end = ModeEnd(lasting: span) else { throw SpanText.outOfRange }
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
        if let span = try SpanText.span(text) { return try end(after: span) }
        throw ValidationError(
            "use a duration like 45m or 1h30m, \(instants(near: text.lowercased()))")
    }

    /// Returns the valid instants, and the one that a word probably means.
    private static func instants(near word: String) -> String {
        let near = Suggestion.nearest(to: word, among: ["next", "sunrise", "sunset"])
        return "next, sunrise, sunset, or a time of day like 07:30"
            + (near.map { "; did you mean \($0)?" } ?? "")
    }
}

extension ClockTime {
    /// Parses `7:30` and `07:30`, and `7pm` or `7:30am`; `nil` for any other text.
    fileprivate init?(spoken text: String) {
        var rest = text.filter { $0 != " " }[...]
        var isHalfDay = false
        var afternoon = 0
        for (ending, hours) in [("am", 0), ("pm", 12)] where rest.hasSuffix(ending) {
            rest = rest.dropLast(2)
            (isHalfDay, afternoon) = (true, hours)
        }
        let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
        guard (isHalfDay ? 1...2 : 2...2).contains(parts.count), (1...2).contains(parts[0].count),
            parts.dropFirst().allSatisfy({ $0.count == 2 }),
            parts.joined().allSatisfy({ ("0"..."9").contains($0) }),
            var hour = Int(parts[0]), let minute = parts.count == 2 ? Int(parts[1]) : 0
        else { return nil }
        if isHalfDay {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + afternoon
        }
        self.init(hour: hour, minute: minute)
    }
}

/// A parser of durations as people write them: `1h30m`, `90min`, `1.5h`, `2 hours`.
struct SpanText {
    private static let units: [(names: Set<Substring>, span: Microseconds)] = [
        (["ms"], .milliseconds(1)),
        (["s", "sec", "secs", "second", "seconds"], .seconds(1)),
        (["m", "min", "mins", "minute", "minutes"], .minutes(1)),
        (["h", "hr", "hrs", "hour", "hours"], .hours(1)),
        (["d", "day", "days"], .days(1)),
    ]

    /// The error of a duration that no override can have.
    static var outOfRange: ValidationError {
        ValidationError("must be more than zero and at most ten years")
    }

    /// Parses numbers with their units, in any order and with or without blanks between them.
    ///
    /// - Returns: `nil` if the text is not a duration.
    /// - Throws: `ValidationError` if a unit is missing, or the duration is too long.
    static func span(_ text: String) throws(ValidationError) -> Microseconds? {
        var rest = text.lowercased().filter { $0 != " " }[...]
        guard !rest.isEmpty else { return nil }
        var total = 0.0
        while !rest.isEmpty {
            let digits = rest.prefix { ("0"..."9").contains($0) || $0 == "." }
            guard digits.first != ".", let number = Double(digits) else { return nil }
            rest = rest.dropFirst(digits.count)
            let name = rest.prefix(while: \.isLetter)
            rest = rest.dropFirst(name.count)
            guard !name.isEmpty else {
                guard rest.isEmpty else { return nil }
                throw ValidationError("unit missing: write \(digits)m, \(digits)h or \(digits)s")
            }
            guard let unit = units.first(where: { $0.names.contains(name) }) else { return nil }
            total += number * Double(unit.span.count)
        }
        guard total < 1e18 else { throw outOfRange }
        return Microseconds(Int64(total.rounded()))
    }
}
