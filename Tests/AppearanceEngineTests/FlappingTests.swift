import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

/// Light that will not make up its mind.
@Suite(.bounded) struct FlappingTests {
    /// 30 % of noise on a level that wanders across every threshold, ten readings a second for an
    /// hour.
    @Test(arguments: Seeds.chosen(0..<6))
    func `two changes are at least a dwell time apart`(_ seed: UInt64) {
        var dice = SplitMix64(seed: seed)
        let poll = Configuration().with { $0.sensor.poll = .milliseconds(500) }
        var driver = EngineDriver(
            poll, sensor: "als",
            saved: .fresh(movers: ["als"], at: WallTime(microsecondsSinceEpoch: 0)))
        driver.light(300, for: .seconds(10))
        var level = 60.0
        var changes: [(at: BootTime, to: Appearance?)] = []
        var sequence = driver.last?.sequence
        for tenth in 0..<36_000 {
            if tenth % 100 == 0 {
                level = min(max(level * Double.random(in: 0.5...2, using: &dice), 2), 200)
            }
            driver.read(level * Double.random(in: 0.7...1.3, using: &dice))
            driver.wait(.milliseconds(100))
            if driver.last?.sequence != sequence {
                sequence = driver.last?.sequence
                changes.append((driver.now.boot, driver.appearance))
            }
        }
        #expect(changes.count <= 60, "seed \(seed)")
        for (earlier, later) in zip(changes, changes.dropFirst()) {
            let dwell: Microseconds = later.to == .light ? .seconds(15) : .seconds(30)
            #expect(later.at - earlier.at >= dwell, "seed \(seed)")
        }
    }

    @Test(arguments: Seeds.chosen([7]))
    func `noise around a level within the band changes nothing`(_ seed: UInt64) {
        var dice = SplitMix64(seed: seed)
        var driver = EngineDriver(
            Configuration(), sensor: "als",
            saved: .fresh(movers: ["als"], at: WallTime(microsecondsSinceEpoch: 0)))
        driver.light(300, for: .seconds(30))
        let sequence = driver.last?.sequence
        for _ in 0..<36_000 {
            driver.read(60 * Double.random(in: 0.7...1.3, using: &dice))
            driver.wait(.milliseconds(100))
        }
        #expect(driver.last?.sequence == sequence)
    }
}
