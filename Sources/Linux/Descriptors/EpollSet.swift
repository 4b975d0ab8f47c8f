import CLinux
import Glibc

/// A set of descriptors with a descriptor of its own, which is readable while one of them is ready.
///
/// A main loop watches that one; those in the set may change.
package struct EpollSet: ~Copyable, Sendable {
    private let epoll: Descriptor

    /// Creates an empty set, which is never ready.
    package init() throws(IOError) {
        epoll = try Descriptor(
            owning: SystemCall.run("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
    }

    /// The descriptor to watch for input.
    package var rawValue: Int32 { epoll.rawValue }

    /// Adds a descriptor, to be read; the kernel removes it when it is closed.
    ///
    /// With `once`, the set is ready for it once, and again only after `rearm`.
    package func add(_ descriptor: Int32, once: Bool = false) throws(IOError) {
        try SystemCall.run("epoll_ctl") {
            Self.control(
                EPOLL_CTL_ADD, descriptor, once ? [.readable, .once] : .readable, in: rawValue)
        }
    }

    /// Makes the set ready again for a descriptor that was added with `once`.
    package func rearm(_ descriptor: Int32) {
        _ = Self.control(EPOLL_CTL_MOD, descriptor, [.readable, .once], in: rawValue)
    }

    /// Removes the ready descriptors from the report, without waiting.
    package func acknowledge() {
        var event = epoll_event()
        epoll_wait(rawValue, &event, 1, 0)
    }

    /// Watches a descriptor in the set `epoll` for `interest`; with an empty one, it is not watched.
    package static func set(_ descriptor: Int32, to interest: Interest, in epoll: Int32) {
        let isKnown = control(EPOLL_CTL_MOD, descriptor, interest, in: epoll) == 0
        if !isKnown { _ = control(EPOLL_CTL_ADD, descriptor, interest, in: epoll) }
    }

    /// Removes a descriptor from the set `epoll` before it is closed.
    package static func remove(_ descriptor: Int32, from epoll: Int32) {
        _ = control(EPOLL_CTL_DEL, descriptor, [], in: epoll)
    }

    private static func control(
        _ operation: Int32, _ descriptor: Int32, _ interest: Interest, in epoll: Int32
    ) -> Int32 {
        var event = epoll_event()
        event.events = interest.rawValue
        return epoll_ctl(epoll, operation, descriptor, &event)
    }
}
