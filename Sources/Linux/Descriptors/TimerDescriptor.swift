import CLinux
import Glibc

/// A timer on the boot clock that any thread may set, and one loop watches.
package final class TimerDescriptor: Sendable {
    private let descriptor: Descriptor

    /// Makes a timer, not yet armed.
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

    /// Expires no more until armed again.
    package func disarm() { set(0) }

    /// Whether it has expired since it was last asked or set.
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

/// A flag that one thread raises and another can wait for, eventfd(2).
package struct EventDescriptor: ~Copyable, Sendable {
    private let descriptor: Descriptor

    package init() throws(IOError) {
        descriptor = try Descriptor(
            owning: SystemCall.run("eventfd") {
                eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
            })
    }

    package var rawValue: Int32 { descriptor.rawValue }

    /// Raises the flag; it cannot fail, as the counter holds 2^64 - 2 of them.
    package borrowing func raise() {
        var one: UInt64 = 1
        _ = SystemCall.attempt { write(rawValue, &one, MemoryLayout.size(ofValue: one)) }
    }

    /// Waits until the flag is up or another descriptor is readable, or has failed.
    package borrowing func wait(orReadable other: Int32) throws(IOError) {
        var descriptors = [
            pollfd(fd: rawValue, events: Int16(POLLIN), revents: 0),
            pollfd(fd: other, events: Int16(POLLIN), revents: 0),
        ]
        try SystemCall.run("poll") { poll(&descriptors, 2, -1) }
    }

    /// Lowers the flag; returns whether it was up.
    @discardableResult
    package borrowing func lower() -> Bool {
        var count: UInt64 = 0
        let outcome = SystemCall.attempt {
            read(rawValue, &count, MemoryLayout.size(ofValue: count))
        }
        if case .success = outcome { return true }
        return false
    }
}
