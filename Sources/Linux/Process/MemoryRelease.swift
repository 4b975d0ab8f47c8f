package import Glibc

/// The release of the memory that a program needed for what it did, in the wait that follows.
package struct MemoryRelease {
    /// The time after the last work.
    private static let restTime = Duration.milliseconds(500)

    /// The time of the release, in microseconds of the monotonic clock; `nil` if none is due.
    private var due: Int64?

    package init() {}

    /// Releases the memory of what is done now, unless more is done before.
    package mutating func releaseLater() {
        due = SystemClock.monotonic() + Self.restTime.microseconds
    }

    /// Waits for descriptors, and releases the memory on the way if it is time.
    ///
    /// The release is the last that is done before the wait, as code that runs after it is mapped again. What
    /// the descriptors have to say is work, after which the memory is released later.
    ///
    /// - Parameters:
    ///   - watched: The descriptors and their events, as for poll(2), which fills in the results.
    ///   - microseconds: The longest wait; 0 or less does not wait, and `nil` waits for ever. It can end before
    ///     that.
    package mutating func wait(for watched: inout [pollfd], atMost microseconds: Int64?) {
        let now = SystemClock.monotonic()
        let isDue = due.map { $0 <= now } ?? false
        if isDue { due = nil }
        let span = [microseconds, due.map { $0 - now }].compactMap(\.self).min()
        let milliseconds = span.map { Duration.microseconds($0).pollMilliseconds } ?? -1
        // The array is prepared before the release; done after it, that maps 60 KiB again.
        let hasInput = watched.withUnsafeMutableBufferPointer { descriptors in
            if isDue {
                CurrentProcess.releaseFreeMemory()
                CurrentProcess.releaseStartPages()
            }
            return poll(descriptors.baseAddress, nfds_t(descriptors.count), milliseconds) > 0
        }
        if hasInput { releaseLater() }
    }
}
