import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

/// The complete table of the results of light, schedule, policy and `night_needs`.
@Suite(.bounded) struct PolicyTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let policy: Policy
        let needs: NightNeeds
        let lux: Double?
        /// By day, in the evening, in the night window.
        let shown: [Appearance]

        var testDescription: String {
            "\(policy), night needs \(needs), \(lux.map { "\($0) lux" } ?? "no sensor")"
        }

        init(_ policy: Policy, _ needs: NightNeeds, _ lux: Double?, _ shown: Appearance...) {
            self.policy = policy
            self.needs = needs
            self.lux = lux
            self.shown = shown
        }
    }

    static let rows: [Row] = [
        .init(.sensor, .both, nil, .light, .dark, .dark),
        .init(.sensor, .both, 300, .light, .light, .light),
        .init(.sensor, .both, 20, .dark, .dark, .dark),
        .init(.sensor, .both, 0.5, .dark, .dark, .night),
        .init(.sensor, .sensor, nil, .light, .dark, .dark),
        .init(.sensor, .sensor, 300, .light, .light, .light),
        .init(.sensor, .sensor, 20, .dark, .dark, .dark),
        .init(.sensor, .sensor, 0.5, .night, .night, .night),
        .init(.sensor, .schedule, nil, .light, .dark, .night),
        .init(.sensor, .schedule, 300, .light, .light, .light),
        .init(.sensor, .schedule, 20, .dark, .dark, .night),
        .init(.sensor, .schedule, 0.5, .dark, .dark, .night),
        .init(.darker, .both, 300, .light, .dark, .dark),
        .init(.darker, .both, 20, .dark, .dark, .dark),
        .init(.darker, .both, 0.5, .dark, .dark, .night),
        .init(.darker, .schedule, 300, .light, .dark, .night),
        .init(.lighter, .both, 300, .light, .light, .light),
        .init(.lighter, .both, 20, .light, .dark, .dark),
        .init(.lighter, .both, 0.5, .light, .dark, .dark),
        .init(.schedule, .both, 300, .light, .dark, .dark),
        .init(.schedule, .both, 0.5, .light, .dark, .dark),
        .init(.schedule, .schedule, 300, .light, .dark, .night),
    ]

    @Test(arguments: rows)
    func `each policy decides as its table states`(_ row: Row) {
        let times = ["2026-03-20T12:00:00", "2026-03-20T20:00:00", "2026-03-20T23:30:00"]
        let shown = times.map { time in
            var driver = EngineDriver(
                .test.with {
                    $0.ambient.policy = row.policy
                    $0.ambient.nightNeeds = row.needs
                }, at: time, sensor: row.lux == nil ? nil : "als",
                saved: .fresh(movers: ["als"], at: WallTime(microsecondsSinceEpoch: 0)))
            if let lux = row.lux { driver.light(lux, for: .seconds(10)) }
            return driver.appearance
        }
        #expect(shown == row.shown)
    }

    @Test func `the schedule alone reads no sensor`() {
        let driver = EngineDriver(.test.with { $0.ambient.policy = .schedule }, sensor: "als")
        #expect(driver.plans.isEmpty)
    }

    @Test func `the screen's own light is subtracted`() {
        var driver = EngineDriver(
            .test.with { $0.ambient.selfLight.light = 50 }, sensor: "als",
            saved: .fresh(movers: ["als"], at: WallTime(microsecondsSinceEpoch: 0)))
        driver.light(300, for: .seconds(10))
        #expect(driver.appearance == .light)
        driver.light(70, for: .seconds(20))
        #expect(driver.appearance == .dark)
    }
}
