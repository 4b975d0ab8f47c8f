import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

/// A change during its dwell time: when it is published, and when it is the next change.
@Suite(.bounded) struct PendingChangeTests {
    private let noon = "2026-03-20T12:00:00"
    private let berlin = Coordinates(latitudeDegrees: 52.5, longitudeDegrees: 13.4)

    private func lit(_ configuration: Configuration = Configuration()) -> EngineDriver {
        var driver = EngineDriver(
            configuration, at: noon, place: berlin, sensor: "als",
            saved: .fresh(movers: ["als"], at: .calendarStart))
        driver.light(350, for: .seconds(50))
        return driver
    }

    private func settings(_ change: (inout Configuration) -> Void) -> EngineSettings {
        EngineSettings(Configuration().with(change), place: berlin, zone: .utc)
    }

    @Test func `a pending change is published once, with a constant instant`() {
        var driver = lit()
        let before = driver.published.count
        driver.light(11, for: .seconds(25))
        #expect(driver.published.count == before + 1)
        let pending = driver.last?.pending
        #expect(pending?.appearance == .dark && driver.last?.next == pending)
        driver.light(11, for: .seconds(12))
        #expect(driver.appearance == .dark)
        #expect(driver.last?.pending == nil)
        #expect(pending.map { driver.last?.since.isWithin(.seconds(1), of: $0.at) } == true)
    }

    @Test func `why says of an input that its level does not decide yet`() throws {
        var driver = EngineDriver(Configuration(), at: "2026-03-20T20:00:00", place: berlin)
        driver.send(.lightReported(source: "phone", lux: try #require(Lux(300))))
        driver.wait(.seconds(5))
        let fed = try #require(driver.rationale.inputs.first { $0.name == "fed" })
        #expect(fed.vote == .dark && fed.why == "phone reports 300 lux, which is light in 10 s")
        driver.wait(.seconds(20))
        let after = driver.rationale.inputs.first { $0.name == "fed" }
        #expect(after?.vote == .light && after?.why == "phone reports 300 lux")
        var room = lit()
        room.light(11, for: .seconds(12))
        let sensor = try #require(room.rationale.inputs.first { $0.name == "sensor" })
        #expect(sensor.why.contains(", which is dark in "), "\(sensor.why)")
    }

    @Test func `the levels that change the appearance are those of the thresholds`() {
        let driver = lit()
        #expect(
            driver.rationale.crossings
                == [Rationale.Crossing(appearance: .dark, side: .below, level: 40)])
        #expect(driver.live?.next == nil)
    }

    @Test func `light that returns withdraws the pending change`() {
        var driver = lit()
        driver.light(11, for: .seconds(12))
        #expect(driver.last?.pending != nil)
        driver.light(350, for: .seconds(5))
        #expect(driver.last?.pending == nil && driver.appearance == .light)
    }

    @Test func `light that falls further while it waits is announced as night`() {
        let configuration = Configuration().with {
            $0.ambient.nightNeeds = .sensor
            $0.ambient.dwell.lightToDark = .minutes(3)
            $0.ambient.dwell.darkToNight = .seconds(30)
        }
        var driver = lit(configuration)
        driver.light(11, for: .seconds(30))
        #expect(driver.last?.pending?.appearance == .dark)
        driver.light(0.5, for: .seconds(30))
        let pending = driver.last?.pending
        #expect(pending?.appearance == .night)
        #expect(driver.last?.explanation.contains("would be night") == true)
        driver.light(0.5, for: .minutes(3))
        #expect(driver.appearance == .night && driver.last?.previous == .light)
        #expect(pending.map { driver.last?.since.isWithin(.seconds(3), of: $0.at) } == true)
    }

    /// From night to light in one step: the comparator of dark is due first, and waits.
    @Test func `a pending change names the appearance that will result`() {
        var driver = EngineDriver(
            Configuration(), at: "2026-03-20T23:00:00", place: berlin, sensor: "als",
            saved: .fresh(movers: ["als"], at: .calendarStart))
        driver.light(0.5, for: .seconds(20))
        #expect(driver.appearance == .night)
        driver.light(500, for: .seconds(9))
        let pending = driver.last?.pending
        #expect(pending?.appearance == .light)
        driver.light(500, for: .seconds(20))
        #expect(driver.changes == 1 || driver.last?.previous == .night)
        #expect(driver.appearance == .light)
    }

    @Test func `reported light is judged by new thresholds without another report`() throws {
        var driver = EngineDriver(Configuration(), at: noon, place: berlin)
        driver.send(.lightReported(source: "lamp", lux: try #require(Lux(60))))
        #expect(driver.last?.pending == nil)
        driver.send(.configured(settings { $0.ambient.thresholds.darkBelow = 70 }))
        #expect(driver.last?.pending?.appearance == .dark)
        driver.wait(.seconds(31))
        #expect(driver.appearance == .dark)
    }

    /// The reader hands in nothing while light stays in its band: another threshold ends that.
    @Test func `steady light is judged by new thresholds without moving`() {
        var driver = EngineDriver(
            Configuration(), at: noon, place: berlin, sensor: "als",
            saved: .fresh(movers: ["als"], at: .calendarStart))
        driver.light(60, for: .minutes(2))
        guard case .steady? = driver.plans.last else {
            Issue.record("light is not steady: \(String(describing: driver.plans.last))")
            return
        }
        driver.send(.configured(settings { $0.ambient.thresholds.darkBelow = 70 }))
        driver.light(60, for: .seconds(40))
        #expect(driver.appearance == .dark)
    }

    @Test func `a boundary that comes first is the next change`() throws {
        var driver = EngineDriver(
            Configuration().with { $0.ambient.policy = .darker }, at: "2026-03-20T17:18:50",
            place: berlin)
        driver.send(.lightReported(source: "lamp", lux: try #require(Lux(12))))
        #expect(driver.last?.pending != nil)
        #expect(driver.last?.next?.at.iso8601 == "2026-03-20T17:19:00Z")
    }

    @Test func `the end of reported light and of a pause is published and constant`() throws {
        var driver = EngineDriver(Configuration(), at: noon, place: berlin)
        let now = driver.now.wall
        driver.send(.lightReported(source: "lamp", lux: try #require(Lux(500))))
        driver.wait(.minutes(10))
        driver.send(.paused(end: .after(.hours(1))))
        #expect(driver.last?.reported == ReportedLight(source: "lamp", until: now + .minutes(30)))
        #expect(driver.last?.pausedUntil == now + .minutes(70))
        driver.wait(.minutes(21))
        #expect(driver.last?.reported == nil)
        driver.send(.resumed)
        #expect(driver.last?.pausedUntil == nil)
    }
}

extension WallTime {
    fileprivate func isWithin(_ span: Microseconds, of other: WallTime) -> Bool {
        max(self - other, other - self) <= span
    }
}
