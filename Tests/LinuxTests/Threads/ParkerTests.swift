import AppearanceTestSupport
import Linux
import Testing

@Suite(.bounded) struct ParkerTests {
    let waiter: Parker

    init() throws { waiter = try Parker() }

    @Test(arguments: [0, 1, -5, Int64.min])
    func `a past instant is due at once`(instant: Int64) throws {
        #expect(try waiter.wait(untilBoottime: instant) == .due)
    }

    @Test func `an instant is not due before its time`() throws {
        let due = SystemClock.now().boot + 2_000
        #expect(try waiter.wait(untilBoottime: due) == .due)
        #expect(SystemClock.now().boot >= due)
    }

    @Test(arguments: [nil, Int64.max, 0])
    func `an earlier wakeup ends the next sleep`(instant: Int64?) throws {
        waiter.wake()
        waiter.wake()
        #expect(try waiter.wait(untilBoottime: instant) == .told)
        #expect(try waiter.wait(untilBoottime: 0) == .due)
    }

    @Test(arguments: [nil, Int64.max])
    func `another thread ends a sleep`(instant: Int64?) throws {
        let thread = try BackgroundThread.start(name: "teller") { [waiter] in waiter.wake() }
        #expect(try waiter.wait(untilBoottime: instant) == .told)
        thread.join()
    }

    // A timer that has fired once must not end a sleep without a deadline.
    @Test func `a sleep without a deadline ignores the previous one`() throws {
        #expect(try waiter.wait(untilBoottime: 0) == .due)
        let thread = try BackgroundThread.start(name: "teller") { [waiter] in waiter.wake() }
        #expect(try waiter.wait(untilBoottime: nil) == .told)
        thread.join()
    }
}
