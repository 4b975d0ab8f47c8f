import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Foundation
import Testing

/// Invariants of every schedule at any place and time, checked with random schedules.
@Suite(.bounded) struct ScheduleInvariantTests {
    @Test(arguments: Seeds.chosen(0..<24))
    func `the invariants hold for every schedule`(_ seed: UInt64) {
        check(seed: seed, years: 4)
    }

    /// Twenty thousand schedules at night.
    @Test(
        .scaledAtNight, .bounded(minutes: Nightly.count(240, byDay: 0)),
        arguments: 0..<UInt64(Nightly.count(1_000, byDay: 2)))
    func `the invariants hold for many schedules`(_ number: UInt64) {
        for seed in 1_000 + number * 20..<1_020 + number * 20 { check(seed: seed, years: 2) }
    }

    private func check(seed: UInt64, years: Int64) {
        var dice = SplitMix64(seed: seed)
        let schedule = dice.schedule()
        let start = WallTime(
            secondsSinceEpoch: .random(in: -2_000_000_000...6_000_000_000, using: &dice))
        let end = start + .days(years * 365 + 1)
        let boundaries = schedule.boundaries(after: start, through: end)

        var last = (at: start, phase: schedule.phase(at: start))
        for boundary in boundaries {
            #expect(boundary.at > last.at && boundary.to != last.phase, "seed \(seed)")
            #expect(boundary.isByItsSetting(after: last.phase), "seed \(seed) \(boundary)")
            last = (boundary.at, boundary.to)
        }
        #expect(last.phase == schedule.phase(at: end))

        // A search from close by has the same result as a long one.
        for _ in 0..<12 where boundaries.count > 2 {
            let index = Int.random(in: 1..<boundaries.count - 1, using: &dice)
            let (before, this, after) = (
                boundaries[index - 1], boundaries[index], boundaries[index + 1]
            )
            let justBefore = this.at - Microseconds(1)
            #expect(schedule.phase(at: this.at) == this.to, "seed \(seed)")
            #expect(schedule.phase(at: justBefore) == before.to, "seed \(seed)")
            #expect(schedule.nextBoundary(after: justBefore) == this, "seed \(seed)")
            #expect(schedule.nextBoundary(after: this.at) == after, "seed \(seed)")
            #expect(schedule.lastBoundary(notAfter: this.at) == this, "seed \(seed)")
            #expect(schedule.lastBoundary(notAfter: justBefore) == before, "seed \(seed)")
        }
    }

    @Test(arguments: Seeds.chosen(0..<24))
    func `without times the phase depends on the sun's elevation`(_ seed: UInt64) {
        var dice = SplitMix64(seed: seed)
        let place = dice.place()
        let schedule = schedule(times(), at: place, in: dice.zone())
        let sun = Sun(at: place)
        for _ in 0..<100 {
            let now = WallTime(
                secondsSinceEpoch: .random(in: 0...4_000_000_000, using: &dice))
            let elevation = sun.elevationDegrees(at: now)
            guard (elevation + 50.0 / 60).magnitude > 0.13 else { continue }
            let phase: Phase = elevation > -50.0 / 60 ? .day : .evening
            #expect(schedule.phase(at: now) == phase, "\(place) \(now.iso8601)")
        }
    }

    /// Between the polar circles the sun never lets anyone wait for longer than this.
    @Test(arguments: Seeds.chosen(0..<24))
    func `at middle latitudes a boundary is at most a day away`(_ seed: UInt64) throws {
        var dice = SplitMix64(seed: seed)
        let place = place(.random(in: -60...60, using: &dice), dice.longitude())
        let schedule = schedule(times(), at: place)
        var now = WallTime(secondsSinceEpoch: .random(in: 0...4_000_000_000, using: &dice))
        for _ in 0..<20 {
            let next = try #require(schedule.nextBoundary(after: now))
            #expect(next.at > now && next.at - now < .hours(20))
            now = next.at
        }
    }
}

extension Boundary {
    /// Whether the setting in its cause can lead from one phase to this.
    fileprivate func isByItsSetting(after last: Phase) -> Bool {
        switch cause.setting {
        case .light: last == .evening && to == .day
        case .dark: last == .day && to == .evening
        case .night: to == .night
        case .nightEnd: last == .night
        }
    }
}

extension SplitMix64 {
    fileprivate mutating func longitude() -> Double {
        [.random(in: -180...180, using: &self), -180, -179.9, 0, 179.9, 180]
            .randomElement(using: &self) ?? 0
    }

    fileprivate mutating func place() -> Coordinates {
        let latitude: Double =
            [.random(in: -90...90, using: &self), -90, -89.97, -66.6, 0, 65.8, 67.4, 89.9, 90]
            .randomElement(using: &self) ?? 0
        return AppearanceEngineTests.place(latitude, longitude())
    }

    fileprivate mutating func zone() -> String {
        Zone.named.keys.sorted().randomElement(using: &self) ?? "UTC0"
    }

    private mutating func time() -> String {
        let offsets = ["", "", "", "+30m", "-1h", "+3h", "-4h30m", "+12h", "-12h"]
        let clock = ["00:00", "02:30", "03:00", "06:30", "12:00", "22:30", "23:59"]
        if Bool.random(using: &self) { return clock.randomElement(using: &self) ?? "00:00" }
        let event = SolarEvent.allCases.randomElement(using: &self) ?? .sunrise
        let limits = [
            "", "", ", 18:00 to 21:00", ", 22:00 to 01:00", ", 02:10 to 02:40", ", 06:00 to 18:00",
            ", 18:00 to 06:00", ", not before 18:00", ", not after 08:00", ", not before 02:30",
        ]
        return event.rawValue + (offsets.randomElement(using: &self) ?? "")
            + (limits.randomElement(using: &self) ?? "")
    }

    private mutating func day() -> DaySchedule {
        let night = Bool.random(using: &self) ? time() : ""
        return times(light: time(), dark: time(), night: night, nightEnd: time())
    }

    fileprivate mutating func schedule() -> Schedule {
        var weekdays: [Weekday: DaySchedule] = [:]
        for weekday in Weekday.allCases where Int.random(in: 0..<6, using: &self) == 0 {
            weekdays[weekday] = day()
        }
        let place = Int.random(in: 0..<8, using: &self) == 0 ? nil : place()
        return AppearanceEngineTests.schedule(day(), weekdays, at: place, in: zone())
    }
}
