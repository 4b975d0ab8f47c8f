import AppearanceTestSupport
import EventLoop
import Glibc
import Linux
import Testing

@Suite(.bounded) struct WallClockWatchTests {
    let loop: EventLoop
    let pipe = Pipe()

    init() throws { loop = try EventLoop() }

    /// How often a watch tells that the clock was set, when its timer wakes it with this outcome.
    private func tellings(of outcome: Result<Int, Errno>) throws -> Int {
        var tellings = 0
        let watch = try WallClockWatch(
            on: loop, timer: Descriptor(owning: duplicate(pipe.reader)),
            reader: { _ in
                pipe.drain()
                return outcome
            }
        ) { tellings += 1 }
        pipe.write("x")
        try loop.turnUntilIdle()
        withExtendedLifetime(watch) {}
        return tellings
    }

    @Test func `a timer that the kernel canceled means that the clock was set`() throws {
        #expect(try tellings(of: .failure(.canceled)) == 1)
    }

    @Test(arguments: [.success(8), .failure(.wouldBlock)] as [Result<Int, Errno>])
    func `anything else means nothing`(outcome: Result<Int, Errno>) throws {
        #expect(try tellings(of: outcome) == 0)
    }

    @Test func `the system's clock is watched in silence`() throws {
        var tellings = 0
        var watch: WallClockWatch? = try WallClockWatch(on: loop) { tellings += 1 }
        try loop.turnUntilIdle()
        #expect(watch != nil)
        #expect(tellings == 0)
        watch = nil
    }
}
