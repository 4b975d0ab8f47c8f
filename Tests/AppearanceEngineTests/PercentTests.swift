import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

/// A sensor that measures no lux but a percentage of its range.
@Suite(.bounded) struct PercentTests {
    private let evening = "2026-03-20T20:00:00"

    /// A sensor that has reported this percentage until it is trusted.
    private func lit(_ percent: Double, _ configuration: Configuration = .test) -> EngineDriver {
        var driver = EngineDriver(configuration, at: evening, sensor: "applesmc")
        for second in 0..<8 {
            driver.light(percent + Double(second % 2) / 10, .percent, for: .seconds(1))
        }
        return driver
    }

    @Test func `a level in percent is never published as lux`() {
        let driver = lit(40)
        #expect(driver.last?.sensor == .trusted)
        #expect(driver.last?.light?.unit == .percent)
        #expect(driver.announcedLight.allSatisfy { $0?.unit != .lux })
    }

    /// 40 lux would be dark, and 10 as well: 40 % is light, 10 % changes nothing, 5 % is dark.
    @Test func `a level in percent has its own thresholds`() {
        var driver = lit(40)
        #expect(driver.appearance == .light)
        driver.light(10, .percent, for: .seconds(60))
        #expect(driver.appearance == .light)
        driver.light(5, .percent, for: .seconds(60))
        #expect(driver.appearance == .dark)
        driver.light(20, .percent, for: .seconds(60))
        #expect(driver.appearance == .light)
    }

    @Test func `the thresholds in percent are configurable`() {
        let mac = Configuration.test.with {
            $0.ambient.percent = Thresholds(
                darkBelow: 0.5, lightAbove: 1.5, nightBelow: 0, nightAbove: 0.3)
        }
        #expect(lit(1.6, mac).appearance == .light)
        #expect(lit(0.4, mac).appearance == .dark)
    }

    @Test func `the screen's own light is not subtracted from a percentage`() {
        let bright = Configuration.test.with { $0.ambient.selfLight.dark = 30 }
        #expect(lit(25, bright).appearance == .light)
    }

    @Test func `a reported level counts in lux beside a sensor in percent`() {
        var driver = lit(40)
        driver.send(.lightReported(source: "lamp", lux: Lux(50).unsafelyUnwrapped))
        driver.wait(.seconds(10))
        #expect(driver.last?.light == LightReading(value: 50, unit: .lux))
        // 50 lux changes nothing, 50 % would be light.
        #expect(driver.appearance == .light)
        driver.send(.lightReported(source: "lamp", lux: Lux(20).unsafelyUnwrapped))
        driver.wait(.seconds(10))
        #expect(driver.appearance == .dark)
        driver.light(20, .percent, for: .minutes(31))
        #expect(driver.announcedLight.last??.unit == .percent)
        #expect(driver.appearance == .light)
    }

    @Test func `a change of the unit discards the previous levels`() {
        var driver = lit(40)
        driver.send(.sensorLost)
        driver.send(.sensorFound(key: "als"))
        for second in 0..<60 { driver.light(30 + Double(second % 2), for: .seconds(1)) }
        #expect(driver.last?.light?.unit == .lux)
        #expect(driver.appearance == .dark)
    }

    @Test func `the rationale has the unit of the deciding light`() throws {
        var driver = lit(40)
        #expect(driver.rationale.light.unit == .percent)
        #expect(driver.rationale.light.thresholds == .percent)
        driver.send(.lightReported(source: "lamp", lux: try #require(Lux(50))))
        #expect(driver.rationale.light.unit == .lux)
        #expect(driver.rationale.light.thresholds == Thresholds())
    }
}
