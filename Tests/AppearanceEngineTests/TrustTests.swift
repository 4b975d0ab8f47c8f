import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

/// When a sensor is trusted, and the effect when it no longer is.
@Suite(.bounded) struct TrustTests {
    private let evening = "2026-03-20T20:00:00"

    private func lit(at start: String) -> EngineDriver {
        var driver = EngineDriver(Configuration(), at: start, sensor: "als")
        for second in 0..<8 { driver.light(300 + Double(second % 2), for: .seconds(1)) }
        return driver
    }

    @Test func `a sensor is trusted after five different readings`() {
        var driver = EngineDriver(sensor: "als")
        #expect(driver.last?.sensor == .warming)
        driver.light(300, for: .seconds(4))
        driver.read(301)
        #expect(driver.last?.sensor == .trusted)
    }

    @Test(arguments: [0.0, 12, 400])
    func `a sensor whose value never varies is never trusted`(_ lux: Double) {
        var driver = EngineDriver(at: evening, sensor: "als")
        driver.light(lux, for: .seconds(59))
        #expect(driver.last?.sensor == .warming)
        driver.light(lux, for: .seconds(1))
        #expect(driver.last?.sensor == .distrusted)
        driver.light(lux, for: .minutes(10))
        #expect(driver.last?.sensor == .distrusted)
        #expect(driver.appearance == .dark)
        #expect(driver.last?.reason == .schedule)
    }

    @Test func `a stuck sensor that varies is trusted after five more readings`() {
        var driver = EngineDriver(at: evening, sensor: "als")
        driver.light(400, for: .seconds(90))
        #expect(driver.last?.sensor == .distrusted)
        for second in 0..<4 { driver.light(300 + Double(second), for: .seconds(1)) }
        #expect(driver.last?.sensor == .warming)
        driver.light(305, for: .seconds(2))
        #expect(driver.last?.sensor == .trusted)
        #expect(driver.appearance == .light)
    }

    @Test func `plugging in again within the dwell changes nothing`() {
        var driver = lit(at: evening)
        driver.send(.sensorLost)
        driver.wait(.seconds(28))
        driver.send(.sensorFound(key: "als"))
        driver.light(300, for: .seconds(8))
        #expect(driver.appearance == .light)
        #expect(driver.changes == 1)  // The schedule's dark at the start, then light.
    }

    @Test func `the schedule decides a dwell time after a sensor is removed`() {
        var driver = lit(at: evening)
        driver.send(.sensorLost)
        driver.wait(.seconds(29))
        #expect(driver.appearance == .light)
        driver.wait(.seconds(1))
        #expect(driver.appearance == .dark)
        #expect(driver.last?.reason == .schedule)
    }

    @Test func `a sensor is stale after 10 s of silence and not trusted after 60 s`() {
        var driver = lit(at: evening)
        driver.wait(.seconds(8))
        #expect(driver.last?.sensor == .trusted)
        driver.wait(.seconds(1))
        #expect(driver.last?.sensor == .stale)
        driver.wait(.seconds(49))
        #expect(driver.last?.sensor == .stale)
        driver.wait(.seconds(1))
        #expect(driver.last?.sensor == .distrusted)
    }

    @Test func `a reading after a short silence is trusted at once`() {
        var driver = lit(at: evening)
        driver.wait(.seconds(20))
        driver.read(300)
        #expect(driver.last?.sensor == .trusted)
    }

    @Test func `steady light is read less often within a band that no threshold lies in`() throws {
        var driver = lit(at: evening)
        driver.light(300, for: .seconds(40))
        guard case .steady(let interval, let band)? = driver.plans.last else {
            Issue.record("it is still read as \(String(describing: driver.plans.last))")
            return
        }
        #expect(interval == .seconds(5))
        #expect(band.lowest < 300 && band.lowest > 260 && band.highest > 300 && band.highest < 345)
        // The reader confirms the light: for any time, it is not stale and causes no wakeup.
        let told = driver.published.count
        driver.wait(.hours(2))
        #expect(driver.published.count == told)
        #expect(driver.last?.sensor == .trusted)
        driver.read(20)
        #expect(driver.plans.last == .every(.seconds(1)))
        driver.light(20, for: .seconds(60))
        #expect(driver.appearance == .dark)
    }

    @Test func `another interval of steady light is in effect at once`() {
        var driver = lit(at: evening)
        driver.light(300, for: .seconds(40))
        guard case .steady(.seconds(5), let band)? = driver.plans.last else {
            Issue.record("it is still read as \(String(describing: driver.plans.last))")
            return
        }
        let rare = Configuration().with { $0.sensor.pollSteady = .minutes(1) }
        driver.send(.configured(EngineSettings(rare, place: nil, zone: .utc)))
        #expect(driver.plans.last == .steady(.minutes(1), band: band))
        driver.wait(.hours(1))
        #expect(driver.last?.sensor == .trusted && driver.appearance == .light)
    }

    @Test func `steady light near a threshold is read before it crosses`() throws {
        var driver = EngineDriver(Configuration(), at: evening, sensor: "als")
        for second in 0..<45 { driver.light(81 + Double(second % 2) / 10, for: .seconds(1)) }
        #expect(driver.appearance == .light)
        driver.light(41, for: .seconds(60))
        guard case .steady(_, let band)? = driver.plans.last else {
            Issue.record("it is still read as \(String(describing: driver.plans.last))")
            return
        }
        #expect(band.lowest >= 40)
    }

    @Test(arguments: [[300.0], []])
    func `light below the screen's own is steady, whether it has varied or not`(
        _ before: [Double]
    ) throws {
        var driver = EngineDriver(
            Configuration().with {
                $0.ambient.selfLight.light = 50
                $0.ambient.selfLight.dark = 50
                $0.ambient.selfLight.night = 50
            }, at: evening, sensor: "als")
        for lux in before { driver.light(lux, for: .seconds(40)) }
        driver.light(20, for: .minutes(10))
        guard case .steady(_, let band)? = driver.plans.last else {
            Issue.record("it is still read as \(String(describing: driver.plans.last))")
            return
        }
        #expect(band.contains(20))
        #expect(band.contains(0) == !before.isEmpty)
    }

    @Test func `failing readings of steady light count from the last valid one`() {
        var driver = lit(at: evening)
        driver.light(300, for: .seconds(40))
        driver.wait(.seconds(30))
        driver.send(.lightMissed(lastValid: driver.now.boot - .seconds(5)))
        #expect(driver.last?.sensor == .trusted)
        driver.wait(.seconds(5))
        #expect(driver.last?.sensor == .stale)
    }

    // MARK: Slow readings

    /// Reads a light at every interval, a little different each time.
    private func read(
        _ lux: Double, every interval: Microseconds, times: Int, _ driver: inout EngineDriver
    ) {
        for count in 0..<times {
            driver.read(lux + Double(count % 2) * 0.1)
            driver.wait(interval)
        }
    }

    @Test(.row("S22"), arguments: [10, 30, 60].map(Microseconds.seconds))
    func `a sensor that is polled every 10 seconds or less often decides`(_ poll: Microseconds) {
        let slow = Configuration().with {
            $0.sensor.poll = poll
            $0.sensor.pollSteady = poll
        }
        var driver = EngineDriver(slow, at: evening, sensor: "als")
        read(300, every: poll, times: 6, &driver)
        #expect(driver.appearance == .light)
        read(20, every: poll, times: 10, &driver)
        #expect(driver.appearance == .dark)
        #expect(driver.last?.reason == .sensor)
        read(300, every: poll, times: 10, &driver)
        #expect(driver.appearance == .light)
        let states = Set(driver.published.map(\.sensor))
        #expect(states == [.warming, .trusted])
    }

    @Test func `a slow poll allows a longer silence`() {
        let slow = Configuration().with { $0.sensor.poll = .seconds(30) }
        var driver = EngineDriver(slow, at: evening, sensor: "als")
        read(300, every: .seconds(30), times: 6, &driver)
        // The last reading was 30 s ago; 61 s are two readings that did not come.
        driver.wait(.seconds(30))
        #expect(driver.last?.sensor == .trusted)
        driver.wait(.seconds(1))
        #expect(driver.last?.sensor == .stale)
        #expect(driver.last?.explanation.contains("no reading for 61 s") == true)
        driver.wait(.seconds(61 * 5 - 1))
        #expect(driver.last?.sensor == .stale)
        driver.wait(.seconds(1))
        #expect(driver.last?.sensor == .distrusted)
    }

    @Test(.row("S22")) func `a sensor that takes 13 seconds to answer decides`() {
        var driver = EngineDriver(Configuration(), at: evening, sensor: "als")
        read(300, every: .seconds(13), times: 8, &driver)
        #expect(driver.appearance == .light)
        let told = driver.published.count
        read(20, every: .seconds(13), times: 12, &driver)
        #expect(driver.appearance == .dark)
        #expect(driver.published[told...].allSatisfy { $0.sensor == .trusted })
    }

    @Test func `one failed reading of light that is read every 10 minutes does not distrust it`() {
        let rare = Configuration().with { $0.sensor.pollSteady = .minutes(10) }
        var driver = EngineDriver(rare, at: evening, sensor: "als")
        for second in 0..<60 { driver.light(300 + Double(second % 2), for: .seconds(1)) }
        let lastValid = driver.now.boot
        driver.wait(.minutes(10))
        driver.send(.lightMissed(lastValid: lastValid))
        #expect(driver.last?.sensor == .stale)
        driver.wait(.seconds(5))
        driver.read(300)
        #expect(driver.last?.sensor == .trusted)
        #expect(driver.appearance == .light)
    }

    // MARK: A value that never moves

    /// A lit evening that the reader finds to have been the same for half an hour.
    private func still() -> EngineDriver {
        var driver = lit(at: evening)
        driver.light(300, for: .minutes(2))
        driver.send(.lightStuck(true))
        return driver
    }

    @Test func `the schedule decides when a value is stuck`() {
        var driver = still()
        #expect(driver.last?.sensor == .distrusted)
        #expect(driver.appearance == .light)
        driver.wait(.seconds(30))
        #expect(driver.appearance == .dark)
        #expect(driver.last?.reason == .schedule)
        // For any time, nothing is to be done.
        let told = driver.published.count
        driver.wait(.hours(2))
        #expect(driver.published.count == told)
    }

    @Test func `an unread stuck sensor stays untrusted`() throws {
        var driver = lit(at: evening)
        driver.send(.modeChosen(.night, end: .after(.hours(1))))
        driver.send(.lightStuck(true))
        #expect(driver.last?.sensor == .distrusted)
        // The schedule decides after the override, so that is the change to expect.
        #expect(driver.live?.next?.appearance == .dark)
    }

    @Test func `a stuck sensor is trusted again as soon as its value varies`() {
        var driver = still()
        driver.wait(.minutes(5))
        #expect(driver.appearance == .dark)
        driver.send(.lightStuck(false))
        driver.read(301)
        #expect(driver.last?.sensor == .trusted)
        #expect(driver.appearance == .light)
        #expect(driver.last?.reason == .sensor)
    }

    @Test func `a pause in the readings is no movement`() {
        var driver = still()
        driver.wait(.minutes(5))
        driver.send(.modeChosen(.light, end: nil))
        driver.wait(.minutes(5))
        driver.send(.modeChosen(.auto, end: nil))
        driver.light(300, for: .seconds(20))
        #expect(driver.last?.sensor == .distrusted)
        #expect(driver.appearance == .dark)
    }

    @Test func `a stuck sensor does not affect the trust in another`() {
        var driver = still()
        driver.send(.sensorLost)
        driver.send(.sensorFound(key: "other"))
        for second in 0..<8 { driver.light(300 + Double(second % 2), for: .seconds(1)) }
        #expect(driver.last?.sensor == .trusted)
    }

    /// A dark room for hours: zero is trusted, and causes no wakeup.
    @Test(.row("S11")) func `darkness for hours is trusted and causes no wakeup`() {
        var driver = lit(at: evening)
        driver.light(0, for: .minutes(4))
        #expect(driver.last?.sensor == .trusted)
        #expect(driver.appearance == .dark)
        guard case .steady? = driver.plans.last else {
            Issue.record("it is still read as \(String(describing: driver.plans.last))")
            return
        }
        let told = driver.published.count
        driver.wait(.minutes(20))
        driver.light(0, for: .hours(2))
        // 22:30 opens the night window.
        #expect(driver.published.count == told)
        driver.light(0, for: .minutes(10))
        #expect(driver.last?.sensor == .trusted)
        #expect(driver.appearance == .night)
        #expect(driver.published.count == told + 1)
    }
}
