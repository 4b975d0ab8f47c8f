import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

/// The times at which a source that measures light only on request should do so.
///
/// Drawings of time: one column each five minutes. `B` is a reported level of 500 lux, `l` one of 100, `m` of
/// 60, `d` of 30, `n` of 0, and `-` the same time without a report. Below it, after that, `!` while a level is
/// needed.
/// The schedule is light at 07:00, dark at 19:00 and night at 22:30.
@Suite(.bounded) struct LightNeedTests {
    private static let configuration = Configuration.test.with {
        $0.schedule.everyDay.light = .clock(ClockTime(wrapping: 7 * 60))
        $0.schedule.everyDay.dark = .clock(ClockTime(wrapping: 19 * 60))
        $0.schedule.everyDay.night = .clock(ClockTime(wrapping: 22 * 60 + 30))
        $0.schedule.everyDay.nightEnd = .clock(ClockTime(wrapping: 6 * 60))
    }

    @Test(arguments: [
        (
            "without a level it is needed, and by day one of 30 minutes", "12:00", "-B------B-",
            "!......!.."
        ),
        ("near a threshold one of five minutes is too old", "12:00", "d--B---", ".!!...."),
        ("levels that agree become rarer, up to 20 minutes", "12:00", "dd--d----", "...!....!"),
        ("a level that differs does not", "12:00", "dd-m--", "....!!"),
        ("in a light room only the threshold of dark is near", "12:00", "BBl-B-", "...!.."),
        ("it is needed from 90 minutes before dark", "17:20", "B---", "..!!"),
        ("until 90 minutes after dark", "20:20", "n----", ".!..."),
        ("and before light", "05:20", "n---", "..!!"),
        ("by night a dark room is not measured for two hours", "23:00", nights.0, nights.1),
        ("a lamp in the evening is, each half hour", "21:00", "B------B", "......!."),
        ("in a dim room at night, as it may turn dark", "23:00", "nm----", "..!!!!"),
    ])
    func `a level is needed as drawn`(_ what: String, _ hour: String, _ lux: String, _ need: String)
    {
        #expect(draw(lux, at: "2026-03-20T\(hour):00") == need, "\(what)")
    }

    private static let nights = (
        "n" + String(repeating: "-", count: 25), String(repeating: ".", count: 24) + "!!"
    )

    private func draw(_ lux: String, at start: String) -> String {
        var driver = EngineDriver(Self.configuration, at: start)
        var drawing = ""
        for column in lux {
            let level: Double? =
                switch column {
                case "B": 500
                case "l": 100
                case "m": 60
                case "d": 30
                case "n": 0
                default: nil
                }
            if let level { report(level, to: &driver) }
            drawing += driver.last?.lightNeeded == true ? "!" : "."
            driver.wait(.minutes(5))
        }
        return drawing
    }

    private func report(_ level: Double, to driver: inout EngineDriver) {
        guard let lux = Lux(level) else { return }
        driver.send(.lightReported(source: "camera", lux: lux, connection: 1))
    }

    private func isNeeded(_ driver: EngineDriver) -> Bool { driver.last?.lightNeeded == true }

    // MARK: Conditions

    @Test(
        arguments: [
            [.modeChosen(.dark, end: nil)], [.paused(end: nil)],
            [.inhibited(cookie: 1, Inhibitor(who: "mpv", why: "a film"))],
            [.lightPaused(end: .after(.hours(2)))], [.sessionUse(.locked)], [.sessionUse(.remote)],
            [.suspending], [.sensorFound(key: "als")],
        ] as [[Event]])
    func `no level is needed while it would decide nothing or nobody is there`(events: [Event]) {
        var driver = EngineDriver(Self.configuration)
        #expect(isNeeded(driver))
        for event in events { driver.send(event) }
        #expect(!isNeeded(driver))
    }

    // MARK: Requests

    private static let inhibition = Event.inhibited(
        cookie: 1, Inhibitor(who: "appearancectl", why: "calibrating"))

    @Test(arguments: [Mode.auto, .dark])
    func `a level that is requested while changes are inhibited is needed at once`(mode: Mode) {
        var driver = EngineDriver(Self.configuration)
        report(500, to: &driver)
        driver.send(.modeChosen(mode, end: nil))
        driver.send(Self.inhibition)
        #expect(!isNeeded(driver))
        for level in [500.0, 30, 0] {
            driver.send(.lightRequested)
            #expect(isNeeded(driver) && driver.last?.isLightRequested == true)
            driver.wait(.minutes(2))
            #expect(isNeeded(driver))
            report(level, to: &driver)
            #expect(!isNeeded(driver))
        }
        // The last one is of a room that was made dark for it.
        driver.send(.released(cookie: 1))
        #expect(isNeeded(driver) == (mode == .auto))
        #expect(driver.last?.isLightRequested == false)
        report(500, to: &driver)
        #expect(!isNeeded(driver))
    }

    @Test func `a request counts only while an inhibitor keeps the appearance`() {
        var driver = EngineDriver(Self.configuration)
        report(500, to: &driver)
        driver.send(.lightRequested)
        #expect(!isNeeded(driver))
        driver.send(Self.inhibition)
        #expect(!isNeeded(driver))
        driver.send(.lightRequested)
        driver.send(.released(cookie: 1))
        #expect(!isNeeded(driver))
        driver.send(Self.inhibition)
        #expect(!isNeeded(driver))
    }

    @Test(arguments: [Event.sessionUse(.locked), .suspending, .sensorFound(key: "als")])
    func `no request is made while nobody is there, or a sensor works`(event: Event) {
        var driver = EngineDriver(Self.configuration)
        report(500, to: &driver)
        for event in [Self.inhibition, .lightRequested, event] { driver.send(event) }
        #expect(!isNeeded(driver))
    }

    // MARK: Sensors

    @Test func `none is needed while a sensor works, and one when it is gone`() {
        var driver = EngineDriver(Self.configuration, sensor: "als")
        driver.light(300, for: .seconds(30))
        let times = driver.published.count { $0.lightNeeded }
        #expect(times == 0)
        driver.send(.sensorLost)
        #expect(isNeeded(driver))
    }

    @Test func `one is needed under a closed lid and from a sensor that is stuck`() {
        var driver = EngineDriver(Self.configuration, sensor: "als")
        driver.light(300, for: .seconds(30))
        driver.send(.lidClosed(true))
        driver.wait(.minutes(2))
        #expect(driver.last?.sensor == .distrusted && isNeeded(driver))
        var stuck = EngineDriver(Self.configuration, sensor: "als")
        stuck.light(12, for: .minutes(2))
        #expect(stuck.last?.sensor == .distrusted && isNeeded(stuck))
    }

    @Test func `no level is needed by a policy without light`() {
        let driver = EngineDriver(Self.configuration.with { $0.ambient.policy = .schedule })
        #expect(!isNeeded(driver))
    }

    @Test func `where light decides only by day, one is needed five minutes before the day`() {
        var driver = EngineDriver(
            Self.configuration.with {
                $0.ambient.policy = .darker
                $0.schedule.everyDay.night = nil
            }, at: "2026-03-20T18:30:00")
        #expect(isNeeded(driver))
        driver.wait(.minutes(31))
        #expect(!isNeeded(driver))
        driver.wait(.hours(11) + .minutes(53))
        #expect(!isNeeded(driver))
        driver.wait(.minutes(2))
        #expect(isNeeded(driver))
        report(3, to: &driver)
        driver.wait(.minutes(4))
        #expect(!isNeeded(driver))
    }

    @Test func `a level from before a suspend or a lock is needed again after five minutes`() {
        for isSuspended in [true, false] {
            var driver = EngineDriver(Self.configuration, at: "2026-03-20T23:00:00")
            report(0, to: &driver)
            driver.wait(.minutes(10))
            #expect(!isNeeded(driver))
            if isSuspended {
                driver.suspend(for: .minutes(20))
            } else {
                driver.send(.sessionUse(.locked))
                driver.send(.sessionUse(.inUse))
            }
            #expect(isNeeded(driver))
            report(0, to: &driver)
            driver.wait(.minutes(10))
            #expect(!isNeeded(driver))
        }
    }

    @Test func `a clock that is set moves the times`() throws {
        var driver = EngineDriver(Self.configuration, at: "2026-03-20T14:00:00")
        report(500, to: &driver)
        driver.wait(.minutes(6))
        #expect(!isNeeded(driver))
        driver.setWallClock(to: driver.now.wall + .hours(4))
        #expect(isNeeded(driver))
        driver.setWallClock(to: driver.now.wall + .hours(-4))
        #expect(!isNeeded(driver))
    }

    // MARK: Timers

    @Test func `without a level no timer is set for it`() {
        var driver = EngineDriver(Self.configuration)
        let published = driver.published.count
        driver.wait(.hours(6))
        #expect(driver.bootAlarms.isEmpty && driver.published.count == published)
    }

    @Test func `a source that reports each minute costs no more than a timer each four minutes`() {
        var driver = EngineDriver(Self.configuration)
        report(20, to: &driver)
        driver.wait(.minutes(1))
        let (wakes, published) = (driver.wakes, driver.published.count)
        for _ in 0..<60 {
            report(20, to: &driver)
            driver.wait(.minutes(1))
        }
        #expect(driver.wakes - wakes <= 15)
        let times = driver.published.dropFirst(published).count { $0.lightNeeded }
        #expect(times == 0)
    }
}
