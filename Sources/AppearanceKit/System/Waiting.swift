internal import Glibc

/// The event that ended a wait.
package enum Arrival: Sendable {
    case ready, timeIsUp
}

/// Waits until there is something to read from a descriptor (negative: from none, only time).
///
/// Throws `hungUp` as soon as the other end of `watched` is closed, whatever else there is.
@discardableResult package func wait(
    for number: Int32, within milliseconds: Int32 = -1, unlessHungUp watched: Int32?
) throws(DaemonError) -> Arrival {
    var polled = [
        pollfd(fd: number, events: Int16(POLLIN), revents: 0),
        // No events asked: poll always tells of a hang-up, and a terminal's input is not ours.
        pollfd(fd: watched ?? -1, events: 0, revents: 0),
    ]
    let deadline = ContinuousClock.now + .milliseconds(Int(milliseconds))
    var left = milliseconds
    while poll(&polled, nfds_t(polled.count), left) < 0 {
        guard errno == EINTR else { throw .system("poll", errno: errno) }
        if milliseconds >= 0 { left = max(0, (deadline - .now).inMilliseconds) }
    }
    guard polled[1].revents == 0 else { throw .hungUp }
    return polled[0].revents == 0 ? .timeIsUp : .ready
}

/// Makes a system call again for as long as a signal interrupts it.
func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        guard result < 0, errno == EINTR else { return result }
    }
}

extension Duration {
    /// Rounded up, so that waiting so long is waiting long enough.
    package var inMilliseconds: Int32 {
        let (seconds, attoseconds) = components
        return Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1)
    }
}
