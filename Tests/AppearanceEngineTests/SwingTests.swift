import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

/// Light that depends on the appearance, such as that of a lamp which a hook turns on in dark.
@Suite(.bounded) struct SwingTests {
    /// Reads a light once a second for hours, with or without a lamp that is on while it is not light.
    private func live(
        _ driver: inout EngineDriver, outside: Double, lamp: Double, hours: Int,
        every interval: Int = 1
    ) {
        for second in stride(from: 0, to: hours * 3_600, by: interval) {
            let light = outside + (driver.appearance == .light ? 0 : lamp)
            driver.read(light + Double(second / interval % 3) * 0.01)
            driver.wait(.seconds(Int64(interval)))
        }
    }

    @Test(.row("S25"), arguments: [(5.0, 300.0, 1), (1, 100, 1), (30, 60, 1), (5, 300, 20)])
    func `constant light that follows the appearance changes it twice at most`(
        outside: Double, lamp: Double, interval: Int
    ) {
        let configuration = Configuration().with {
            $0.sensor.poll = .seconds(Int64(interval))
            $0.sensor.pollSteady = .seconds(Int64(max(interval, 5)))
        }
        var driver = EngineDriver(configuration, sensor: "als")
        live(&driver, outside: outside, lamp: lamp, hours: 3, every: interval)
        #expect(driver.changes <= 3)
        #expect(
            driver.last?.explanation.contains("this light follows the appearance") == true,
            "\(driver.last?.explanation ?? "")")
        #expect(driver.last?.pending == nil)
        let before = driver.changes
        live(&driver, outside: outside, lamp: lamp, hours: 3, every: interval)
        #expect(driver.changes == before)
        // Another light is followed again.
        live(&driver, outside: outside / 5, lamp: 0, hours: 1, every: interval)
        #expect(driver.appearance == .dark)
        live(&driver, outside: 600, lamp: 0, hours: 1, every: interval)
        #expect(driver.appearance == .light)
    }

    @Test(.row("S25")) func `a lamp that a person turns on and off is followed`() {
        var driver = EngineDriver(Configuration(), at: "2026-03-20T20:00:00", sensor: "als")
        for turn in 0..<6 {
            live(&driver, outside: turn % 2 == 0 ? 300 : 5, lamp: 0, hours: 1)
            #expect(driver.appearance == (turn % 2 == 0 ? .light : .dark))
        }
    }
}
