internal import CLinux
internal import Glibc

/// A set of descriptors with a descriptor of its own, which is readable while one of them is.
///
/// A main loop watches that one, while what stands behind it comes and goes.
package struct EpollSet: ~Copyable {
    private let epoll: Descriptor

    /// An empty set, which is never ready.
    package init() throws(FollowError) {
        epoll = Descriptor(epoll_create1(Int32(EPOLL_CLOEXEC)))
        guard epoll.isOpen else { throw FollowError("epoll_create1", errno: errno) }
    }

    /// The descriptor to watch for input.
    package var number: Int32 { epoll.number }

    /// Takes a descriptor in, which leaves by itself when it is closed.
    package func add(_ number: Int32) throws(FollowError) {
        var event = epoll_event()
        event.events = EPOLLIN.rawValue
        guard epoll_ctl(epoll.number, EPOLL_CTL_ADD, number, &event) == 0
        else { throw FollowError("epoll_ctl", errno: errno) }
    }

    /// Takes a descriptor into the set `epoll`, to be read, written, or both; with neither it rests.
    package static func set(_ number: Int32, reading: Bool, writing: Bool, in epoll: Int32) {
        var event = epoll_event()
        event.events = (reading ? EPOLLIN.rawValue : 0) | (writing ? EPOLLOUT.rawValue : 0)
        let isKnown = epoll_ctl(epoll, EPOLL_CTL_MOD, number, &event) == 0
        if !isKnown { epoll_ctl(epoll, EPOLL_CTL_ADD, number, &event) }
    }

    /// Lets a descriptor go from the set `epoll` before it is closed.
    package static func remove(_ number: Int32, from epoll: Int32) {
        var event = epoll_event()
        epoll_ctl(epoll, EPOLL_CTL_DEL, number, &event)
    }
}
