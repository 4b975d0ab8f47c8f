import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

/// How the engine avoids frequent changes: dwell time, reversal gap, flap guard, coalescing.
@Suite(.bounded) struct DwellFilterTests {
    /// A known sensor in a lit room at noon, with the shipped constants.
    private func lit(_ change: (inout Configuration) -> Void = { _ in }) -> EngineDriver {
        var driver = EngineDriver(
            Configuration().with(change), sensor: "als",
            saved: .fresh(movers: ["als"], at: WallTime(microsecondsSinceEpoch: 0)))
        driver.light(300, for: .seconds(90))
        return driver
    }

    /// Seconds until the appearance changes while the light stays so; nil for never in an hour.
    private func seconds(_ driver: inout EngineDriver, at lux: Double) -> Int64? {
        let before = driver.appearance
        for second in 0..<3600 {
            if driver.appearance != before { return Int64(second) }
            driver.light(lux, for: .seconds(1))
        }
        return nil
    }

    @Test func `a change to dark takes 30 s after the filter`() throws {
        var driver = lit()
        let taken = try #require(seconds(&driver, at: 20))
        #expect((33...40).contains(taken))
    }

    @Test func `light changes to night in one step if both changes are due`() throws {
        var driver = EngineDriver(
            Configuration().with {
                $0.ambient.nightNeeds = .sensor
                $0.ambient.dwell.darkToNight = .seconds(5)
            }, sensor: "als",
            saved: .fresh(movers: ["als"], at: WallTime(microsecondsSinceEpoch: 0)))
        driver.light(300, for: .seconds(90))
        // A fed level has no later reading on which the second change could come.
        driver.send(.lightReported(source: "phone", lux: try #require(Lux(0))))
        driver.wait(.minutes(2))
        #expect(driver.published.suffix(2).map(\.appearance) == [.light, .night])
        #expect(driver.changes == 1)
    }

    @Test func `a dwell time is kept although the readings arrive late`() throws {
        var driver = lit {
            $0.ambient.reversalGap = .zero
            $0.ambient.smoothing = .zero
        }
        func read(_ lux: Double) {
            let at = driver.now.boot - .seconds(8)
            driver.send(
                .light(LightSample(at: at, light: LightReading(value: lux, unit: .lux))))
            driver.wait(.seconds(1))
        }
        // Dark for 60 s, and light again while the readings of the dark are still on their way.
        for _ in 0..<60 where driver.appearance == .light { read(20) }
        try #require(driver.appearance == .dark)
        let change = driver.now.boot
        for _ in 0..<60 where driver.appearance == .dark { read(300) }
        #expect(driver.appearance == .light)
        #expect(driver.now.boot - change >= .seconds(15))
    }

    @Test(.row("S14")) func `a change to light takes 15 s`() throws {
        var driver = lit()
        driver.light(20, for: .minutes(5))
        let taken = try #require(seconds(&driver, at: 300))
        #expect((17...22).contains(taken))
    }

    @Test(arguments: [(Int64(0), Int64(20)), (120, 120), (600, 600)])
    func `no change is reversed within the reversal gap`(_ gap: Int64, _ least: Int64) throws {
        var driver = lit { $0.ambient.reversalGap = .seconds(gap) }
        _ = seconds(&driver, at: 20)
        let taken = try #require(seconds(&driver, at: 300))
        #expect(taken >= least - 4 && taken <= max(least, 22) + 4)
    }

    @Test func `repeated reversals extend the dwell time`() throws {
        var driver = lit { $0.ambient.reversalGap = .zero }
        var taken: [Int64] = []
        for turn in 0..<10 {
            let level = turn % 2 == 0 ? 20.0 : 300
            taken.append(try #require(seconds(&driver, at: level)))
            // Light that turns back at once, each time, is taken for one that follows the appearance.
            driver.light(level, for: .seconds(30))
        }
        // Three reversals are free; from the fourth on each doubles the dwell, up to eight times.
        #expect(taken[0] < 40 && taken[1] < 25 && taken[2] < 40 && taken[3] < 25 && taken[4] < 40)
        #expect((30...40).contains(taken[5]))
        #expect((120...130).contains(taken[6]))
        #expect((120...130).contains(taken[7]))
        #expect((240...250).contains(taken[8]))
    }

    @Test func `half an hour of steady light ends the longer dwell time`() throws {
        var driver = lit { $0.ambient.reversalGap = .zero }
        for turn in 0..<7 {
            let level = turn % 2 == 0 ? 20.0 : 300
            _ = seconds(&driver, at: level)
            driver.light(level, for: .seconds(30))
        }
        driver.light(20, for: .minutes(31))
        let taken = try #require(seconds(&driver, at: 300))
        #expect(taken < 25)
    }

    @Test func `without a dwell time the appearance changes with the reading`() throws {
        var driver = lit {
            $0.ambient.dwell.lightToDark = .zero
            $0.ambient.smoothing = .milliseconds(100)
        }
        let taken = try #require(seconds(&driver, at: 1))
        #expect(taken <= 5)
    }

    @Test func `night changes to light in one step if both changes are due`() {
        var driver = EngineDriver(
            Configuration(), at: "2026-03-20T23:00:00", sensor: "als",
            saved: .fresh(movers: ["als"], at: WallTime(microsecondsSinceEpoch: 0)))
        driver.light(0.5, for: .seconds(60))
        driver.light(150, for: .seconds(60))
        let shown = driver.published.map(\.appearance)
        let changes = shown.indices.filter { $0 == 0 || shown[$0] != shown[$0 - 1] }
        #expect(changes.map { shown[$0] } == [.dark, .night, .light])
    }

    /// A level of exactly a threshold is beyond it.
    @Test(arguments: [
        (300.0, 40.0, Appearance.dark), (20, 80, .light), (20, 3, .night), (0.5, 8, .dark),
    ])
    func `a level at the threshold itself changes the appearance`(
        _ before: Double, _ lux: Double, _ expected: Appearance
    ) {
        for step in [-0.001, 0, 0.001] {
            var driver = EngineDriver(
                Configuration(), at: "2026-03-20T23:00:00", sensor: "als",
                saved: .fresh(movers: ["als"], at: WallTime(microsecondsSinceEpoch: 0)))
            driver.light(before, for: .minutes(3))
            let start = driver.appearance
            driver.light(lux + step, for: .minutes(5))
            let isBeyond = lux < before ? step <= 0 : step >= 0
            #expect(driver.appearance == (isBeyond ? expected : start), "\(lux + step) lux")
        }
    }

    @Test func `leaving night does not wait for the reversal gap`() throws {
        var driver = EngineDriver(
            Configuration().with { $0.ambient.reversalGap = .minutes(10) },
            at: "2026-03-20T23:00:00", sensor: "als",
            saved: .fresh(movers: ["als"], at: WallTime(microsecondsSinceEpoch: 0)))
        driver.light(20, for: .minutes(15))
        _ = try #require(seconds(&driver, at: 0.5))
        #expect(driver.appearance == .night)
        let taken = try #require(seconds(&driver, at: 150))
        #expect(taken < 40)
    }

    @Test func `dim light changes night to dark`() {
        var driver = EngineDriver(
            Configuration(), at: "2026-03-20T23:00:00", sensor: "als",
            saved: .fresh(movers: ["als"], at: WallTime(microsecondsSinceEpoch: 0)))
        driver.light(0.5, for: .seconds(60))
        driver.light(20, for: .seconds(20))
        #expect(driver.appearance == .dark)
    }

    /// Random light around the thresholds: whatever it does, no change comes within the dwell.
    @Test(.row("S12"), arguments: Seeds.chosen(0..<20))
    func `no light causes two changes within the dwell time`(_ seed: UInt64) {
        var dice = SplitMix64(seed: seed)
        var driver = lit { $0.ambient.reversalGap = .zero }
        var changes: [BootTime] = []
        var sequence = driver.last?.sequence
        var lux = 60.0
        for _ in 0..<3600 {
            lux = min(max(lux * Double.random(in: 0.7...1.43, using: &dice), 0.1), 2000)
            driver.light(lux, for: .seconds(1))
            if driver.last?.sequence != sequence {
                sequence = driver.last?.sequence
                changes.append(driver.now.boot)
            }
        }
        for (earlier, later) in zip(changes, changes.dropFirst()) {
            #expect(later - earlier >= .seconds(10), "seed \(seed)")
        }
    }
}
