import CLinux
import Glibc

/// Sole owner of a file descriptor, which is closed with it.
package struct Descriptor: ~Copyable, Sendable {
    /// The number, valid while the owner exists.
    package let rawValue: Int32

    /// Adopts an open descriptor.
    package init(owning rawValue: Int32) {
        precondition(rawValue >= 0, "a descriptor is 0 or more")
        self.rawValue = rawValue
    }

    /// Opens a path; the descriptor is never inherited by a child.
    package init(
        opening path: String, flags: Int32, mode: UInt32 = 0
    ) throws(IOError) {
        let rawValue = try SystemCall.run("open", path) { open(path, flags | O_CLOEXEC, mode) }
        self.init(owning: rawValue)
    }

    // Linux frees the number even where close(2) fails, so there is nothing to retry.
    deinit { close(rawValue) }
}

extension Descriptor {
    /// Writes all bytes, however many calls it takes.
    package borrowing func writeAll(_ bytes: [UInt8], subject: String) throws(IOError) {
        var written = 0
        while written < bytes.count {
            written += try SystemCall.run("write", subject) {
                bytes.withUnsafeBytes { buffer in
                    let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
                    return write(rawValue, rest.baseAddress, rest.count)
                }
            }
        }
    }

    /// Returns the result of `fstat`.
    borrowing func status(subject: String) throws(IOError) -> stat {
        var status = stat()
        try SystemCall.run("fstat", subject) { fstat(rawValue, &status) }
        return status
    }
}

extension Descriptor {
    /// Returns the content of an attribute of sysfs, which the kernel computes for each read; or the
    /// reason why there is none: ENODEV once the device is gone.
    ///
    /// It may block for as long as a driver takes to measure.
    package static func readAttribute(_ path: String) -> Attempt<[UInt8]> {
        SystemCall.attempt { open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC) }.flatMap { rawValue in
            let descriptor = Descriptor(owning: rawValue)
            // One page is the most that sysfs returns.
            return withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) { page in
                SystemCall.attempt { Glibc.read(descriptor.rawValue, page.baseAddress, page.count) }
                    .map { Array(page[..<$0]) }
            }
        }
    }
}

extension stat {
    /// The status of the file at a path, links followed; `nil` if there is none.
    init?(of path: String) {
        self.init()
        guard fstatat(AT_FDCWD, path, &self, 0) == 0 else { return nil }
    }

    var isDirectory: Bool { st_mode & S_IFMT == S_IFDIR }
    var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }
    var isSocket: Bool { st_mode & S_IFMT == S_IFSOCK }
    /// The permission bits.
    var permissions: UInt32 { st_mode & 0o7777 }
}

/// Both ends of a pipe; the reading end never waits.
package struct Pipe: ~Copyable {
    package let read: Descriptor
    package let write: Descriptor

    package init() throws(IOError) {
        var ends: [Int32] = [-1, -1]
        try SystemCall.run("pipe2") { pipe2(&ends, O_CLOEXEC) }
        // With a pipe of our own this cannot fail.
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        read = Descriptor(owning: ends[0])
        write = Descriptor(owning: ends[1])
    }

    /// Closes the writing end and returns the reading end.
    package consuming func reader() -> Descriptor { read }
}

/// A timer on the boot clock that any thread may set, and one loop watches.
package final class TimerDescriptor: Sendable {
    private let descriptor: Descriptor

    /// Creates a timer that is not armed.
    package init() throws(IOError) {
        descriptor = try Descriptor(
            owning: SystemCall.run("timerfd_create") {
                timerfd_create(CLOCK_BOOTTIME, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
            })
    }

    /// The number to watch for reading while this object lives.
    package var rawValue: Int32 { descriptor.rawValue }

    /// Expires once at this instant in microseconds, and not at the one set before.
    package func arm(at microseconds: Int64) {
        // All zero would disarm it.
        set(max(microseconds, 1))
    }

    /// Does not expire until armed again.
    package func disarm() { set(0) }

    /// Whether it has expired since the last call, or since it was set.
    package func takeExpiration() -> Bool {
        var expirations: UInt64 = 0
        return read(descriptor.rawValue, &expirations, MemoryLayout.size(ofValue: expirations)) > 0
    }

    // With a valid descriptor and setting, this cannot fail.
    private func set(_ microseconds: Int64) {
        var setting = itimerspec()
        setting.it_value.tv_sec = Int(microseconds / 1_000_000)
        setting.it_value.tv_nsec = Int(microseconds % 1_000_000) * 1_000
        timerfd_settime(descriptor.rawValue, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    }
}

/// The readiness of a descriptor: to wait for, or reported.
package struct Interest: OptionSet, Sendable {
    /// The events as epoll_ctl(2) numbers them.
    package let rawValue: UInt32
    /// Events as epoll_ctl(2) numbers them.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// There is something to read, or the end.
    package static let readable = Interest(EPOLLIN)
    /// There is room to write.
    package static let writable = Interest(EPOLLOUT)
    /// The peer is gone; reported whether asked for or not.
    package static let hangup = Interest(EPOLLHUP)
    /// The descriptor is in error; reported whether asked for or not.
    package static let error = Interest(EPOLLERR)

    /// The descriptor is reported once, until it is set again.
    package static let once = Interest(EPOLLONESHOT)

    /// The descriptor is reported when it becomes ready, not as long as it is.
    package static let edge = Interest(EPOLLET)

    private init(_ events: EPOLL_EVENTS) { self.init(rawValue: events.rawValue) }
}
