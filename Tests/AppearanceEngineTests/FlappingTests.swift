import AppearanceEngine
import AppearanceModel
import Testing

/// Light that will not make up its mind.
@Suite struct FlappingTests {
    /// 30 % of noise on a level that wanders across every threshold, ten readings a second for an
    /// hour.
    @Test(arguments: 0..<6)
    func noTwoChangesComeWithinADwell(_ seed: UInt64) {
        var dice = LightNoise(state: seed)
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

    @Test func noiseAroundALevelWithinTheBandChangesNothing() {
        var dice = LightNoise(state: 7)
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

/// SplitMix64, so that a seed names a course of light for good.
private struct LightNoise: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
