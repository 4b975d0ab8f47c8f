import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import CameraLight
import Foundation
import Testing

/// A week in recorded rooms, by a camera and by a sensor, in virtual time.
@Suite(.bounded) struct CameraWeekTests {
    /// A recorded room: its file, and the part of its light that reaches the desk.
    struct Room: Sendable, CustomTestStringConvertible {
        let file: String
        let part: Double

        var testDescription: String { "\(file) × \(part)" }
    }

    private struct Change {
        let at: BootTime
        let appearance: Appearance
        let reason: Reason
    }

    static let rooms = [
        Room(file: "office_60s.csv", part: 1), Room(file: "office_60s.csv", part: 0.3),
        Room(file: "roof_30s.csv", part: 0.02), Room(file: "roof_30s.csv", part: 0.004),
    ]

    private static let settings = EngineSettings(Configuration(), place: nil, zone: .utc)

    private func trace(_ room: Room) throws -> LightTrace {
        let path = "\(Repository.root)/Tests/Fixtures/traces/\(room.file)"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let start = try #require(WallTime(iso8601: "2026-01-01T00:00:00", zone: .utc))
        var trace = try LightTrace(csv: text, zone: .utc, start: start)
        trace.rows = trace.rows.map { row in
            LightTrace.Row(offset: row.offset, lux: row.lux.flatMap { Lux($0.value * room.part) })
        }
        return trace
    }

    /// Runs a camera with the noise of its measurement and of what moves before it, and returns the changes and the
    /// grabs.
    private func camera(
        _ trace: LightTrace, seed: UInt64
    ) throws -> (changes: [Change], grabs: [BootTime]) {
        var random = SplitMix64(seed: seed)
        let start = Moment(boot: BootTime(microsecondsSinceBoot: 0), wall: trace.start)
        var time = VirtualTime(Engine(Self.settings, saved: nil, at: start), at: start)
        var schedule = GrabSchedule(
            atMostEvery: .minutes(5), hold: FedSettings().connectedHold, earliest: start.boot)
        var (changes, grabs): ([Change], [BootTime]) = ([], [])
        var (now, row) = (start.boot, 0)
        func handle(_ effect: Effect) {
            guard case .publish(let snapshot) = effect else { return }
            if snapshot.appearance != changes.last?.appearance {
                changes.append(
                    Change(at: now, appearance: snapshot.appearance, reason: snapshot.reason))
            }
            schedule.need(snapshot.lightNeeded)
        }
        time.send(.started, handle)
        let end = start.boot + (try #require(trace.rows.last).offset)
        while now < end {
            let next = max(schedule.due ?? end, now)
            // A deadline of the engine in between may need a level.
            let step = min(next - now, .seconds(20))
            time.pass(step, handle)
            now = time.now.boot
            guard let due = schedule.due, due <= now else { continue }
            grabs.append(now)
            while row + 1 < trace.rows.count, start.boot + trace.rows[row + 1].offset <= now {
                row += 1
            }
            guard let lux = trace.rows[row].lux, lux.value > 2 else {
                // Below that, a camera sees nothing.
                schedule.skipBlank(at: now)
                continue
            }
            // The noise of a measurement, and one in twenty with somebody before the camera.
            let noise = Double.random(in: 0.88...1.12, using: &random)
            let isCovered = Int.random(in: 0..<20, using: &random) == 0
            let level = try #require(Lux(lux.value * noise * (isCovered ? 0.3 : 1)))
            for level in schedule.record(level, at: now) {
                time.send(.lightReported(source: "camera", lux: level, connection: 1), handle)
            }
        }
        return (changes, grabs)
    }

    /// Returns the changes by a sensor in the same room.
    private func sensor(_ trace: LightTrace) -> [Appearance] {
        var simulation = TraceSimulation(trace, settings: Self.settings)
        var changes: [Appearance] = []
        simulation.run { if $0.appearance != changes.last { changes.append($0.appearance) } }
        return changes
    }

    @Test(
        .scaledAtNight, arguments: rooms, Seeds.chosen(1...UInt64(Nightly.count(3, byDay: 1))))
    func `a camera changes no more than a sensor, and reverses nothing within five minutes`(
        room: Room, seed: UInt64
    ) throws {
        let trace = try trace(room)
        let (changes, grabs) = try camera(trace, seed: seed)
        let bySensor = sensor(trace)
        // A change by the schedule, while the camera sees nothing yet, may be followed by its first level.
        for (one, next) in zip(changes.dropFirst(), changes.dropFirst(2))
        where one.reason != .schedule {
            #expect(next.at - one.at >= .minutes(5), "\(one), \(next)")
        }
        #expect(changes.count <= bySensor.count, "\(changes.count) by \(bySensor.count)")
        let days = Double(try #require(trace.rows.last).offset.count) / 86_400e6
        let grabsADay = Double(grabs.count) / days
        print(
            "week: \(room.testDescription), seed \(seed): \(Int(grabsADay.rounded())) grabs a day,",
            "\(changes.count) changes, \(bySensor.count) by a sensor")
        #expect(grabsADay <= 80, "\(grabsADay) grabs a day")
    }
}
