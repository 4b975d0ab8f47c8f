import AppearanceTestSupport
import EventLoop
import Glibc
import Linux
import Testing

@Suite(.bounded) struct TimerSourceTests {
    let loop: EventLoop
    private let hour: Int64 = 3_600_000_000

    init() throws { loop = try EventLoop() }

    private func microseconds(of clock: clockid_t) -> Int64 {
        var now = timespec()
        clock_gettime(clock, &now)
        return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1_000
    }

    @Test func `an unarmed timer does not fire`() throws {
        var fired = 0
        let timer = try loop.timer(.boottime) { fired += 1 }
        try loop.turnUntilIdle()
        #expect(fired == 0)
        withExtendedLifetime(timer) {}
    }

    @Test(
        arguments: zip(
            [TimerClock.boottime, .monotonic, .realtime],
            [CLOCK_BOOTTIME, CLOCK_MONOTONIC, CLOCK_REALTIME]))
    func `a timer fires once and not before its time`(clock: TimerClock, identifier: clockid_t)
        throws
    {
        var firedAt: [Int64] = []
        let timer = try loop.timer(clock) { firedAt.append(microseconds(of: identifier)) }
        let due = microseconds(of: identifier) + 2_000
        timer.arm(at: due)
        try loop.turn { !firedAt.isEmpty }
        try loop.turnUntilIdle()
        #expect(firedAt.count == 1)
        #expect(try #require(firedAt.first) >= due)
    }

    @Test(
        arguments: zip(
            [TimerClock.boottime, .monotonic, .realtime],
            [CLOCK_BOOTTIME, CLOCK_MONOTONIC, CLOCK_REALTIME]))
    func `a timer fires after the given time of its clock`(clock: TimerClock, identifier: clockid_t)
        throws
    {
        var firedAt: Int64?
        let timer = try loop.timer(clock) { firedAt = microseconds(of: identifier) }
        let start = microseconds(of: identifier)
        timer.arm(after: .microseconds(2_345))
        try loop.turn { firedAt != nil }
        #expect(try #require(firedAt) - start >= 2_345)
        withExtendedLifetime(timer) {}
    }

    @Test(arguments: [0, 1, -1, Int64.min])
    func `a past instant fires at once`(instant: Int64) throws {
        var fired = 0
        let timer = try loop.timer(.boottime) { fired += 1 }
        timer.arm(at: instant)
        try loop.turn { fired > 0 }
        #expect(fired == 1)
    }

    @Test func `a timer for the last possible instant does not fire`() throws {
        var fired = 0
        let timer = try loop.timer(.realtime) { fired += 1 }
        timer.arm(at: .max)
        try loop.turnUntilIdle()
        #expect(fired == 0)
    }

    // Only instants so far apart that a busy machine cannot bring them into one turn have an order.
    @Test func `the earlier timer fires first`() throws {
        var order: [String] = []
        let now = microseconds(of: CLOCK_BOOTTIME)
        let later = try loop.timer(.boottime) { order.append("later") }
        let earlier = try loop.timer(.boottime) { order.append("earlier") }
        later.arm(at: now + hour)
        earlier.arm(at: now + 2_000)
        try loop.turn { !order.isEmpty }
        try loop.turnUntilIdle()
        #expect(order == ["earlier"])
    }

    @Test func `a disarmed timer does not fire`() throws {
        var order: [String] = []
        let now = microseconds(of: CLOCK_BOOTTIME)
        let first = try loop.timer(.boottime) { order.append("first") }
        let second = try loop.timer(.boottime) { order.append("second") }
        first.arm(at: now + 1_000)
        second.arm(at: now + 2_000)
        first.disarm()
        try loop.turn { !order.isEmpty }
        #expect(order == ["second"])
    }

    @Test func `a timer can be armed again by its handler`() throws {
        var fired = 0
        var timer: TimerSource?
        timer = try loop.timer(.boottime) {
            fired += 1
            if fired < 3 { timer?.arm(at: 0) }
        }
        timer?.arm(at: 0)
        try loop.turn { fired == 3 }
        try loop.turnUntilIdle()
        #expect(fired == 3)
        timer = nil
    }

    @Test func `arming a timer again replaces its instant`() throws {
        var order: [String] = []
        let now = microseconds(of: CLOCK_BOOTTIME)
        let first = try loop.timer(.boottime) { order.append("first") }
        let second = try loop.timer(.boottime) { order.append("second") }
        first.arm(at: now + 1_000)
        second.arm(at: now + 2_000)
        first.arm(at: now + hour)
        try loop.turn { !order.isEmpty }
        try loop.turnUntilIdle()
        #expect(order == ["second"])
    }

    @Test func `a handler may release its own timer`() throws {
        var fired = 0
        var timer: TimerSource?
        timer = try loop.timer(.boottime) {
            timer = nil
            fired += 1
        }
        timer?.arm(at: 0)
        try loop.turn { fired == 1 }
        #expect(timer == nil)
    }
}
