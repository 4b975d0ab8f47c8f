import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

/// A sensor under a closed lid, and one in an inactive session.
@Suite(.bounded) struct LidAndSessionTests {
    private static let evening = "2026-03-20T20:00:00"

    private func lit() -> EngineDriver {
        var driver = EngineDriver(Configuration(), at: Self.evening, sensor: "als")
        for second in 0..<8 { driver.light(300 + Double(second % 2), for: .seconds(1)) }
        return driver
    }

    // MARK: The lid

    @Test func `a closed lid stops the readings and keeps the state for a minute`() {
        var driver = lit()
        driver.send(.lidClosed(true))
        #expect(driver.plans.last == .off)
        driver.light(0, for: .seconds(59))
        #expect(driver.appearance == .light)
        #expect(driver.last?.reason == .sensor)
        driver.light(0, for: .seconds(1))
        #expect(driver.last?.sensor == .distrusted)
        #expect(driver.appearance == .light)
    }

    @Test
    func
        `after the minute the schedule decides with the ordinary dwell and nobody is woken any more`()
    {
        var driver = lit()
        driver.send(.lidClosed(true))
        driver.wait(.seconds(89))
        #expect(driver.appearance == .light)
        driver.wait(.seconds(1))
        #expect(driver.appearance == .dark)
        #expect(driver.last?.reason == .schedule)
        let wakes = driver.wakes
        driver.wait(.hours(2))
        #expect(driver.wakes == wakes)
        #expect(driver.changes == 2)
    }

    @Test func `the minute is no longer after steady light that is seldom read`() {
        var driver = EngineDriver(
            Configuration().with { $0.sensor.pollSteady = .minutes(10) }, at: Self.evening,
            sensor: "als")
        for second in 0..<60 { driver.light(300 + Double(second % 2), for: .seconds(1)) }
        driver.send(.lidClosed(true))
        #expect(driver.last?.explanation.contains("after 90 s of that") == true)
        driver.wait(.seconds(60))
        #expect(driver.last?.sensor == .distrusted)
        driver.wait(.seconds(30))
        #expect(driver.appearance == .dark)
    }

    @Test func `the level under an opened lid decides as soon as it is trusted`() {
        var driver = lit()
        driver.send(.lidClosed(true))
        driver.wait(.minutes(10))
        #expect(driver.appearance == .dark)
        driver.send(.lidClosed(false))
        #expect(driver.plans.last == .off)
        driver.wait(.seconds(2) - Microseconds(1))
        #expect(driver.plans.last == .off)
        driver.wait(Microseconds(1))
        #expect(driver.plans.last == .every(.seconds(1)))
        driver.light(300, for: .seconds(4))
        #expect(driver.last?.sensor == .warming)
        #expect(driver.appearance == .dark)
        driver.read(300)
        #expect(driver.appearance == .light)
    }

    @Test func `a lid that is opened again soon changes nothing`() {
        var driver = lit()
        driver.send(.lidClosed(true))
        driver.wait(.seconds(50))
        driver.send(.lidClosed(false))
        driver.wait(.seconds(2))
        driver.light(300, for: .seconds(8))
        #expect(driver.appearance == .light)
        #expect(driver.changes == 1)  // The schedule's dark at the start, then light.
    }

    @Test func `readings before and after a closed lid are not mixed`() throws {
        var driver = lit()
        driver.send(.lidClosed(true))
        // The reader was in the middle of it.
        driver.send(.light(LightSample(at: driver.now.boot, lux: try #require(Lux(0)))))
        driver.wait(.seconds(20))
        driver.send(.lidClosed(false))
        driver.wait(.seconds(2))
        driver.light(20, for: .seconds(5))
        #expect(driver.last?.sensor == .trusted)
        #expect(driver.last?.light?.value == 20)
        #expect(driver.appearance == .dark)
    }

    @Test func `a reported level decides under a closed lid`() throws {
        var driver = lit()
        driver.send(.lidClosed(true))
        driver.wait(.minutes(10))
        driver.send(.lightReported(source: "lamp", lux: try #require(Lux(300))))
        driver.wait(.seconds(15))
        #expect(driver.appearance == .light)
        #expect(driver.last?.reason == .sensor)
    }

    @Test func `a chosen mode is unchanged after the lid was closed`() {
        var driver = lit()
        driver.send(.modeChosen(.night, end: nil))
        driver.send(.lidClosed(true))
        driver.wait(.hours(1))
        #expect(driver.appearance == .night)
        driver.send(.modeChosen(.auto, end: nil))
        #expect(driver.appearance == .dark)
        #expect(driver.last?.reason == .schedule)
    }

    /// After the longer one the sensor has been silent for too long anyway.
    @Test(arguments: [Microseconds.seconds(20), .hours(3)])
    func `after a suspend by lid the sensor is checked before it decides`(span: Microseconds) {
        var driver = lit()
        driver.send(.lidClosed(true))
        driver.wait(.seconds(1))
        driver.suspend(for: span)
        #expect(driver.appearance == .light)
        driver.wait(.seconds(1))
        driver.send(.lidClosed(false))
        driver.wait(.seconds(4))
        #expect(driver.plans.last == .every(.seconds(1)))
        // The first reading may be one from before the suspend. Of the next five, the fifth completes the check.
        driver.light(10, for: .seconds(5))
        #expect(driver.last?.sensor == .warming)
        #expect(driver.appearance == .light)
        driver.read(10)
        #expect(driver.last?.sensor == .trusted)
        #expect(driver.appearance == .dark)
        #expect(driver.changes == 2)
    }

    @Test func `a sensor that is found under a closed lid is not read`() {
        var driver = EngineDriver(at: Self.evening)
        driver.send(.lidClosed(true))
        driver.send(.sensorFound(key: "als"))
        #expect(!driver.plans.contains { $0 != .off })
        driver.wait(.minutes(2))
        #expect(driver.last?.sensor == .distrusted)
        #expect(driver.appearance == .dark)
    }

    // MARK: The session

    @Test func `an inactive session reads no sensor and causes no wakeup`() {
        var driver = lit()
        driver.send(.sessionUse(.locked))
        #expect(driver.plans.last == .off)
        let wakes = driver.wakes
        driver.light(0, for: .hours(2))
        #expect(driver.wakes <= wakes + 1)  // One that was requested before.
        #expect(driver.appearance == .light)
        #expect(driver.last?.sensor == .trusted)
    }

    @Test func `in a reactivated session light decides when it is trusted`() {
        var driver = lit()
        driver.send(.sessionUse(.locked))
        driver.wait(.hours(1))
        driver.send(.sessionUse(.inUse))
        #expect(driver.appearance == .light)
        driver.light(10, for: .seconds(4))
        #expect(driver.appearance == .light)
        driver.read(11)
        #expect(driver.appearance == .dark)
        #expect(driver.changes == 2)
    }

    @Test func `a watcher of light receives it in an inactive session too`() {
        var driver = lit()
        driver.send(.sessionUse(.locked))
        driver.send(.lightWanted(true))
        #expect(driver.plans.last == .every(.seconds(1)))
        driver.send(.lidClosed(true))
        #expect(driver.plans.last == .off)
    }

    @Test func `the schedule decides in an inactive session`() {
        var driver = EngineDriver(at: "2026-03-20T12:00:00")
        driver.send(.sessionUse(.locked))
        driver.wait(.hours(9))
        #expect(driver.appearance == .dark)
        #expect(driver.changes == 1)
    }

    @Test(arguments: [
        (SessionUse.locked, "as the session is locked"),
        (.inactive, "as no session of yours is in front"), (.remote, "as the session is remote"),
    ])
    func `the schedule that decides over an unread sensor names the reason`(
        use: SessionUse, words: String
    ) {
        var driver = EngineDriver(Configuration(), at: Self.evening, sensor: "als")
        driver.send(.sessionUse(use))
        driver.wait(.minutes(10))
        #expect(driver.appearance == .dark)
        #expect(driver.last?.explanation.contains("by schedule, \(words)") == true)
    }

    /// The light at this machine is not that of the user.
    @Test(arguments: [[], [SessionUse.locked]])
    func `the schedule decides in a remote session, and light again after it`(
        _ before: [SessionUse]
    ) {
        var driver = lit()
        for use in before { driver.send(.sessionUse(use)) }
        driver.wait(.minutes(5))
        driver.send(.sessionUse(.remote))
        #expect(driver.plans.last == .off)
        driver.wait(.seconds(89))
        #expect(driver.appearance == .light)
        driver.wait(.minutes(2))
        #expect(driver.appearance == .dark)
        #expect(driver.last?.reason == .schedule)
        let wakes = driver.wakes
        driver.wait(.hours(2))
        #expect(driver.wakes == wakes)
        driver.send(.sessionUse(.inUse))
        driver.wait(.seconds(2))
        for second in 0..<8 { driver.light(300 + Double(second % 2), for: .seconds(1)) }
        #expect(driver.appearance == .light)
    }

    @Test
    func `a mode that expires in an inactive session waits for the sensor`() {
        var driver = lit()
        driver.send(.modeChosen(.dark, end: .after(.hours(2))))
        driver.send(.sessionUse(.locked))
        driver.wait(.hours(3))
        #expect(driver.last?.mode == .auto)
        #expect(driver.appearance == .dark)
        #expect(driver.last?.reason == .startup)
        driver.send(.sessionUse(.inUse))
        for second in 0..<5 { driver.light(300 + Double(second), for: .seconds(1)) }
        #expect(driver.appearance == .light)
    }
}
