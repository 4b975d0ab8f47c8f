internal import Glibc
package import Linux

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
        if milliseconds >= 0 { left = (deadline - .now).pollMilliseconds }
    }
    guard polled[1].revents == 0 else { throw .hungUp }
    return polled[0].revents == 0 ? .timeIsUp : .ready
}

extension EpollSet {
    /// Creates a set of the descriptors that there are.
    package static func watching(_ descriptors: [Int32?]) throws(AppearanceError) -> EpollSet {
        do throws(IOError) {
            let set = try EpollSet()
            for descriptor in descriptors { if let descriptor { try set.add(descriptor) } }
            return set
        } catch {
            throw AppearanceError(following: error)
        }
    }
}

extension TimerDescriptor {
    /// Creates a timer for a follower.
    static func forFollower() throws(AppearanceError) -> TimerDescriptor {
        do throws(IOError) { return try TimerDescriptor() } catch {
            throw AppearanceError(following: error)
        }
    }

    /// Expires once at an instant, at once if it has passed; `nil`: not at all.
    package func set(to instant: ContinuousClock.Instant?) {
        guard let instant else { return disarm() }
        // The clock of ContinuousClock is the boot clock.
        arm(at: SystemClock.now().boot + max(instant - .now, .zero).microseconds)
    }
}
