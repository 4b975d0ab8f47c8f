import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Foundation
import Testing

/// A week in four rooms by a source that measures only when a level is needed, against a light sensor.
@Suite(.bounded) struct NeededLightTests {
    /// A room with recorded light.
    struct Room: Sendable, CustomTestStringConvertible {
        /// Its row in docs/desktop-pc.md.
        let name: String
        let file: String
        let place: Coordinates?
        /// The share of the recorded light that reaches the room.
        var share = 1.0
        /// The light of a lamp, and the hours between which it is on while the room is darker than twice that.
        var lamp = 0.0
        var lampHours = 0..<0
        /// The recording of the times in which somebody is there; the session is locked otherwise.
        var presence: String?

        var testDescription: String { name }
    }

    private static let mons = Coordinates(latitudeDegrees: 50.5, longitudeDegrees: 4)
    private static let munich = Coordinates(latitudeDegrees: 48.1, longitudeDegrees: 11.6)
    private static let zone = TimeZoneRules(posix: "CET-1CEST,M3.5.0,M10.5.0/3") ?? .utc

    static let rooms = [
        Room(name: "an office, never locked", file: "office_60s.csv", place: mons),
        Room(
            name: "the office, locked while nobody is there", file: "office_60s.csv", place: mons,
            presence: "office_60s_occupied.csv"),
        Room(
            name: "1 % of the daylight, and a lamp of 120 lux from 18 to 23", file: "roof_30s.csv",
            place: munich, share: 0.01, lamp: 120, lampHours: 18..<23),
        Room(
            name: "0.2 % of the daylight, and a lamp of 60 lux from 7 to 23", file: "roof_30s.csv",
            place: munich, share: 0.002, lamp: 60, lampHours: 7..<23),
    ]

    /// The outcome of a week.
    private struct Week {
        var days = 0.0
        /// The number of requested levels of each day.
        var requests: [Int64: Int] = [:]
        var changes: [(at: BootTime, from: Appearance?, to: Appearance)] = []
        /// The appearance at each step.
        var course: [Appearance?] = []

        /// The number of changes that were reversed within five minutes.
        var reversed: Int {
            zip(changes, changes.dropFirst()).count { first, second in
                first.from == second.to && second.at - first.at < .minutes(5)
            }
        }

        mutating func add(_ driver: EngineDriver) {
            let appearance = driver.appearance
            if let appearance, let last = course.last, last != appearance {
                changes.append((driver.now.boot, last, appearance))
            }
            course.append(appearance)
        }
    }

    private static let step = Microseconds.seconds(10)

    @Test(.row("S40"), arguments: rooms)
    func `a source on request changes the appearance as a sensor does`(_ room: Room) throws {
        let light = try RoomLight(room, zone: Self.zone)
        let sensor = week(in: room, light, onRequest: false)
        let request = week(in: room, light, onRequest: true)
        // While the session is locked nobody sees either.
        let seen = light.isPresent.indices.filter { light.isPresent[$0] }
        let agreeing = seen.count { sensor.course[$0] == request.course[$0] }
        let perDay = Double(request.requests.values.reduce(0, +)) / request.days
        let most = request.requests.values.max() ?? 0
        let share = 100 * Double(agreeing) / Double(seen.count)
        let row = """
            | \(room.name) | \(Int(perDay.rounded())) | \(most) | \(sensor.changes.count) \
            | \(request.changes.count) | \(share.formatted(.number.precision(.fractionLength(1)))) % |
            """
        print("week: \(row)")
        // That of the table, and more noise.
        for week in [request]
            + (1...5).map({ self.week(in: room, light, onRequest: true, seed: $0) })
        {
            #expect(week.reversed == 0)
            #expect(week.requests.values.max() ?? 0 <= 75)
        }
        #expect(share > 95)
        let document = try Repository.text(of: "docs/desktop-pc.md")
        #expect(document.contains(row), "docs/desktop-pc.md has another row: \(row)")
    }

    private func week(in room: Room, _ light: RoomLight, onRequest: Bool, seed: UInt64 = 46) -> Week
    {
        var random = SplitMix64(seed: seed)
        let configuration = Configuration().with {
            $0.sensor.poll = Self.step
            $0.sensor.pollSteady = Self.step
        }
        var driver = EngineDriver(
            configuration, at: light.start, place: room.place, zone: Self.zone,
            sensor: onRequest ? nil : "als",
            saved: .fresh(movers: ["als"], at: .calendarStart))
        var week = Week()
        var (neededSince, lastRequest): (BootTime?, BootTime?) = (nil, nil)
        var isPresent = true
        let start = driver.now.boot
        for step in 0..<light.steps {
            if light.isPresent[step] != isPresent {
                isPresent.toggle()
                driver.send(.sessionUse(isPresent ? .inUse : .locked))
            }
            let now = driver.now.boot
            if !onRequest {
                driver.read(light.lux[step] * (1 + 0.01 * (step % 2 == 0 ? 1 : -1)))
            } else if driver.last?.lightNeeded == true {
                let since = neededSince ?? now
                neededSince = since
                let isRested = lastRequest.map { now - $0 >= .minutes(5) } ?? true
                if now - since >= .seconds(2), isRested {
                    lastRequest = now
                    week.requests[(now - start).count / Microseconds.days(1).count, default: 0] += 1
                    // The noise of a camera.
                    let noise = Double.random(in: 0.85...1.15, using: &random)
                    if let lux = Lux(light.lux[step] * noise) {
                        driver.send(.lightReported(source: "camera", lux: lux, connection: 1))
                    }
                }
            } else {
                neededSince = nil
            }
            week.add(driver)
            driver.wait(Self.step)
        }
        week.days = Double((driver.now.boot - start).count) / Double(Microseconds.days(1).count)
        return week
    }

    /// The light of a room at each step.
    private struct RoomLight {
        let start: String
        private(set) var lux: [Double] = []
        private(set) var isPresent: [Bool] = []

        var steps: Int { lux.count }

        init(_ room: Room, zone: TimeZoneRules) throws {
            let trace = try Self.trace(room.file, zone)
            let presence = try room.presence.map { try Self.trace($0, zone) }
            start = trace.start.iso8601
            let length = try #require(trace.rows.last).offset
            var (row, presenceRow) = (0, 0)
            var offset = Microseconds.zero
            while offset < length {
                while row + 1 < trace.rows.count, trace.rows[row + 1].offset <= offset { row += 1 }
                var light = (trace.rows[row].lux?.value ?? 0) * room.share
                let time = trace.start + offset
                let hour = Int(zone.local(time).microsecondOfDay / 3_600_000_000)
                if room.lampHours.contains(hour), light < room.lamp * 2 { light += room.lamp }
                lux.append(light)
                if let presence {
                    let since = time - presence.start
                    while presenceRow + 1 < presence.rows.count,
                        presence.rows[presenceRow + 1].offset <= since
                    { presenceRow += 1 }
                    isPresent.append(presence.rows[presenceRow].lux?.value == 1)
                } else {
                    isPresent.append(true)
                }
                offset = offset + NeededLightTests.step
            }
        }

        private static func trace(_ name: String, _ zone: TimeZoneRules) throws -> LightTrace {
            let text = try Repository.text(of: "Tests/Fixtures/traces/\(name)")
            return try LightTrace(csv: text, zone: zone, start: .calendarStart)
        }
    }
}
