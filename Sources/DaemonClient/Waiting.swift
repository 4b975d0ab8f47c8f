internal import AppearanceModel
internal import Glibc
package import Linux

/// Waits until there is something to read from a descriptor (negative: from none, only time); returns
/// false if the time is up before.
///
/// Throws `hungUp` as soon as the other end of `watched` is closed, whatever else there is.
@discardableResult package func wait(
    for number: Int32, within milliseconds: Int32 = -1, unlessHungUp watched: Int32?
) throws(DaemonError) -> Bool {
    var polled = [
        pollfd(fd: number, events: Int16(POLLIN), revents: 0),
        // No events asked: poll always reports a hang-up, and a terminal's input is not ours.
        pollfd(fd: watched ?? -1, events: 0, revents: 0),
    ]
    let deadline = BootTime.now + Microseconds.milliseconds(Int64(milliseconds))
    var left = milliseconds
    while poll(&polled, nfds_t(polled.count), left) < 0 {
        guard errno == EINTR else { throw .system("poll", errno: errno) }
        if milliseconds >= 0 { left = deadline.pollMilliseconds }
    }
    guard polled[1].revents == 0 else { throw .hungUp }
    return polled[0].revents != 0
}

extension EpollSet {
    /// Creates a set of the descriptors that there are.
    package static func watching(_ descriptors: [Int32?]) throws(IOError) -> EpollSet {
        let set = try EpollSet()
        for descriptor in descriptors { if let descriptor { try set.add(descriptor) } }
        return set
    }
}
