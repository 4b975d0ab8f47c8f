import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

/// The publication of a light level that decides nothing.
@Suite(.bounded) struct LightPublicationTests {
    private func lux(_ value: Double) -> LightReading { LightReading(value: value, unit: .lux) }

    private func driver(feeding levels: Double...) throws -> EngineDriver {
        var driver = EngineDriver()
        for level in levels {
            driver.send(.lightReported(source: "lamp", lux: try #require(Lux(level))))
        }
        return driver
    }

    @Test func `a level within a second of the last is published at its end`() throws {
        var driver = try driver(feeding: 500, 5000)
        #expect(driver.last?.light == lux(500))
        #expect(driver.announcedLight.isEmpty)
        driver.wait(.milliseconds(999))
        #expect(driver.announcedLight.isEmpty)
        driver.wait(.milliseconds(1))
        #expect(driver.announcedLight == [lux(5000)])
        driver.wait(.seconds(60))
        #expect(driver.announcedLight.count == 1)
    }

    @Test func `of several levels within a second the newest is published`() throws {
        var driver = try driver(feeding: 500, 5000, 700, 900)
        driver.wait(.seconds(2))
        #expect(driver.announcedLight == [lux(900)])
    }

    @Test func `a choice has the level at which it was made, which is unknown from then on`() {
        var driver = EngineDriver(sensor: "als")
        driver.light(300, for: .minutes(2))
        let before = driver.announcedLight.count
        driver.send(.modeChosen(.dark, end: nil))
        #expect(driver.last?.light == lux(300))
        #expect(driver.announcedLight.dropFirst(before) == [nil])
        driver.wait(.hours(1))
        driver.send(.modeChosen(.night, end: nil))
        driver.send(.configurationRefused("a problem"))
        #expect(driver.last?.light == nil)
        #expect(driver.announcedLight.dropFirst(before) == [nil])
    }

    @Test func `a level that barely changed is not published`() throws {
        var driver = try driver(feeding: 500, 540)
        driver.wait(.seconds(2))
        #expect(driver.announcedLight.isEmpty)
    }
}
