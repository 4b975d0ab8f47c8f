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

    @Test func anUnarmedTimerDoesNotFire() throws {
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
    func firesOnceAndNotBeforeItsTime(clock: TimerClock, identifier: clockid_t) throws {
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
    func firesWhenSoMuchOfItsClockHasPassed(clock: TimerClock, identifier: clockid_t) throws {
        var firedAt: Int64?
        let timer = try loop.timer(clock) { firedAt = microseconds(of: identifier) }
        let start = microseconds(of: identifier)
        timer.arm(after: .microseconds(2_345))
        try loop.turn { firedAt != nil }
        #expect(try #require(firedAt) - start >= 2_345)
        withExtendedLifetime(timer) {}
    }

    @Test(arguments: [0, 1, -1, Int64.min])
    func aPastInstantFiresAtOnce(instant: Int64) throws {
        var fired = 0
        let timer = try loop.timer(.boottime) { fired += 1 }
        timer.arm(at: instant)
        try loop.turn { fired > 0 }
        #expect(fired == 1)
    }

    @Test func theEndOfTimeDoesNotFire() throws {
        var fired = 0
        let timer = try loop.timer(.realtime) { fired += 1 }
        timer.arm(at: .max)
        try loop.turnUntilIdle()
        #expect(fired == 0)
    }

    // Only instants so far apart that a busy machine cannot bring them into one turn have an order.
    @Test func theEarlierTimerFiresFirst() throws {
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

    @Test func aDisarmedTimerDoesNotFire() throws {
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

    @Test func aTimerCanBeArmedAgainByItsHandler() throws {
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

    @Test func armingAgainMovesTheInstant() throws {
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

    @Test func aHandlerMayReleaseItsOwnTimer() throws {
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
