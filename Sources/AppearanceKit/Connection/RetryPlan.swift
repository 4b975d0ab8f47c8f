/// When to try again to reach a daemon that is not there.
///
/// Between the making of its socket and its first accept lies a moment in which it refuses: a few
/// tries, each after twice the time, bridge it. After them nothing wakes up, where we are told
/// when a socket is made.
struct RetryPlan {
    private static let shortest = Duration.milliseconds(10)
    /// For whoever is not told, or was refused.
    static let longest = Duration.seconds(5)

    private var pause = shortest

    /// How long to wait after a try that failed; nil: until we are told.
    mutating func nextPause(isTold: Bool) -> Duration? {
        guard pause <= Self.longest else { return isTold ? nil : Self.longest }
        defer { pause *= 2 }
        return pause
    }
}
