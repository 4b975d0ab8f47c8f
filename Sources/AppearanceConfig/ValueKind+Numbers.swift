import AppearanceModel
import TOML

extension ValueKind<Double> {
    /// An illuminance; the upper end is brighter than any daylight.
    static let lux = ValueKind(
        range: "0 to 200000 lux",
        read: { value throws(ValueError) in
            try value.number(within: 0...200_000, of: "0 to 200000 lux", like: "40.0")
        },
        write: { "\($0)" })

    /// A part of the range of a sensor that does not count lux.
    static let percent = ValueKind(
        range: "0 to 100 percent",
        read: { value throws(ValueError) in
            try value.number(within: 0...100, of: "0 to 100 percent", like: "8.0")
        },
        write: { "\($0)" })
}

extension ValueKind<Double> {
    /// A part of a whole, from so much up to all of it.
    static func share(from least: Double) -> ValueKind {
        let range = least == 0 ? "0 to 1" : "\(least) to 1"
        return ValueKind(
            range: range,
            read: { value throws(ValueError) in
                try value.number(within: least...1, of: range, like: "0.5")
            },
            write: { "\($0)" })
    }
}

extension ValueKind<Double?> {
    /// An angle to both sides of zero.
    static func degrees(within limit: Int) -> ValueKind {
        let range = "\(-limit) to \(limit) degrees"
        return ValueKind(
            range: range,
            read: { value throws(ValueError) in
                try value.number(
                    within: Double(-limit)...Double(limit), of: range, like: "52.52")
            },
            write: { $0.map { "\($0)" } })
    }
}

extension ValueKind<Microseconds> {
    /// A span of time between two others.
    static func span(_ spans: ClosedRange<Microseconds>) -> ValueKind {
        let range = "\(spans.lowerBound.text) to \(spans.upperBound.text)"
        return ValueKind(
            range: range,
            read: { value throws(ValueError) in
                let text = try value.string(wanted: "a duration", like: spans.upperBound.text)
                guard let span = Microseconds(text: text) else {
                    throw ValueError(
                        value,
                        "\(text.tomlQuoted.tomlExcerpt) is not a duration; write numbers with d, "
                            + "h, m, s or ms, largest first, such as \"1m30s\"")
                }
                guard spans.contains(span) else {
                    throw ValueError(
                        value, "\(text.tomlQuoted.tomlExcerpt) is out of range; it takes \(range)")
                }
                return span
            },
            write: { $0.text.tomlQuoted })
    }
}
