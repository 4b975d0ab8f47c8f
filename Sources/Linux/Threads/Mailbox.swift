import CLinux
import Glibc

/// Messages from any thread to the thread of one loop, in the order in which they were posted.
package final class Mailbox<Message: Sendable>: Sendable {
    private let messages = Locked<[Message]>([])
    private let flag: EventDescriptor

    /// Creates an empty mailbox.
    package init() throws(IOError) { flag = try EventDescriptor() }

    /// Adds a message; never waits for its reader.
    package func post(_ message: Message) {
        let wasEmpty = messages.withLock { messages in
            messages.append(message)
            return messages.count == 1
        }
        if wasEmpty { flag.raise() }
    }

    /// The descriptor to watch while the mailbox exists; readable while a message waits.
    package var descriptor: Int32 { flag.rawValue }

    /// Removes and returns every message that waits.
    package func takeAll() -> [Message] {
        // First the flag, then the messages: one posted in between raises no flag, but is returned.
        flag.lower()
        return messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }
}

/// A place for one thread without a loop to sleep until an instant, or until another thread wakes it.
package final class Parker: Sendable {
    /// The reason for which a sleep has ended.
    package enum Outcome: Hashable, Sendable {
        /// Another thread called `wake`, before or during the sleep.
        case told
        /// The instant was reached.
        case due
    }

    private let flag: EventDescriptor
    private let timer: TimerDescriptor

    /// Creates a place to wait.
    package init() throws(IOError) {
        flag = try EventDescriptor()
        timer = try TimerDescriptor()
    }

    /// Ends the present sleep, or the next; several calls end one sleep.
    package func wake() { flag.raise() }

    /// Sleeps until this instant of the boot clock in microseconds, or without end.
    package func wait(untilBoottime microseconds: Int64?) throws(IOError) -> Outcome {
        if let microseconds { timer.arm(at: microseconds) } else { timer.disarm() }
        try flag.wait(orReadable: timer.rawValue)
        return flag.lower() ? .told : .due
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

/// A value that threads share, one at a time.
///
/// The standard library's `Mutex` would do, but the thread sanitizer cannot see into it and
/// reports races where there are none.
package final class Locked<Value: Sendable>: @unchecked Sendable {
    private var value: Value
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    /// Creates the lock of a value.
    package init(_ value: Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs a short body that no other thread can interrupt.
    package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }
}
