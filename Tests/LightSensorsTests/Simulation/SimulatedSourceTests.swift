import AppearanceModel
import AppearanceTestSupport
import EventLoop
import LightSensors
import Testing

/// A recorded course of light in place of a sensor, at speed.
@Suite(.bounded) struct SimulatedSourceTests {
    private static let begin = WallTime(secondsSinceEpoch: 1_692_000_000)
    private static let speed: Int64 = 2_000

    private let loop: EventLoop

    init() throws { loop = try EventLoop() }

    /// Seconds since the start of the trace, and lux; nil for a missed reading.
    private func trace(_ rows: [(Int64, Double?)]) -> LightTrace {
        LightTrace(
            start: Self.begin,
            rows: rows.map { .init(offset: .seconds($0.0), lux: $0.1.flatMap(Lux.init)) })
    }

    /// Replays to the end, reading so often.
    private func replay(_ rows: [(Int64, Double?)], _ plan: PollPlan) throws -> LightEventLog {
        let clock = ServiceClock(startingAt: Self.begin, speed: Self.speed)
        let source = SimulatedSource(trace(rows), name: "day.csv", on: loop, clock: clock)
        let log = LightEventLog()
        source.start(log.record)
        source.follow(plan)
        try loop.turn { !log.lost.isEmpty }
        return log
    }

    /// Returns the readings at whole seconds after the first one.
    private func readings(_ log: LightEventLog) throws -> [Int64: Double] {
        let start = try #require(log.samples.first).at
        return Dictionary(
            log.samples.map { (($0.at - start).count / 1_000_000, $0.light.value) },
            uniquingKeysWith: { first, _ in first })
    }

    @Test func `the level of a row lasts until the next row`() throws {
        let log = try replay([(0, 100), (10, 200), (25, 0)], .every(.seconds(5)))
        let readings = try readings(log)
        let seconds = stride(from: Int64(0), through: 205, by: 5)
        #expect(readings.keys.sorted() == Array(seconds))
        for second in seconds {
            #expect(readings[second] == (second < 10 ? 100 : second < 25 ? 200 : 0))
        }
    }

    @Test func `the last row lasts three minutes, then the sensor is lost`() throws {
        let log = try replay([(0, 100)], .every(.seconds(10)))
        #expect(try readings(log).keys.max() == 180)
        #expect(log.found == ["day.csv"])
        #expect(log.keys == ["simulated/day.csv"])
        #expect(log.lost == ["day.csv"])
        #expect(log.warnings == ["the trace has ended"])
        #expect(log.missed.isEmpty)
    }

    @Test func `an empty row is a missed reading`() throws {
        let log = try replay([(0, 100), (10, nil), (20, 300)], .every(.seconds(5)))
        let readings = try readings(log)
        #expect(readings[5] == 100 && readings[20] == 300)
        #expect(readings[10] == nil && readings[15] == nil)
        let start = try #require(log.samples.first).at
        #expect(!log.missed.isEmpty)
        #expect(log.missed.allSatisfy { $0 == start + .seconds(5) })
    }

    @Test func `a gap of more than three minutes is no reading`() throws {
        let log = try replay([(0, 100), (400, 300)], .every(.seconds(20)))
        let readings = try readings(log)
        #expect(readings[180] == 100)
        #expect(readings.keys.allSatisfy { $0 <= 180 || $0 >= 400 })
        #expect(readings.values.contains(300))
        #expect(!log.missed.isEmpty)
    }

    @Test func `withheld steady readings are delivered with the first change`() throws {
        let log = try replay(
            [(0, 100), (40, 400)], .steady(.seconds(5), band: LightBand(90, 110)))
        let first = try #require(log.batches.first)
        #expect(first.map(\.light.value) == Array(repeating: 100, count: 8) + [400])
    }

    /// A row that is held is no new reading.
    @Test(arguments: [5, 100] as [Int64])
    func `half an hour of readings of one value is reported once`(_ seconds: Int64) {
        let rows = (0..<2_000 / seconds).map { ($0 * seconds, 100.0 as Double?) }
        let start = BootTime(microsecondsSinceBoot: 0)
        var reader = TraceReader(trace(rows), from: start)
        let stuck = stride(from: Int64(0), through: 2_000, by: 5).flatMap { second in
            reader.read(at: start + .seconds(second), under: .every(.seconds(5)))
        }.compactMap { if case .stuck(let isStuck) = $0 { isStuck } else { nil as Bool? } }
        #expect(stuck == (seconds == 5 ? [true] : []))
    }

    /// With a search for the first level for each level, this exceeds the time of a test.
    @Test func `a long gap before a constant level is searched once`() {
        let gap = (0..<200_000).map {
            LightTrace.Row(offset: .seconds(Int64($0)), lux: nil)
        }
        let level = (200_000..<400_000).map {
            LightTrace.Row(offset: .seconds(Int64($0)), lux: Lux(12))
        }
        #expect(!LightTrace(start: WallTime(secondsSinceEpoch: 0), rows: gap + level).isMoving)
        let end = LightTrace.Row(offset: .seconds(400_000), lux: Lux(13))
        #expect(
            LightTrace(start: WallTime(secondsSinceEpoch: 0), rows: gap + level + [end]).isMoving)
        #expect(!LightTrace(start: WallTime(secondsSinceEpoch: 0), rows: gap).isMoving)
    }

    @Test func `a simulated source conforms to the contract of light sources`() throws {
        let minutes = (0..<20).map { (Int64($0 * 60), 100.0) }
        let stage = SimulatedStage(
            trace(minutes + [(1_200, 400), (1_380, 400)]), speed: 400, on: loop)
        try LightSourceConformance.check(stage)
    }
}

/// Its sensor brightens and is lost as the trace has it, here after 3 s and 3.9 s.
private struct SimulatedStage: LightSourceStage {
    let loop: EventLoop
    let source: any LightSource
    private let clock: ServiceClock

    init(_ trace: LightTrace, speed: Int64, on loop: EventLoop) {
        self.loop = loop
        clock = ServiceClock(startingAt: trace.start, speed: speed)
        source = SimulatedSource(trace, name: "trace", on: loop, clock: clock)
    }

    var now: BootTime { clock.now.boot }
    func brighten() {}
    func unplug() {}
}
