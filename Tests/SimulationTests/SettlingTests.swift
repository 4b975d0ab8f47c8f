import AppearanceConfig
import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

/// Constant light under every configuration that is accepted: the appearance settles.
@Suite(.bounded) struct SettlingTests {
    @Test(.row("S24"), arguments: Seeds.chosen(1...4))
    func `any accepted configuration settles in any constant light`(seed: UInt64) {
        var dice = SplitMix64(seed: seed)
        var ambient = Configuration(&dice).ambient
        let drawn = ambient.selfLight
        // As close to the limit as a file may be, and at times far below it.
        repeat {
            ambient.selfLight = drawn
            ambient.selfLight.night = dice.lux(0.1, 50)
            ambient.selfLight.dark = dice.lux(0.1, 100)
            ambient.selfLight.light = dice.lux(0.1, 2_000)
        } while !ambient.selfLightSettles
        ambient.policy = .sensor
        let limit = ambient.selfLightLimit(of: .light, over: .dark) ?? 0
        for part in [0.999, 0.5] {
            var settings = ambient
            settings.selfLight.light = limit * part
            guard settings.selfLightSettles else { continue }
            let thresholds = settings.thresholds
            let own = settings.selfLight
            for level in [
                thresholds.darkBelow + own.light, thresholds.lightAbove + own.dark,
                thresholds.nightBelow + own.dark, thresholds.nightAbove + own.night,
                dice.lux(), dice.lux(), 0,
            ] {
                for near in [0.99, 1, 1.01] {
                    let changes = changes(settings, in: level * near)
                    #expect(changes <= 2, "\(level * near) lux, \(settings)")
                }
            }
        }
    }

    /// Returns the number of changes in three hours of the same light.
    private func changes(_ ambient: AmbientSettings, in lux: Double) -> Int64 {
        var configuration = Configuration()
        configuration.ambient = ambient
        configuration.ambient.smoothing = .milliseconds(100)
        configuration.ambient.reversalGap = .zero
        configuration.ambient.dwell = DwellSettings()
        configuration.schedule.everyDay.light = .clock(ClockTime(wrapping: 0))
        configuration.schedule.everyDay.dark = .clock(ClockTime(wrapping: 1))
        configuration.schedule.everyDay.night = .clock(ClockTime(wrapping: 2))
        configuration.schedule.everyDay.nightEnd = .clock(ClockTime(wrapping: 1439))
        configuration.sensor.poll = .seconds(5)
        let settings = EngineSettings(configuration, place: nil, zone: .utc)
        let start = WallTime(iso8601: "2026-03-20T12:00:00", zone: .utc) ?? .calendarStart
        var now = Moment(boot: BootTime(microsecondsSinceBoot: 1_000_000), wall: start)
        var engine = Engine(settings, saved: nil, at: now)
        _ = engine.handle(.sensorFound(key: "als"), at: now)
        _ = engine.handle(.started, at: now)
        var settled: Int64?
        for reading in 0..<720 {
            now.boot = now.boot + .seconds(5)
            now.wall = now.wall + .seconds(5)
            // Real light is never quite still.
            let level = Lux.drawn(lux * (reading % 2 == 0 ? 1 : 1.0001))
            _ = engine.handle(.light(LightSample(at: now.boot, lux: level)), at: now)
            // Until it is trusted, the schedule decides.
            if engine.snapshot?.sensor == .trusted, settled == nil {
                settled = engine.snapshot?.sequence
            }
        }
        return (engine.snapshot?.sequence ?? 0) - (settled ?? 0)
    }
}
