import AppearanceModel
import AppearanceTestSupport
import LightSensors
import Linux
import Testing

/// The machine's clocks, or both from another start and faster.
@Suite(.bounded) struct ServiceClockTests {
    private let wall = WallTime(secondsSinceEpoch: 1_692_000_000)

    private var machineBoot: BootTime { BootTime(microsecondsSinceBoot: SystemClock.now().boot) }

    @Test func `without a simulation the machine's clocks are used`() {
        let clock = ServiceClock()
        let before = SystemClock.now()
        let now = clock.now
        let after = SystemClock.now()
        #expect(clock.followsMachine)
        #expect(clock.speed == 1)
        #expect((before.boot...after.boot).contains(now.boot.microsecondsSinceBoot))
        #expect((before.wall...after.wall).contains(now.wall.microsecondsSinceEpoch))
        #expect(clock.machineBoot(at: now.boot) == now.boot)
        #expect(clock.machineBoot(at: now.boot - .hours(1)) == now.boot - .hours(1))
    }

    @Test(arguments: [1, 60, 1000] as [Int64])
    func `both clocks run at the same speed from their start`(_ speed: Int64) {
        let before = machineBoot
        let clock = ServiceClock(startingAt: wall, speed: speed)
        let begun = machineBoot
        let now = clock.now
        let after = machineBoot
        #expect(!clock.followsMachine)
        let passed = now.wall - wall
        #expect(passed >= .zero)
        #expect(passed <= (after - before) * speed)
        // The boot clock starts from the machine's and has advanced as far.
        #expect(now.boot - passed >= before && now.boot - passed <= begun)
    }

    @Test(arguments: [0, -5, Int64.min])
    func `no clock stands still or runs backwards`(_ speed: Int64) {
        #expect(ServiceClock(startingAt: wall, speed: speed).speed == 1)
    }

    /// A timer set so comes at its time or less than a microsecond of the machine's after it.
    @Test(
        arguments: [1, 7, 60, 1000] as [Int64], [0, 1, 6, 7, 59, 60, 61, 999_999_999] as [Int64])
    func `a timer comes at its time and never before`(_ speed: Int64, _ span: Int64) {
        let clock = ServiceClock(startingAt: wall, speed: speed)
        let start = clock.machineBoot(at: wall)
        let due = clock.machineBoot(at: wall + Microseconds(span))
        let shown = (due - start) * speed
        #expect(shown >= Microseconds(span))
        #expect(shown < Microseconds(span + speed))
    }

    @Test func `an instant before the start is due at the start`() {
        let clock = ServiceClock(startingAt: wall, speed: 60)
        #expect(clock.machineBoot(at: wall - .hours(1)) == clock.machineBoot(at: wall))
        let now = clock.now
        #expect(clock.machineBoot(at: now.boot - .hours(1)) == clock.machineBoot(at: wall))
    }

    @Test func `both clocks lead to the same instant`() {
        let clock = ServiceClock(startingAt: wall, speed: 600)
        let now = clock.now
        for span in [Microseconds.seconds(1), .minutes(7), .hours(30)] {
            #expect(
                clock.machineBoot(at: now.boot + span) == clock.machineBoot(at: now.wall + span))
        }
    }
}
