import AppearanceTestSupport
import EventLoop
import Glibc
import Linux
import Testing

@Suite(.bounded) struct EventLoopTests {
    let loop: EventLoop

    init() throws { loop = try EventLoop() }

    @Test func `an idle turn handles no source`() throws {
        #expect(try !loop.runOnce(timeout: 0))
    }

    @Test(arguments: [0, 3] as [Int32])
    func `run returns the code passed to exit`(code: Int32) throws {
        let work = loop.deferred { [loop] in loop.exit(code) }
        work.schedule()
        #expect(try loop.run() == code)
    }

    @Test func `sources that are ready at exit are not handled`() throws {
        var handled = 0
        let first = loop.deferred { [loop] in loop.exit(0) }
        let second = loop.deferred { handled += 1 }
        first.schedule()
        second.schedule()
        #expect(try loop.run() == 0)
        #expect(handled == 0)
    }

    @Test func `a finished loop reports that it has finished`() throws {
        loop.exit(0)
        _ = try loop.run()
        #expect(throws: IOError.self) { try loop.runOnce(timeout: 0) }
    }

    @Test func `sources of a finished loop can be used without effect`() throws {
        let pipe = Pipe()
        var calls = 0
        let source = try loop.watch(pipe.writer, for: []) { _ in calls += 1 }
        let timer = try loop.timer(.boottime) { calls += 1 }
        let work = loop.deferred { calls += 1 }
        loop.exit(0)
        _ = try loop.run()
        source.interest = .writable
        timer.arm(at: 0)
        work.schedule()
        timer.disarm()
        source.interest = []
        #expect(calls == 0)
    }

    @Test func `a source survives its loop`() throws {
        var temporary: EventLoop? = try EventLoop()
        let work = temporary?.deferred {}
        temporary = nil
        work?.schedule()
        #expect(work != nil)
    }

    @Test func `sources with a higher priority are handled first`() throws {
        let normal = Pipe()
        let important = Pipe()
        var order: [String] = []
        let first = try loop.watch(normal.reader, for: .readable) { _ in
            order.append("normal")
            normal.drain()
        }
        let second = try loop.watch(important.reader, for: .readable, priority: .important) { _ in
            order.append("important")
            important.drain()
        }
        normal.write("x")
        important.write("x")
        try loop.turnUntilIdle()
        #expect(order == ["important", "normal"])
        withExtendedLifetime((first, second)) {}
    }

    @Test func `without a service manager there is no watchdog`() throws {
        try #require(getenv("WATCHDOG_USEC") == nil)
        #expect(try !loop.enableWatchdog())
    }
}
