import CLinux
import Glibc

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
