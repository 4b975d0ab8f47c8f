import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Foundation
import Testing

@Suite(.bounded) struct SunTests {
    /// Places of every kind: poles, polar circles, the equator, both sides of the date line.
    static let places = [
        place(90, 0), place(-90, 0), place(90, -180), place(89.99, 10), place(-89.95, 170),
        place(85, -60), place(78.2, 15.6), place(-77.8, 166.7), place(67.4, 26),
        place(-66.5, -179.9), place(66.5, 179.9), place(52.5, 13.4), place(-33.9, 151.2),
        place(0, 0), place(0, 180),
    ]

    @Test(arguments: places)
    func `every solar day has each event in order`(_ place: Coordinates) {
        let sun = Sun(at: place)
        let first = sun.dayNumber(at: utcTime("2023-01-01T00:00:00Z"))
        var last = WallTime.calendarStart
        for number in first..<first + 1461 {
            let day = sun.day(number)
            for event in SolarEvent.allCases where event != .solarNoon {
                let turn = day.turn(event)
                #expect(last <= turn.at, "\(event) of day \(number)")
                last = turn.at
                guard case .comes(let at) = turn, let degrees = event.elevationDegrees
                else { continue }
                // Half a second of rounding is 0.002°.
                #expect((sun.elevationDegrees(at: at) - degrees).magnitude < 0.003)
            }
        }
    }

    @Test(arguments: places)
    func `sunrise and sunset alternate`(_ place: Coordinates) {
        let start = utcTime("2024-01-01T00:00:00Z")
        let events = Sun(at: place).events(from: start, to: start + .days(731))
        let pairs: [(SolarEvent, SolarEvent)] = [
            (.sunrise, .sunset), (.civilDawn, .civilDusk), (.nauticalDawn, .nauticalDusk),
            (.astronomicalDawn, .astronomicalDusk),
        ]
        for (rising, setting) in pairs {
            let turns = events.map(\.event).filter { $0 == rising || $0 == setting }
            #expect(turns.count >= 3)
            #expect(zip(turns, turns.dropFirst()).allSatisfy { $0 != $1 }, "\(rising)")
        }
    }

    /// A look every ten minutes finds the events that a search by extremes finds.
    @Test(arguments: places)
    func `the search agrees with a fine scan`(_ place: Coordinates) {
        let sun = Sun(at: place)
        for start in ["2025-03-15T00:00:00Z", "2025-06-21T00:00:00Z", "2025-11-01T00:00:00Z"] {
            let start = utcTime(start)
            let looks = (0..<10 * 144).map { start + .minutes(Int64($0) * 10) }
            let isUp = looks.map { sun.elevationDegrees(at: $0) >= -6 }
            let seen = zip(looks.dropFirst(), zip(isUp, isUp.dropFirst()))
                .filter { $0.1.0 != $0.1.1 }.map(\.0)
            let found = sun.events(from: start, to: start + .days(10))
                .filter { $0.event == .civilDawn || $0.event == .civilDusk }.map(\.at)
                .filter { $0 <= looks[looks.count - 1] }
            #expect(seen.count == found.count)
            for (look, event) in zip(seen, found) {
                #expect((look - event) > .seconds(-1) && (look - event) <= .minutes(10))
            }
        }
    }

    @Test func `the elevation at a pole is the declination`() {
        for (time, degrees) in [
            ("2025-06-21T02:42:00Z", 23.44), ("2025-12-21T15:03:00Z", -23.44),
            ("2025-03-20T09:01:00Z", 0),
        ] {
            let north = Sun(at: place(90, 0)).elevationDegrees(at: utcTime(time))
            let south = Sun(at: place(-90, 77)).elevationDegrees(at: utcTime(time))
            #expect((north - degrees).magnitude < 0.02 && (south + degrees).magnitude < 0.02)
        }
    }

    @Test(.row("T11")) func `the sun rises once a year at the pole`() throws {
        let sun = Sun(at: place(90, 0))
        let rise = try #require(sun.next(.sunrise, after: utcTime("2025-01-01T00:00:00Z")))
        let set = try #require(sun.next(.sunset, after: rise))
        #expect(utcTime("2025-03-17T12:00:00Z") < rise && rise < utcTime("2025-03-19T12:00:00Z"))
        #expect(utcTime("2025-09-24T12:00:00Z") < set && set < utcTime("2025-09-26T12:00:00Z"))
        #expect(try #require(sun.next(.sunrise, after: rise)) > set)
        #expect(sun.daylight(from: rise + .days(1), to: set - .days(1)) == .alwaysUp)
    }

    @Test(arguments: SolarEvent.allCases)
    func `each occurrence is later than the one before`(_ event: SolarEvent) throws {
        for place in Self.places {
            let sun = Sun(at: place)
            let first = try #require(sun.next(event, after: utcTime("2026-02-03T00:00:00Z")))
            let second = try #require(sun.next(event, after: first))
            #expect(first < second)
            #expect(sun.next(event, after: first - Microseconds(1)) == first)
        }
    }

    @Test(arguments: [
        Int64.min, Int64.min + 1, -62_135_596_800_000_000, -1, 0, 4_294_967_296_000_000,
        253_402_300_799_000_000, Int64.max - 1, Int64.max,
    ])
    func `the search accepts every instant`(_ microseconds: Int64) {
        let instant = WallTime(microsecondsSinceEpoch: microseconds)
        for place in Self.places {
            let sun = Sun(at: place)
            #expect((-90.01...90).contains(sun.elevationDegrees(at: instant)))
            if let next = sun.next(.sunset, after: instant) { #expect(next > instant) }
            #expect(sun.events(from: instant, to: instant + .days(1)).count <= 20)
        }
    }

    /// By day four years at every tenth degree of latitude, at night 400 years at every degree.
    @Test(
        .scaledAtNight, .bounded(minutes: Nightly.count(240, byDay: 0)),
        arguments: Array(stride(from: -90, through: 90, by: Nightly.isOn ? 1 : 10)))
    func `every day has each event in order`(latitude: Int) {
        let sun = Sun(at: place(Double(latitude), Double(latitude * 37 % 180)))
        var last = WallTime.calendarStart
        for number in Nightly.isOn ? -25_567..<120_530 : 20_089..<21_550 {
            let day = sun.day(number)
            for event in SolarEvent.allCases where event != .solarNoon {
                let at = day.turn(event).at
                if at < last { Issue.record("\(event) of day \(number) at \(latitude)°") }
                last = at
            }
        }
    }
}
