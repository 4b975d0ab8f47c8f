package import AppearanceModel

/// Limits a repeated message to one a minute.
package struct LogRateLimit: Sendable {
    private static let interval = Microseconds.seconds(60)

    private var last: BootTime?

    /// A limit before the first message.
    package init() {}

    /// Returns whether the message may be logged now.
    package mutating func isDue(at now: BootTime) -> Bool {
        if let last, now - last < Self.interval { return false }
        last = now
        return true
    }
}
