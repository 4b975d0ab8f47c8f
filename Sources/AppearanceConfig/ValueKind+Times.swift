import AppearanceModel
import TOML

extension ValueKind<TimeExpression> {
    /// A time of day by the clock or by the sun.
    static let time = ValueKind(
        range: timeRange,
        read: { value throws(ValueError) in
            let text = try value.string(wanted: "a time", like: "sunset-30m")
            return try expression(text, in: value)
        },
        write: { $0.text.tomlQuoted })
}

extension ValueKind<TimeExpression?> {
    /// A time of day, or the empty text for never.
    static let timeOrNever = ValueKind(
        range: timeRange + "; \"\" for never",
        read: { value throws(ValueError) in
            let text = try value.string(wanted: "a time", like: "22:30")
            return text.isEmpty ? nil : try expression(text, in: value)
        },
        write: { ($0?.text ?? "").tomlQuoted })
}

private let timeRange =
    "HH:MM, or " + SolarEvent.allCases.map(\.rawValue).joined(separator: ", ")
    + ", with an offset of up to 12h if wanted, such as sunset-30m"

private func expression(_ text: String, in value: TOMLValue) throws(ValueError) -> TimeExpression {
    guard let expression = TimeExpression(text) else {
        throw ValueError(
            value,
            "\(text.tomlQuoted.tomlExcerpt) is not a time; write \"HH:MM\", or an event of the sun "
                + "with an offset of up to 12h, such as \"sunset-30m\"")
    }
    return expression
}
