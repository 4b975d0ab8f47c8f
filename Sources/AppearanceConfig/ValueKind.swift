import AppearanceModel
import TOML

/// A kind of value: how it is read and written, and its range in words.
struct ValueKind<Value>: Sendable {
    let range: String
    /// The range in the words of the shipped file, if its table explains the rest.
    var shortRange: String?
    let read: @Sendable (TOMLValue) throws(TOMLError) -> Value
    /// Returns the value as TOML text; `nil` if it is written by leaving the key out.
    let write: @Sendable (Value) -> String?
    /// Returns the value of a text as people write it on the command line, where a file needs another
    /// form; `nil` for any other text.
    var spoken: @Sendable (String) throws(SpanText.ParseError) -> Value? = { _ in nil }
    /// Returns values that a shell offers, as people write them.
    var suggestions: @Sendable () -> [String] = { [] }
}

extension TOMLValue {
    /// Returns the number, whole or not, if it lies in a range.
    func number(
        within numbers: ClosedRange<Double>, of range: String, like example: String
    ) throws(TOMLError) -> Double {
        let number: Double
        switch content {
        case .integer(let integer): number = Double(integer)
        case .float(let float): number = float
        case .string, .boolean, .array, .table:
            throw TOMLError(at: self.place, "expected a number such as \(example), found \(found)")
        }
        guard numbers.contains(number) else {
            throw TOMLError(at: self.place, "\(number) is out of range; use \(range)")
        }
        return number
    }

    /// Returns the text of a string.
    func string(wanted thing: String, like example: String) throws(TOMLError) -> String {
        guard case .string(let text) = content else {
            throw TOMLError(
                at: self.place, "expected \(thing) in quotes such as \"\(example)\", found \(found)"
            )
        }
        return text
    }

    /// The value as a diagnostic names it.
    var found: String {
        switch content {
        case .string(let text): "the string \(text.tomlQuoted.tomlExcerpt)"
        case .integer(let integer): "the number \(integer)"
        case .float(let float): "the number \(float)"
        case .boolean(let truth): "the truth value \(truth)"
        case .array: "a list"
        case .table: "a table"
        }
    }
}

extension ValueKind {
    /// Returns the kind of a value in quotes; `problem` follows a text that `parse` does not accept, unless
    /// `detail` has a more exact one for it.
    static func quoted(
        range: String, shortRange: String? = nil, wanted thing: String, like example: String,
        problem: String, detail: @escaping @Sendable (String) -> String? = { _ in nil },
        parse: @escaping @Sendable (String) -> Value?,
        write: @escaping @Sendable (Value) -> String,
        spoken: @escaping @Sendable (String) -> Value? = { _ in nil },
        suggestions: @escaping @Sendable () -> [String] = { [] }
    ) -> ValueKind {
        ValueKind(
            range: range, shortRange: shortRange,
            read: { value throws(TOMLError) in
                let text = try value.string(wanted: thing, like: example)
                guard let parsed = parse(text) else {
                    throw TOMLError(
                        at: value.place, "\(text.tomlQuoted.tomlExcerpt) \(detail(text) ?? problem)"
                    )
                }
                return parsed
            },
            write: { write($0).tomlQuoted },
            spoken: { spoken($0) }, suggestions: suggestions)
    }
}

extension ValueKind<Double> {
    /// An illuminance; the upper limit is brighter than daylight.
    static let lux = number(0...200_000, "0 to 200000 lux", like: "40.0")

    /// A part of the range of a sensor that does not measure lux.
    static let percent = number(0...100, "0 to 100 percent", like: "8.0")

    /// A factor of a measurement.
    static let factor = number(0.001...1000, "0.001 to 1000", like: "1.0")

    /// Returns the kind of a fraction from a least value up to 1.
    static func share(from least: Double) -> ValueKind {
        number(least...1, least == 0 ? "0 to 1" : "\(least) to 1", like: "0.5")
    }

    fileprivate static func number(
        _ numbers: ClosedRange<Double>, _ range: String, like example: String
    ) -> ValueKind {
        ValueKind(
            range: range,
            read: { value throws(TOMLError) in
                try value.number(within: numbers, of: range, like: example)
            },
            write: { "\($0)" })
    }
}

extension ValueKind<Int> {
    /// Returns the kind of a whole number within a range.
    static func count(in numbers: ClosedRange<Int>) -> ValueKind {
        let range = "\(numbers.lowerBound) to \(numbers.upperBound)"
        return ValueKind(
            range: range,
            read: { value throws(TOMLError) in
                guard case .integer(let number) = value.content else {
                    throw TOMLError(
                        at: value.place,
                        "expected a whole number such as \(numbers.lowerBound), found "
                            + value.found)
                }
                guard let count = Int(exactly: number), numbers.contains(count) else {
                    throw TOMLError(
                        at: value.place, "\(number) is out of range; use \(range)")
                }
                return count
            },
            write: { "\($0)" })
    }
}

extension ValueKind<Int> {
    /// A colour temperature, or 0 for none.
    static let kelvin = ValueKind(
        range: "0, or 1000 to 6500 kelvin",
        read: { value throws(TOMLError) in
            guard case .integer(let number) = value.content else {
                throw TOMLError(
                    at: value.place, "expected a whole number such as 3400, found \(value.found)")
            }
            guard let kelvin = Int(exactly: number), kelvin == 0 || temperatures ~= kelvin else {
                throw TOMLError(
                    at: value.place,
                    "\(number) is out of range; use 1000 to 6500, in kelvin, or 0 for none")
            }
            return kelvin
        },
        write: { "\($0)" },
        spoken: { text in
            let text = text.lowercased()
            if ["off", "none"].contains(text) { return 0 }
            guard text.hasSuffix("k") else { return nil }
            let digits = text.dropLast().filter { $0 != " " && $0 != "," }
            return Int(digits).flatMap { temperatures ~= $0 ? $0 : nil }
        }, suggestions: { ["2700", "3400", "4000", "off"] })

    /// The colour temperatures that a night light may have, in kelvin.
    private static var temperatures: ClosedRange<Int> { 1000...6500 }
}

extension ValueKind<Double?> {
    /// Returns the kind of an angle on both sides of zero.
    static func degrees(within limit: Int) -> ValueKind {
        .unlessAbsent(
            .number(
                Double(-limit)...Double(limit), "\(-limit) to \(limit) degrees", like: "52.52"))
    }
}

extension ValueKind<Microseconds> {
    /// Durations of which a shell offers those in the range.
    private static let commonSpans: [Microseconds] = [
        .zero, .milliseconds(500), .seconds(1), .seconds(2), .seconds(5), .seconds(10),
        .seconds(30),
        .minutes(1), .minutes(2), .minutes(5), .minutes(15), .minutes(30), .hours(1), .hours(2),
        .hours(12),
    ]

    /// Returns the kind of a duration within a range.
    static func span(_ spans: ClosedRange<Microseconds>) -> ValueKind {
        let range = "\(spans.lowerBound.text) to \(spans.upperBound.text)"
        return ValueKind(
            range: range,
            read: { value throws(TOMLError) in
                let text = try value.string(wanted: "a duration", like: spans.upperBound.text)
                guard let span = Microseconds(text: text) else {
                    throw TOMLError(
                        at: value.place,
                        "\(text.tomlQuoted.tomlExcerpt) is not a duration; write numbers with d, "
                            + "h, m, s or ms, largest first, such as \"1m30s\"")
                }
                guard spans.contains(span) else {
                    throw TOMLError(
                        at: value.place,
                        "\(text.tomlQuoted.tomlExcerpt) is out of range; use \(range)")
                }
                return span
            },
            write: { $0.text.tomlQuoted },
            spoken: { text throws(SpanText.ParseError) in try SpanText.span(text) },
            suggestions: { commonSpans.filter(spans.contains).map(\.text) })
    }
}

extension ValueKind<TimeExpression> {
    /// A time of day by the clock or by the sun.
    static let time = quoted(
        range: timeRange, shortRange: "a time", wanted: "a time", like: "sunset-30m",
        problem: timeProblem, detail: limitsProblem, parse: { TimeExpression($0) }, write: \.text,
        spoken: { TimeExpression(spoken: $0) }, suggestions: { suggestedTimes })

    /// Times that a shell offers.
    fileprivate static let suggestedTimes =
        SolarEvent.allCases.map(\.rawValue) + ["sunrise+30m", "sunset-30m"]

    /// The accepted times, in words.
    static let timeRange =
        "HH:MM, or " + SolarEvent.allCases.map(\.rawValue).joined(separator: ", ")
        + ", with an optional offset of up to 12h, such as sunset-30m, and optional limits: "
        + limitForms

    fileprivate static let timeProblem =
        "is not a time; write \"HH:MM\", or an event of the sun with an offset of up to 12h, such as "
        + "\"sunset-30m\""

    /// The forms of limits, in words.
    private static let limitForms =
        "\"sunset, 18:00 to 21:00\", \"sunset, not before 18:00\" or \"sunset, not after 21:00\""

    /// Returns the reason for which the limits of a time are refused; `nil` if the time itself is.
    fileprivate static let limitsProblem: @Sendable (String) -> String? = { text in
        do throws(TimeExpression.ParseError) {
            _ = try TimeExpression(parsing: text)
            return nil
        } catch {
            return switch error {
            case .unknown: nil
            case .limitsOfClock(let time):
                "is a time by the clock with limits; write \"\(time)\", or a time by the sun such as "
                    + "\"sunset, 18:00 to 21:00\""
            case .limits(.unknown): "has limits in another form; write \(limitForms)"
            case .limits(.equal(let time)):
                "has two equal limits, so that the sun does not matter; write \"\(time)\""
            case .limits(.tooLong(let earliest, let latest)):
                "has limits that are more than \(ClockLimits.longest.text) apart; write the earlier one "
                    + "first, as in \"\(latest) to \(earliest)\", or only one, as in \"not before "
                    + "\(earliest)\""
            }
        }
    }
}

extension ValueKind<TimeExpression?> {
    /// A time of day, or the empty text for never.
    static let timeOrNever = quoted(
        range: ValueKind<TimeExpression>.timeRange + "; \"\" for never",
        shortRange: "a time, or \"\" for never", wanted: "a time", like: "22:30",
        problem: ValueKind<TimeExpression>.timeProblem + "; \"\" is never",
        detail: ValueKind<TimeExpression>.limitsProblem,
        parse: { text in text.isEmpty ? .some(nil) : TimeExpression(text).map { .some($0) } },
        write: { $0?.text ?? "" },
        spoken: { text in
            text.lowercased() == "never"
                ? .some(nil) : TimeExpression(spoken: text).map { .some($0) }
        }, suggestions: { ValueKind<TimeExpression>.suggestedTimes + ["never"] })
}
