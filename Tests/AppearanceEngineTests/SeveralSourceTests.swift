import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

/// Several sensors and several programs that report light.
@Suite(.bounded) struct SeveralSourceTests {
    private func report(
        _ lux: Double, from source: String, _ connection: UInt32? = nil,
        to driver: inout EngineDriver
    ) {
        guard let lux = Lux(lux) else { return }
        driver.send(.lightReported(source: source, lux: lux, connection: connection))
    }

    private func driver(
        _ configuration: Configuration = .test, preferring: [String] = [], sensor: String? = nil
    ) -> EngineDriver {
        EngineDriver(
            configuration.with { $0.sensor.prefer = preferring }, sensor: sensor,
            saved: .fresh(movers: ["als", "base"], at: .calendarStart))
    }

    // MARK: Reported light

    @Test(.row("S26"), arguments: [nil, 1] as [UInt32?])
    func `two feeders that disagree change nothing after the first`(connection: UInt32?) {
        var driver = driver()
        report(30, from: "balcony", connection, to: &driver)
        driver.wait(.seconds(20))
        let changes = driver.changes
        for _ in 0..<14 {
            report(300, from: "desk", connection.map { $0 + 1 }, to: &driver)
            driver.wait(.seconds(130))
            report(30, from: "balcony", connection, to: &driver)
            driver.wait(.seconds(130))
        }
        #expect(driver.changes == changes)
        #expect(driver.last?.reported?.source == "balcony")
        #expect(driver.rationale.inputs.contains { $0.name == "fed" && $0.why.hasPrefix("desk") })
    }

    @Test(.row("S26")) func `of one name the newest connection counts`() {
        var driver = driver()
        for _ in 0..<10 {
            report(30, from: "desk", 1, to: &driver)
            driver.wait(.seconds(60))
            report(300, from: "desk", 2, to: &driver)
            driver.wait(.seconds(60))
        }
        #expect(driver.last?.light?.value == 300)
        #expect(driver.appearance == .light)
        #expect(driver.changes <= 2)
        driver.send(.reportEnded(connection: 2))
        #expect(driver.last?.light?.value == 30)
    }

    @Test func `the levels of one name end, and no others`() {
        var driver = driver()
        report(300, from: "desk", to: &driver)
        report(200, from: "desk", 1, to: &driver)
        report(100, from: "balcony", 2, to: &driver)
        driver.send(.reportsEnded(source: "sill"))
        #expect(driver.last?.reported?.source == "desk")
        driver.send(.reportsEnded(source: "desk"))
        #expect(driver.last?.reported?.source == "balcony")
        driver.send(.reportsEnded(source: "balcony"))
        #expect(driver.last?.reported == nil && driver.last?.light == nil)
    }

    @Test func `the next reported level needs its dwell time`() {
        var driver = driver()
        report(300, from: "desk", 1, to: &driver)
        driver.wait(.seconds(10))
        report(10, from: "balcony", 2, to: &driver)
        driver.wait(.minutes(3))
        #expect(driver.appearance == .light)
        driver.send(.reportEnded(connection: 1))
        #expect(driver.last?.reported?.source == "balcony")
        driver.wait(.seconds(4))
        #expect(driver.appearance == .light)
        driver.wait(.seconds(2))
        #expect(driver.appearance == .dark)
    }

    @Test func `a preferred name decides after a minute and no more than once in five minutes`() {
        var driver = driver(preferring: ["desk"])
        report(300, from: "balcony", to: &driver)
        driver.wait(.seconds(10))
        report(10, from: "desk", 1, to: &driver)
        driver.wait(.seconds(30))
        #expect(driver.last?.reported?.source == "balcony")
        driver.wait(.seconds(30))
        #expect(driver.last?.reported?.source == "desk", "it needs no other report")
        driver.send(.reportEnded(connection: 1))
        #expect(driver.last?.reported?.source == "balcony")
        report(10, from: "desk", 1, to: &driver)
        driver.wait(.minutes(2))
        report(10, from: "desk", 1, to: &driver)
        #expect(driver.last?.reported?.source == "balcony")
        driver.wait(.minutes(3))
        #expect(driver.last?.reported?.source == "desk")
    }

    @Test func `the names that are kept are limited`() {
        var driver = driver()
        for number in 0..<10_000 { report(Double(number % 100), from: "\(number)", to: &driver) }
        #expect(driver.last?.reported?.source == "0")
        #expect(driver.rationale.inputs.count { $0.name == "fed" } == 16)
    }

    // MARK: Slow sources

    /// A dark cellar, whose sensor reports every half hour.
    private func cellar() -> EngineDriver {
        var driver = driver()
        for lux in [1.0, 0, 1] {
            report(lux, from: "zigbee", 1, to: &driver)
            driver.wait(.minutes(30))
        }
        return driver
    }

    @Test(.row("S34")) func `a single report of a slow source changes nothing`() {
        var driver = cellar()
        let before = driver.appearance
        #expect(before != .light)
        report(865, from: "zigbee", 1, to: &driver)
        driver.wait(.minutes(30))
        #expect(driver.appearance == before)
        #expect(
            driver.live?.explanation.hasSuffix(
                "865 lux from zigbee would be light once it is reported again.") == true,
            "\(driver.live?.explanation ?? "")")
        report(0, from: "zigbee", 1, to: &driver)
        driver.wait(.minutes(30))
        #expect(driver.appearance == before)
    }

    @Test(.row("S34")) func `a second report of a slow source confirms the first`() {
        var driver = cellar()
        report(865, from: "zigbee", 1, to: &driver)
        driver.wait(.minutes(10))
        report(850, from: "zigbee", 1, to: &driver)
        driver.wait(.seconds(4))
        #expect(driver.appearance != .light)
        driver.wait(.seconds(2))
        #expect(driver.appearance == .light)
    }

    @Test(.row("S34")) func `without a second report, the time of its interval has to pass`() {
        var driver = cellar()
        report(865, from: "zigbee", 1, to: &driver)
        driver.wait(.minutes(32))
        #expect(driver.appearance != .light)
        driver.wait(.seconds(90))
        #expect(driver.appearance == .light)
    }

    @Test func `a source that reports often needs no second report`() {
        var driver = driver()
        for _ in 0..<5 {
            report(1, from: "lamp", 1, to: &driver)
            driver.wait(.minutes(2))
        }
        report(865, from: "lamp", 1, to: &driver)
        driver.wait(.seconds(6))
        #expect(driver.appearance == .light)
    }

    @Test(.row("S35")) func `a connected source may report changes only`() {
        var driver = driver()
        report(5, from: "zigbee", 1, to: &driver)
        driver.wait(.minutes(119))
        #expect(driver.last?.reported?.source == "zigbee")
        #expect(driver.appearance != .light)
        driver.wait(.seconds(61))
        #expect(driver.last?.reported == nil)
        #expect(
            driver.live?.explanation.contains("reported light counts for 2 h") == true,
            "\(driver.live?.explanation ?? "")")
    }

    // MARK: A sensor and reported light

    private func lit(preference: Int?) -> EngineDriver {
        var driver = driver(preferring: ["als"])
        driver.send(.sensorFound(key: "als", SensorRole(preference: preference)))
        driver.light(300, for: .seconds(20))
        return driver
    }

    @Test func `a preferred sensor decides although light is reported`() {
        var driver = lit(preference: 0)
        report(5, from: "phone", to: &driver)
        driver.light(300, for: .minutes(2))
        #expect(driver.last?.reported == nil)
        #expect(driver.appearance == .light)
        // Reported light decides at once when the sensor is gone, and needs its dwell time.
        driver.send(.sensorLost)
        #expect(driver.last?.reported?.source == "phone")
        driver.wait(.seconds(4))
        #expect(driver.appearance == .light)
        driver.wait(.seconds(2))
        #expect(driver.appearance == .dark)
        // Back, it decides once it has been trusted for a minute.
        driver.wait(.minutes(5))
        driver.send(.sensorFound(key: "als", SensorRole(preference: 0)))
        driver.light(300, for: .seconds(55))
        #expect(driver.last?.reported?.source == "phone")
        driver.light(300, for: .seconds(20))
        #expect(driver.last?.reported == nil)
        #expect(driver.appearance == .light)
    }

    @Test(.row("S31")) func `reported light that comes and goes does not alternate with a sensor`()
    {
        var driver = lit(preference: nil)
        let changes = driver.changes
        for _ in 0..<60 {
            report(5, from: "phone", 1, to: &driver)
            driver.light(300, for: .seconds(30))
            driver.send(.reportEnded(connection: 1))
            driver.light(300, for: .seconds(30))
        }
        // In half an hour, the report replaces the sensor every five minutes at most.
        #expect(driver.changes - changes <= 24)
    }

    // MARK: Sensors

    @Test(.row("S31")) func `a sensor in place of another one changes nothing by itself`() {
        var driver = driver(sensor: "als")
        driver.light(300, for: .seconds(20))
        #expect(driver.appearance == .light)
        let changes = driver.changes
        driver.send(.sensorFound(key: "base"))
        #expect(driver.changes == changes)
        // Five readings make it trusted, and then its level needs the dwell time.
        driver.light(5, for: .seconds(8))
        #expect(driver.appearance == .light)
        driver.light(5, for: .seconds(4))
        #expect(driver.appearance == .dark)
        #expect(driver.changes == changes + 1)
    }

    @Test func `the dwell time of a pending change goes on with the next sensor`() {
        var driver = driver(
            Configuration.test.with { $0.ambient.dwell.lightToDark = .seconds(30) }, sensor: "als")
        driver.light(300, for: .seconds(20))
        driver.light(5, for: .seconds(22))
        driver.send(.sensorFound(key: "base"))
        driver.light(5, for: .seconds(12))
        #expect(driver.appearance == .dark)
    }

    @Test(.row("S27")) func `the closed lid does not matter to a sensor that it does not cover`() {
        var driver = driver()
        driver.send(.sensorFound(key: "als", SensorRole(isUnderLid: false)))
        driver.light(300, for: .seconds(20))
        let plan = driver.plans.last
        driver.send(.lidClosed(true))
        #expect(driver.plans.last == plan)
        driver.light(300, for: .minutes(3))
        #expect(driver.last?.sensor == .trusted)
        #expect(driver.last?.reason == .sensor)
        // Undocked: the sensor that is left is under the lid.
        driver.send(.sensorFound(key: "base"))
        #expect(driver.plans.last == .off)
        driver.wait(.minutes(3))
        #expect(driver.last?.sensor == .distrusted)
        #expect(driver.last?.reason == .schedule)
        #expect(driver.last?.explanation.contains("the lid is closed") == true)
    }

    @Test func `the sensor is named once there are two`() {
        var driver = driver(sensor: "als")
        driver.light(500, for: .seconds(20))
        #expect(driver.live?.explanation.hasPrefix("Light: 500 lux, above 80.") == true)
        driver.send(.sensorFound(key: "als", SensorRole(label: "als (lid)")))
        driver.light(500, for: .seconds(3))
        let words = driver.live?.explanation ?? ""
        #expect(words.hasPrefix("Light: 500 lux from als (lid), above 80."), "\(words)")
        #expect(
            driver.rationale.inputs.first { $0.name == "sensor" }?.why
                == "the room has 500 lux by als (lid)")
    }
}
