internal import Linux

/// The release of the memory that was needed for what is done.
struct MemoryRelease {
    /// The time after the last work.
    private static let restTime = Duration.milliseconds(500)

    /// The time of the release, by the monotonic clock; `nil` after it.
    private var due: Int64?

    /// Releases the memory of what is done now, once nothing follows.
    mutating func releaseLater() { due = SystemClock.monotonic() + Self.restTime.microseconds }

    /// The time until the release, in microseconds; `nil` if none is due.
    var timeUntilRelease: Int64? { due.map { $0 - SystemClock.monotonic() } }

    mutating func releaseIfDue() {
        guard let due, due <= SystemClock.monotonic() else { return }
        self.due = nil
        CurrentProcess.releaseFreeMemory()
        // Code that runs after this is mapped again.
        CurrentProcess.releaseStartPages()
    }
}
