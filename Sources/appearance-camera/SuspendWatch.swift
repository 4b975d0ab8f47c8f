internal import Linux

/// The suspends of the machine, by its clocks.
struct SuspendWatch {
    /// The time for which the machine has been suspended since it started.
    private var total = SystemClock.timeSuspended()

    /// Returns whether it was suspended since the last call, for more than the error of the clocks.
    mutating func hasSeenSuspend() -> Bool {
        let before = total
        total = SystemClock.timeSuspended()
        return total - before > 1_000_000
    }
}
