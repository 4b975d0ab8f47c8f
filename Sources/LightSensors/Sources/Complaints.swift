import AppearanceModel

/// Keeps one that goes wrong again and again from saying so more than once a minute.
struct Complaints {
    private static let interval = Microseconds.seconds(60)

    private var last: BootTime?

    /// Whether it is time to say it.
    mutating func isDue(at now: BootTime) -> Bool {
        if let last, now - last < Self.interval { return false }
        last = now
        return true
    }
}
