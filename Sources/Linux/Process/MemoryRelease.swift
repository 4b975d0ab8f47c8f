/// The release of the memory that a program needed for what it did, once nothing follows.
package struct MemoryRelease {
    /// The time after the last work.
    private static let restTime = Duration.milliseconds(500)

    /// The time of the release, in microseconds of the monotonic clock; `nil` if none is due.
    package private(set) var due: Int64?

    package init() {}

    /// Releases the memory of what is done now, unless more is done before.
    package mutating func releaseLater() {
        due = SystemClock.monotonic() + Self.restTime.microseconds
    }

    package mutating func releaseIfDue() {
        guard let due, due <= SystemClock.monotonic() else { return }
        self.due = nil
        CurrentProcess.releaseFreeMemory()
        // Code that runs after this is mapped again.
        CurrentProcess.releaseStartPages()
    }
}
