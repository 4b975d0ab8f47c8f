import AppearanceTestSupport
import EventLoop
import Glibc
import Linux
import Testing

// A signal raised here goes to the calling thread alone, which the loop has blocked it for.
@Suite(.bounded) struct SignalSourceTests {
    let loop: EventLoop

    init() throws { loop = try EventLoop() }

    @Test(arguments: [SIGUSR1, SIGHUP, SIGTERM])
    func `a signal is delivered as an event`(number: Int32) throws {
        var received = 0
        let source = try loop.signal(number) { received += 1 }
        try loop.turnUntilIdle()
        #expect(received == 0)
        raise(number)
        try loop.turnUntilIdle()
        #expect(received == 1)
        withExtendedLifetime(source) {}
    }

    @Test func `a handler may release its own source`() throws {
        var received = 0
        var source: SignalSource?
        source = try loop.signal(SIGUSR2) {
            source = nil
            received += 1
        }
        #expect(source != nil)
        raise(SIGUSR2)
        try loop.turnUntilIdle()
        #expect(received == 1)
        #expect(source == nil)
    }

    @Test func `an invalid signal number is refused`() {
        #expect(throws: IOError.self) { _ = try loop.signal(0) {} }
    }
}
