package import AppearanceModel

/// Keeps one that goes wrong again and again from saying so more than once a minute.
package struct LogRateLimit: Sendable {
    private static let interval = Microseconds.seconds(60)

    private var last: BootTime?

    /// Nothing has been said yet.
    package init() {}

    /// Whether it is time to say it.
    package mutating func isDue(at now: BootTime) -> Bool {
        if let last, now - last < Self.interval { return false }
        last = now
        return true
    }
}
