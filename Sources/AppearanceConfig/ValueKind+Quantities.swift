import AppearanceModel
import TOML

extension ValueKind<Double> {
    /// An illuminance; the upper limit is brighter than daylight.
    static let lux = ValueKind(
        range: "0 to 200000 lux",
        read: { value throws(TOMLError) in
            try value.number(within: 0...200_000, of: "0 to 200000 lux", like: "40.0")
        },
        write: { "\($0)" })

    /// A part of the range of a sensor that does not measure lux.
    static let percent = ValueKind(
        range: "0 to 100 percent",
        read: { value throws(TOMLError) in
            try value.number(within: 0...100, of: "0 to 100 percent", like: "8.0")
        },
        write: { "\($0)" })
}

extension ValueKind<Double> {
    /// Returns the kind of a fraction from a least value up to 1.
    static func share(from least: Double) -> ValueKind {
        let range = least == 0 ? "0 to 1" : "\(least) to 1"
        return ValueKind(
            range: range,
            read: { value throws(TOMLError) in
                try value.number(within: least...1, of: range, like: "0.5")
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

extension ValueKind<Double?> {
    /// Returns the kind of an angle on both sides of zero.
    static func degrees(within limit: Int) -> ValueKind {
        let range = "\(-limit) to \(limit) degrees"
        return ValueKind(
            range: range,
            read: { value throws(TOMLError) in
                try value.number(
                    within: Double(-limit)...Double(limit), of: range, like: "52.52")
            },
            write: { $0.map { "\($0)" } })
    }
}

extension ValueKind<Microseconds> {
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
            write: { $0.text.tomlQuoted })
    }
}

extension ValueKind<TimeExpression> {
    /// A time of day by the clock or by the sun.
    static let time = ValueKind(
        range: timeRange, shortRange: "a time",
        read: { value throws(TOMLError) in
            let text = try value.string(wanted: "a time", like: "sunset-30m")
            return try expression(text, in: value)
        },
        write: { $0.text.tomlQuoted })
}

extension ValueKind<TimeExpression?> {
    /// A time of day, or the empty text for never.
    static let timeOrNever = ValueKind(
        range: ValueKind<TimeExpression>.timeRange + "; \"\" for never",
        shortRange: "a time, or \"\" for never",
        read: { value throws(TOMLError) in
            let text = try value.string(wanted: "a time", like: "22:30")
            return text.isEmpty ? nil : try expression(text, in: value)
        },
        write: { ($0?.text ?? "").tomlQuoted })
}

extension ValueKind<TimeExpression> {
    /// The accepted times, in words.
    static let timeRange =
        "HH:MM, or " + SolarEvent.allCases.map(\.rawValue).joined(separator: ", ")
        + ", with an optional offset of up to 12h, such as sunset-30m"
}

private func expression(_ text: String, in value: TOMLValue) throws(TOMLError) -> TimeExpression {
    guard let expression = TimeExpression(text) else {
        throw TOMLError(
            at: value.place,
            "\(text.tomlQuoted.tomlExcerpt) is not a time; write \"HH:MM\", or an event of the sun "
                + "with an offset of up to 12h, such as \"sunset-30m\"")
    }
    return expression
}

extension TimeExpression {
    /// The expression as it is read: `21:30`, `sunset-30m`.
    var text: String {
        switch self {
        case .clock(let time): time.description
        case .solar(let event, offset: .zero): event.rawValue
        case .solar(let event, let offset) where offset < .zero:
            "\(event.rawValue)-\((-offset).text)"
        case .solar(let event, let offset): "\(event.rawValue)+\(offset.text)"
        }
    }
}
