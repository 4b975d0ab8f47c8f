internal import AppearanceLimits
package import AppearanceModel

extension ModeEnd {
    /// An end after a span; `nil` unless it is longer than nothing and at most ten years.
    package init?(lasting span: Microseconds) {
        guard span > .zero, span <= .days(Limits.longestSpanDays) else { return nil }
        self = .after(span)
    }

    /// Reads `next`, `sunrise`, `sunset` or `HH:MM`.
    package init?(until word: String) {
        switch word {
        case "next": self = .nextBoundary
        case "sunrise": self = .sunrise
        case "sunset": self = .sunset
        default:
            guard let time = ClockTime(word) else { return nil }
            self = .clock(time)
        }
    }

    /// The word that `init(until:)` reads; nil for an end after a span.
    package var untilWord: String? {
        switch self {
        case .after: nil
        case .nextBoundary: "next"
        case .sunrise: "sunrise"
        case .sunset: "sunset"
        case .clock(let time): time.description
        }
    }
}
