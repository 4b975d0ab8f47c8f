import AppearanceTestSupport
import EventLoop
import Glibc
import Linux
import Testing

@Suite(.bounded) struct WallClockWatchTests {
    let loop: EventLoop
    let pipe = Pipe()

    init() throws { loop = try EventLoop() }

    /// The number of reports that the clock was set, for this result of the timer.
    private func reportCount(of outcome: Attempt<Int>) throws -> Int {
        var reportCount = 0
        let watch = try WallClockWatch(
            on: loop, timer: Descriptor(owning: duplicate(pipe.reader)),
            reader: { _ in
                pipe.drain()
                return outcome
            }
        ) { reportCount += 1 }
        pipe.write("x")
        try loop.turnUntilIdle()
        withExtendedLifetime(watch) {}
        return reportCount
    }

    @Test func `a timer cancelled by the kernel means that the clock was set`() throws {
        #expect(try reportCount(of: .failure(.canceled)) == 1)
    }

    @Test(arguments: [.success(8), .failure(.wouldBlock)] as [Attempt<Int>])
    func `any other result does not count as a clock change`(outcome: Attempt<Int>) throws {
        #expect(try reportCount(of: outcome) == 0)
    }

    @Test func `an unchanged system clock is not reported`() throws {
        var reportCount = 0
        var watch: WallClockWatch? = try WallClockWatch(on: loop) { reportCount += 1 }
        try loop.turnUntilIdle()
        #expect(watch != nil)
        #expect(reportCount == 0)
        watch = nil
    }
}
