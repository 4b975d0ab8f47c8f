import AppearanceKit
import AppearanceTestSupport
import DaemonClient
import Glibc

extension AppearanceSource {
    /// Waits, as a main loop does, for a status of which the condition holds.
    @discardableResult
    func waitForStatus(
        _ what: String, where matches: (AppearanceStatus) -> Bool
    ) throws -> AppearanceStatus {
        try awaiting(what) { matches(status) ? status : nil }
    }

    /// Processes changes until `find` returns a value.
    func awaiting<Found>(_ what: String, _ find: () throws -> Found?) throws -> Found {
        let deadline = ContinuousClock.now + ChildProcess.timeout
        while true {
            if let found = try find() { return found }
            guard try isReadable(fileDescriptor, until: deadline) else {
                throw HarnessFailure("waited \(ChildProcess.timeout) for \(what); it is \(status)")
            }
            process()
        }
    }
}

/// Waits until a descriptor can be read; false when the time is up.
func isReadable(_ descriptor: Int32, until deadline: ContinuousClock.Instant) throws -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while deadline > .now {
        let left = (deadline - .now).components
        let milliseconds = Int32(left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000 + 1)
        let count = poll(&polled, 1, milliseconds)
        if count > 0 { return true }
        if count < 0, errno != EINTR { throw HarnessFailure("poll: errno \(errno)") }
    }
    return false
}
