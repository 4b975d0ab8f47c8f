import AppearanceConfig
import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport

/// Configurations, places and clocks, drawn at random; a file can have every configuration.
struct DrawnSettings: Equatable {
    var configuration: Configuration
    var place: Coordinates?
    var zone: TimeZoneRules

    var settings: EngineSettings { EngineSettings(configuration, place: place, zone: zone) }

    init(_ dice: inout SplitMix64) {
        configuration = Configuration(&dice)
        place = dice.once(in: 6) ? nil : dice.place()
        zone = dice.zone()
    }
}

extension SplitMix64 {
    /// Clocks that change in many ways: half an hour, at 2:45, backwards in summer, never.
    mutating func zone() -> TimeZoneRules {
        let name = pick([
            "UTC0", "CET-1CEST,M3.5.0,M10.5.0/3", "EST5EDT,M3.2.0,M11.1.0",
            "<+1245>-12:45<+1345>,M9.5.0/2:45,M4.1.0/3:45", "IST-1GMT0,M10.5.0,M3.5.0/1",
            "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "<+14>-14", "<-12>12",
            "EET-2EEST,M4.5.5/0,M10.5.4/24",
        ])
        return TimeZoneRules(posix: name) ?? .utc
    }

    mutating func place() -> Coordinates? {
        let latitude = pick([number(-90...90), 52.52, 78.2, -89.9, 0, 66.0, 90])
        let longitude = pick([number(-180...180), 13.4, 179.9, -179.9])
        return Coordinates(latitudeDegrees: latitude, longitudeDegrees: longitude)
    }

    /// Instants at which clocks have gone wrong, and others.
    mutating func instant() -> WallTime {
        let known = [
            "2026-03-29T00:59:40Z", "2026-10-25T00:59:40Z", "2026-03-08T06:59:40Z",
            "2026-06-21T12:00:00Z", "2026-12-21T12:00:00Z", "2028-02-29T23:59:50Z",
            "1970-01-01T00:00:00Z", "2038-01-19T03:14:00Z", "2106-02-07T06:28:10Z",
            "9999-12-30T00:00:00Z", "0001-01-02T00:00:00Z", "2026-09-26T13:44:40Z",
        ]
        let near = WallTime(
            secondsSinceEpoch: .random(in: 1_700_000_000...1_900_000_000, using: &self))
        guard once(in: 2) else { return near }
        return WallTime(iso8601: pick(known), zone: .utc) ?? near
    }
}

extension Configuration {
    init(_ dice: inout SplitMix64) {
        self.init()
        ambient.policy = dice.pick(weighted: [
            (5, .sensor), (2, .darker), (2, .lighter), (1, .schedule),
        ])
        ambient.nightNeeds = dice.pick(NightNeeds.allCases)
        if dice.once(in: 2) { drawThresholds(&dice) }
        ambient.reversalGap = dice.pick([.zero, .seconds(60), dice.span(.seconds(1), .hours(1))])
        ambient.smoothing = dice.pick([.seconds(3), dice.span(.milliseconds(100), .minutes(1))])
        if dice.once(in: 4) {
            ambient.selfLight.light = dice.lux(0.1, 30)
            ambient.selfLight.dark = dice.lux(0.1, 5)
            // A file with light that does not settle is refused.
            if !ambient.selfLightSettles { ambient.selfLight = SelfLight() }
        }
        if dice.once(in: 2) { drawDwell(&dice) }
        if dice.once(in: 3) {
            sensor.poll = dice.span(.milliseconds(500), .minutes(1))
            sensor.pollSteady = max(sensor.poll, dice.span(.milliseconds(500), .minutes(10)))
        }
        safety.flashGuard = !dice.once(in: 5)
        fed.hold = dice.pick([.minutes(30), dice.span(.seconds(1), .hours(24))])
        schedule.everyDay = DaySchedule(&dice)
        for day in Weekday.allCases where dice.once(in: 6) {
            schedule.weekdays[day] = DaySchedule(&dice)
        }
    }

    private mutating func drawThresholds(_ dice: inout SplitMix64) {
        let levels = (0..<4).map { _ in dice.lux(0.5, 5000) }.sorted()
        // A file whose bounds are closer than this is refused.
        func isApart(_ lower: Double, _ upper: Double) -> Bool {
            upper - lower >= max(0.05 * lower, 0.01)
        }
        guard Set(levels).count == 4, isApart(levels[0], levels[1]), isApart(levels[2], levels[3])
        else { return }
        ambient.thresholds = Thresholds(
            darkBelow: levels[2], lightAbove: levels[3], nightBelow: levels[0],
            nightAbove: levels[1])
    }

    private mutating func drawDwell(_ dice: inout SplitMix64) {
        func span() -> Microseconds { dice.pick([.zero, dice.span(.milliseconds(1), .hours(1))]) }
        ambient.dwell.lightToDark = span()
        ambient.dwell.darkToLight = span()
        ambient.dwell.darkToNight = span()
        ambient.dwell.nightToDark = span()
    }
}

extension DaySchedule {
    init(_ dice: inout SplitMix64) {
        self.init()
        guard dice.once(in: 2) else { return }
        light = TimeExpression(&dice)
        dark = TimeExpression(&dice)
        night = dice.once(in: 3) ? nil : TimeExpression(&dice)
        nightEnd = TimeExpression(&dice)
    }
}

extension TimeExpression {
    init(_ dice: inout SplitMix64) {
        let clock = ClockTime(wrapping: .random(in: 0..<1440, using: &dice))
        let known = ClockTime(wrapping: dice.pick([0, 150, 390, 1350, 1439]))
        let offset = Microseconds.minutes(.random(in: -720...720, using: &dice))
        self = dice.pick([
            .clock(clock), .clock(known), .solar(dice.pick(SolarEvent.allCases), offset: .zero),
            .solar(dice.pick(SolarEvent.allCases), offset: offset),
        ])
        if dice.once(in: 4) { drawLimits(&dice) }
    }

    /// Adds limits, if it is a time by the sun.
    private mutating func drawLimits(_ dice: inout SplitMix64) {
        let first = Int.random(in: 0..<1440, using: &dice)
        let (earliest, latest) = (
            ClockTime(wrapping: first),
            ClockTime(wrapping: first + .random(in: 1...720, using: &dice))
        )
        let limits = dice.pick([
            "\(earliest) to \(latest)", "not before \(earliest)", "not after \(latest)",
        ])
        self = TimeExpression("\(text), \(limits)") ?? self
    }
}

extension EngineSettings {
    /// Applies an event's changes to them.
    mutating func follow(_ event: Event) {
        if case .configured(let next) = event { self = next }
        if case .scheduleChanged(let next) = event { schedule = next }
    }
}
