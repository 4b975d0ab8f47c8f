import AppearanceTestSupport
import EventLoop
import Linux
import Testing

@Suite(.bounded) struct DeferSourceTests {
    let loop: EventLoop

    init() throws { loop = try EventLoop() }

    @Test func `unscheduled work does not run`() throws {
        var runs = 0
        let work = loop.deferred { runs += 1 }
        try loop.turnUntilIdle()
        #expect(runs == 0)
        withExtendedLifetime(work) {}
    }

    @Test func `work runs once however often it is scheduled`() throws {
        var runs = 0
        let work = loop.deferred { runs += 1 }
        work.schedule()
        work.schedule()
        #expect(runs == 0)
        try loop.turnUntilIdle()
        #expect(runs == 1)
    }

    @Test func `work can schedule itself without starving others`() throws {
        var runs = 0
        var read = false
        let pipe = Pipe()
        var work: DeferSource?
        work = loop.deferred {
            runs += 1
            work?.schedule()
        }
        let source = try loop.watch(pipe.reader, for: .readable) { _ in
            pipe.drain()
            read = true
        }
        work?.schedule()
        pipe.write("x")
        try loop.turn { read || runs > 100 }
        #expect(read)
        work = nil
        withExtendedLifetime(source) {}
    }

    @Test func `scheduled work may release its own source`() throws {
        var runs = 0
        var work: DeferSource?
        work = loop.deferred {
            work = nil
            runs += 1
        }
        work?.schedule()
        try loop.turnUntilIdle()
        #expect(runs == 1)
        #expect(work == nil)
    }
}
