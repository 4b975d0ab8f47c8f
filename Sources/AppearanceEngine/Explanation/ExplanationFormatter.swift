import AppearanceModel

/// Formats numbers, times and names in explanations.
struct ExplanationFormatter: Sendable {
    /// The length at which names are truncated.
    private static let longestName = 24

    let zone: TimeZoneRules
    let now: WallTime

    /// Returns a level with at most two significant digits below 10 lux, in whole lux above.
    static func lux(_ value: Double) -> String {
        let clamped = min(max(value, 0), 1_000_000)
        if clamped >= 9.95 { return "\(Int(clamped.rounded()))" }
        let tenths = Int((clamped * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }

    /// Returns `412 lux` or `40 %`.
    static func light(_ value: Double, _ unit: LightUnit) -> String {
        switch unit {
        case .lux: "\(lux(value)) lux"
        case .percent: "\(lux(value)) %"
        }
    }

    /// Returns `60 s`, and from two minutes on `6 min`.
    static func silence(_ span: Microseconds) -> String {
        span < .minutes(2) ? "\(span.count / 1_000_000) s" : span.words
    }

    static func name(_ text: String) -> String {
        text.count <= longestName ? text : text.prefix(longestName - 1) + "…"
    }

    static func capitalized(_ appearance: Appearance) -> String {
        switch appearance {
        case .light: "Light"
        case .dark: "Dark"
        case .night: "Night"
        }
    }

    /// Returns `06:51`, with the day if the time alone is ambiguous, and with the year if it differs.
    func time(_ instant: WallTime) -> String {
        isNear(instant) ? clock(instant) : "\(clock(instant)) on \(day(instant))"
    }

    private func isNear(_ instant: WallTime) -> Bool {
        (instant < now ? now - instant : instant - now) < .days(1)
    }

    private func clock(_ instant: WallTime) -> String { zone.local(instant).hoursAndMinutes }

    private func day(_ instant: WallTime) -> String {
        let (year, month, day) = zone.local(instant).date.components
        let date = "\(day) \(Self.months[month - 1])"
        return year == zone.local(now).date.components.year ? date : "\(date) \(year)"
    }

    /// Returns `sunset (18:42)` or `22:30`.
    func boundary(_ boundary: Boundary) -> String {
        switch (boundary.cause.expression, boundary.cause.circumstance) {
        case (.solar(let event, let offset), .ordinary):
            let words = TimeExpression.solar(event, offset: offset).words
            return isNear(boundary.at)
                ? "\(words) (\(clock(boundary.at)))" : "\(words) on \(day(boundary.at))"
        case (.clock, _), (.solar, .sunStaysUp), (.solar, .sunStaysDown), (.solar, .placeUnknown):
            return time(boundary.at)
        }
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]
}
