internal import CLinux
internal import Glibc

/// Tells a task when a descriptor can be read, by a thread that waits for it.
///
/// After each alert the thread rests until `rearm`, so a descriptor that nobody reads costs nothing.
struct ReadinessStream: Sendable {
    let stream: AsyncStream<Void>
    private let relay: Relay

    /// Nil when the process has no descriptor or thread left.
    init?(of number: Int32) {
        guard let relay = Relay(number), let cancellation = CancellationPipe() else { return nil }
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        continuation.onTermination = { _ in cancellation.cut() }
        let hasStarted = startThread {
            while (try? wait(for: relay.epoll.number, unlessHungUp: cancellation.number)) != nil {
                relay.take()
                continuation.yield()
            }
        }
        guard hasStarted else { return nil }
        self.stream = stream
        self.relay = relay
    }

    /// Asks for the next alert, at once if there is something to read still.
    func rearm() { relay.arm(EPOLL_CTL_MOD) }

    /// An epoll that is ready once for each time that it is armed.
    private final class Relay: Sendable {
        let epoll: Descriptor
        private let number: Int32

        init?(_ number: Int32) {
            epoll = Descriptor(epoll_create1(Int32(EPOLL_CLOEXEC)))
            self.number = number
            guard epoll.isOpen, arm(EPOLL_CTL_ADD) else { return nil }
        }

        @discardableResult func arm(_ operation: Int32) -> Bool {
            var event = epoll_event()
            event.events = EPOLLIN.rawValue | EPOLLONESHOT.rawValue
            return epoll_ctl(epoll.number, operation, number, &event) == 0
        }

        func take() {
            var event = epoll_event()
            epoll_wait(epoll.number, &event, 1, 0)
        }
    }
}
