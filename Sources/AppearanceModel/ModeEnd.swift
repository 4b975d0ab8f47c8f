/// When a temporary mode or a pause ends, as the user says it.
public enum ModeEnd: Hashable, Sendable {
    /// After a span.
    case after(Microseconds)
    /// At the next schedule boundary.
    case nextBoundary
    /// At the next sunrise.
    case sunrise
    /// At the next sunset.
    case sunset
    /// At the next such local time.
    case clock(ClockTime)
}

/// A local time of day.
public struct ClockTime: Hashable, Sendable {
    /// Minutes after local midnight, 0 to 1439.
    public let minuteOfDay: Int

    /// Nil unless the hour is 0 to 23 and the minute 0 to 59.
    public init?(hour: Int, minute: Int) {
        guard (0..<24).contains(hour), (0..<60).contains(minute) else { return nil }
        self.minuteOfDay = hour * 60 + minute
    }

    /// So many minutes after midnight, or before it, on whichever day that falls.
    package init(wrapping minute: Int) {
        self.minuteOfDay = (minute % 1440 + 1440) % 1440
    }

    /// Reads `HH:MM`, both parts of two digits.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":") else { return nil }
        func digits(_ high: UInt8, _ low: UInt8) -> Int? {
            guard (48...57).contains(high), (48...57).contains(low) else { return nil }
            return Int(high - 48) * 10 + Int(low - 48)
        }
        guard let hour = digits(bytes[0], bytes[1]), let minute = digits(bytes[3], bytes[4]),
            let time = ClockTime(hour: hour, minute: minute)
        else { return nil }
        self = time
    }
}

extension ClockTime: CustomStringConvertible {
    /// `HH:MM`.
    public var description: String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(minuteOfDay / 60)):\(two(minuteOfDay % 60))"
    }
}
