import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

/// The schedule and the check of the sensor after a suspend.
@Suite(.bounded) struct SuspendTests {
    private static let evening = "2026-03-20T20:00:00"
    private let berlin = Coordinates(latitudeDegrees: 52.5, longitudeDegrees: 13.4)

    /// A lit room in the evening, believed; the light has come to rest at 301 lux.
    private func lit(at start: String = evening) -> EngineDriver {
        var driver = EngineDriver(at: start, sensor: "als")
        for second in 0..<9 { driver.light(300 + Double(second % 2), for: .seconds(1)) }
        driver.light(301, for: .seconds(1))
        return driver
    }

    // MARK: The schedule

    @Test(arguments: [
        // From noon over sunset, over the night window, and over both into the next day.
        ("2026-03-20T12:00:00", 8, Appearance.dark, 1), ("2026-03-20T12:00:00", 12, .dark, 1),
        ("2026-03-20T12:00:00", 24, .light, 0), ("2026-03-20T23:00:00", 10, .light, 1),
    ])
    func `after a suspend over boundaries only the last is published, at once`(
        start: String, hours: Int64, appearance: Appearance, changes: Int
    ) {
        var driver = EngineDriver(at: start, place: berlin)
        let before = driver.changes
        driver.suspend(for: .hours(hours))
        #expect(driver.appearance == appearance)
        #expect(driver.changes - before == changes)
        driver.wait(.minutes(2))
        #expect(driver.changes - before == changes)
    }

    @Test(arguments: [(true, false), (false, true), (false, false)])
    func `a suspend that is only partly reported has the same effect`(
        isAnnounced: Bool, isEndAnnounced: Bool
    ) {
        var driver = EngineDriver(at: "2026-03-20T12:00:00", place: berlin)
        driver.suspend(
            for: .hours(8), isAnnounced: isAnnounced, isEndAnnounced: isEndAnnounced)
        #expect(driver.appearance == .dark)
        #expect(driver.changes == 1)
    }

    @Test func `after a suspend in a dark room night ends at once in the morning`() {
        var driver = EngineDriver(at: "2026-03-20T23:00:00", place: berlin, sensor: "als")
        for second in 0..<8 { driver.light(Double(second % 2) / 10, for: .seconds(1)) }
        #expect(driver.appearance == .night)
        driver.suspend(for: .hours(9))
        #expect(driver.appearance == .dark)
        #expect(driver.last?.sensor == .warming)
    }

    // MARK: The sensor

    @Test func `the sensor is not read during a suspend and for 5 s after it`() {
        var driver = lit()
        driver.send(.suspending)
        #expect(driver.plans.last == .off)
        driver.suspend(for: .hours(1), isAnnounced: false)
        driver.wait(.seconds(5) - Microseconds(1))
        #expect(driver.plans.last == .off)
        driver.wait(Microseconds(1))
        #expect(driver.plans.last == .every(.seconds(1)))
    }

    @Test func `a suspend that only the clocks show stops the polling too`() {
        var driver = lit()
        driver.suspend(for: .hours(1), isAnnounced: false, isEndAnnounced: false)
        #expect(driver.plans.last == .off)
        driver.wait(.seconds(5))
        #expect(driver.plans.last == .every(.seconds(1)))
    }

    @Test func `an announced suspend that the clocks do not show has the same effect`() {
        var driver = lit()
        driver.suspend(for: .seconds(1), isSeenByTheClocks: false)
        #expect(driver.plans.last == .off)
        #expect(driver.last?.sensor == .warming)
        driver.wait(.seconds(5))
        #expect(driver.plans.last == .every(.seconds(1)))
    }

    @Test func `a second report of a suspend only extends the wait`() {
        var driver = lit()
        driver.suspend(for: .hours(1), isEndAnnounced: false)
        driver.wait(.seconds(3))
        driver.send(.suspendEnded)
        driver.wait(.seconds(4))
        #expect(driver.plans.last == .off)
        driver.wait(.seconds(1))
        #expect(driver.plans.last != .off)
        let plans = driver.plans.count
        driver.send(.suspendEnded)
        #expect(driver.plans.count == plans)
    }

    @Test func `the first reading is dropped and five more are trusted at once`() {
        var driver = lit()
        driver.suspend(for: .hours(1))
        driver.wait(.seconds(5))
        driver.light(100_000, for: .seconds(1))
        for lux in [20.0, 20, 21, 20] { driver.light(lux, for: .seconds(1)) }
        #expect(driver.last?.sensor == .warming)
        #expect(driver.appearance == .light)
        driver.read(20)
        #expect(driver.last?.sensor == .trusted)
        #expect(driver.appearance == .dark)
    }

    /// Some drivers unregister the sensor and register it again.
    @Test func `the first reading of a sensor that appears after the suspend is dropped too`() {
        var driver = lit()
        driver.suspend(for: .hours(1))
        driver.wait(.seconds(5))
        driver.light(100_000, for: .seconds(1))
        driver.send(.sensorLost)
        driver.send(.sensorFound(key: "als"))
        for lux in [100_000.0, 20, 20, 21, 20] { driver.light(lux, for: .seconds(1)) }
        #expect(driver.last?.sensor == .warming)
        driver.read(20)
        #expect(driver.last?.sensor == .trusted)
    }

    /// A laptop that answers 0 until it has warmed up, in a room that is lit.
    @Test func `readings of zero after a suspend do not count as darkness`() {
        var driver = lit()
        driver.suspend(for: .hours(1))
        driver.wait(.seconds(5))
        for lux in [0.0, 0, 0, 0, 300, 301, 300, 301, 300] { driver.light(lux, for: .seconds(1)) }
        #expect(driver.last?.sensor == .trusted)
        #expect(driver.appearance == .light)
        #expect(driver.changes == 1)  // The schedule's dark at the start, then light.
        #expect((driver.last?.light?.value ?? 0) > 250)
    }

    @Test func `the schedule decides after a minute of zeroes and the dwell`() {
        var driver = lit()
        driver.suspend(for: .hours(1))
        driver.wait(.seconds(5))
        driver.light(0, for: .seconds(59))
        #expect(driver.appearance == .light)
        driver.light(0, for: .seconds(20))
        #expect(driver.last?.sensor == .distrusted)
        #expect(driver.appearance == .dark)
        #expect(driver.last?.reason == .schedule)
    }

    @Test func `a zero after other values means darkness`() {
        var driver = lit()
        driver.suspend(for: .hours(1))
        driver.wait(.seconds(5))
        for lux in [0.0, 0, 2, 0, 0, 0, 0] { driver.light(lux, for: .seconds(1)) }
        #expect(driver.last?.sensor == .trusted)
        #expect(driver.appearance == .dark)
    }

    @Test func `a value equal to the one before must vary too`() {
        var driver = lit()
        driver.suspend(for: .hours(1))
        driver.wait(.seconds(5))
        driver.light(301, for: .seconds(10))
        #expect(driver.last?.sensor == .warming)
        driver.light(300, for: .seconds(4))
        #expect(driver.last?.sensor == .warming)
        driver.read(300)
        #expect(driver.last?.sensor == .trusted)
    }

    @Test func `the value before may be one that the reader withheld`() throws {
        var driver = lit()
        driver.light(301, for: .seconds(40))
        guard case .steady(_, let band)? = driver.plans.last else {
            Issue.record("it is still read as \(String(describing: driver.plans.last))")
            return
        }
        // Within the band, so it is not delivered; after the suspend the value is the same.
        let kept = (band.highest + 301) / 2
        driver.read(kept)
        driver.suspend(for: .hours(1))
        driver.wait(.seconds(5))
        driver.light(kept, for: .seconds(20))
        #expect(driver.last?.sensor == .warming)
    }

    /// Without logind the reader may be faster than the news of the suspend.
    @Test func `a reading from before the suspend was noticed is not the value from before it`()
        throws
    {
        var driver = lit()
        driver.suspend(for: .hours(1), isAnnounced: false, isEndAnnounced: false)
        let early = driver.now.boot - .milliseconds(2)
        driver.send(.light(LightSample(at: early, lux: try #require(Lux(500)))))
        driver.wait(.seconds(5))
        driver.light(301, for: .seconds(20))
        #expect(driver.last?.sensor == .warming)
    }

    @Test func `a different value is trusted without variation`() {
        var driver = lit()
        driver.suspend(for: .hours(1))
        driver.wait(.seconds(5))
        driver.light(20, for: .seconds(6))
        #expect(driver.last?.sensor == .trusted)
        #expect(driver.appearance == .dark)
    }

    @Test func `a sensor that reads zero is left unread for 6 s once a minute`() {
        var driver = lit()
        driver.suspend(for: .hours(1))
        driver.wait(.seconds(5))
        let plans = driver.plans.count
        driver.light(0, for: .seconds(5))
        #expect(driver.plans.last == .every(.seconds(1)))
        driver.light(0, for: .seconds(1))
        #expect(driver.plans.last == .off)
        driver.wait(.seconds(5) - Microseconds(1))
        #expect(driver.plans.last == .off)
        driver.wait(Microseconds(1))
        #expect(driver.plans.last == .every(.seconds(1)))
        driver.light(0, for: .minutes(30))
        let rests = driver.plans.dropFirst(plans).count { $0 == .off }
        #expect(rests == 10)
    }

    @Test func `a sensor that recovers in those 6 s is trusted`() {
        var driver = lit()
        driver.suspend(for: .hours(1))
        driver.wait(.seconds(5))
        driver.light(0, for: .seconds(6))
        driver.wait(.seconds(6))
        for second in 0..<5 { driver.light(500 + Double(second), for: .seconds(1)) }
        #expect(driver.last?.sensor == .trusted)
        #expect(driver.appearance == .light)
        #expect(driver.changes == 1)
    }

    @Test func `a pending change before a suspend does not complete in it`() {
        var driver = lit()
        driver.light(20, for: .seconds(5))
        driver.suspend(for: .hours(1))
        #expect(driver.appearance == .light)
        driver.wait(.seconds(5))
        for second in 0..<7 { driver.light(310 + Double(second), for: .seconds(1)) }
        #expect(driver.appearance == .light)
        #expect(driver.changes == 1)
    }

    @Test func `a sensor that is found again after a suspend is checked too`() {
        var driver = lit()
        driver.suspend(for: .hours(1))
        driver.wait(.seconds(5))
        driver.light(0, for: .seconds(3))
        driver.send(.sensorLost)
        driver.send(.sensorFound(key: "als"))
        driver.light(0, for: .seconds(8))
        #expect(driver.last?.sensor == .warming)
        #expect(driver.appearance == .light)
    }

    @Test func `the schedule decides after a minute of silence and the dwell`() {
        var driver = lit()
        driver.suspend(for: .hours(1))
        driver.wait(.seconds(64))
        #expect(driver.appearance == .light)
        driver.wait(.seconds(2))
        #expect(driver.appearance == .dark)
    }

    @Test func `a change by reported light restarts its dwell time`() throws {
        var driver = EngineDriver(
            Configuration.test.with { $0.fed.hold = .hours(12) }, at: "2026-03-20T12:00:00")
        driver.send(.lightReported(source: "lamp", lux: try #require(Lux(10))))
        driver.wait(.seconds(3))
        driver.suspend(for: .hours(1))
        #expect(driver.appearance == .light)
        driver.wait(.seconds(5))
        #expect(driver.appearance == .dark)
    }

    // MARK: A word that is lost

    @Test(.row("T7")) func `an announced suspend without an end is over after a minute`() {
        var driver = lit()
        driver.send(.suspending)
        driver.wait(.seconds(60) - Microseconds(1))
        #expect(driver.plans.last == .off)
        driver.wait(.seconds(5) + Microseconds(1))
        #expect(driver.plans.last == .every(.seconds(1)))
    }

    @Test func `the clocks alone end a suspend that was announced`() {
        var driver = lit()
        driver.suspend(for: .seconds(30), isEndAnnounced: false)
        driver.wait(.seconds(5))
        #expect(driver.plans.last == .every(.seconds(1)))
    }

    @Test func `an end without a suspend is ignored`() {
        var driver = lit()
        let (published, plans) = (driver.published.count, driver.plans.count)
        driver.send(.suspendEnded)
        #expect(driver.published.count == published && driver.plans.count == plans)
    }
}
