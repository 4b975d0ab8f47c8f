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
    private func replay(_ rows: [(Int64, Double?)], _ plan: PollPlan) throws -> Ear {
        let clock = ServiceClock(startingAt: Self.begin, speed: Self.speed)
        let source = SimulatedSource(trace(rows), name: "day.csv", on: loop, clock: clock)
        let ear = Ear()
        source.start(ear.hear)
        source.follow(plan)
        try loop.turn { !ear.lost.isEmpty }
        return ear
    }

    /// What was read at whole seconds after the first reading.
    private func readings(_ ear: Ear) throws -> [Int64: Double] {
        let start = try #require(ear.samples.first).at
        return Dictionary(
            ear.samples.map { (($0.at - start).count / 1_000_000, $0.light.value) },
            uniquingKeysWith: { first, _ in first })
    }

    @Test func `a row holds until the next`() throws {
        let ear = try replay([(0, 100), (10, 200), (25, 0)], .every(.seconds(5)))
        let readings = try readings(ear)
        let seconds = stride(from: Int64(0), through: 205, by: 5)
        #expect(readings.keys.sorted() == Array(seconds))
        for second in seconds {
            #expect(readings[second] == (second < 10 ? 100 : second < 25 ? 200 : 0))
        }
    }

    @Test func `the last row holds for three minutes then the sensor is lost`() throws {
        let ear = try replay([(0, 100)], .every(.seconds(10)))
        #expect(try readings(ear).keys.max() == 180)
        #expect(ear.found == ["day.csv"])
        #expect(ear.keys == ["simulated/day.csv"])
        #expect(ear.lost == ["day.csv"])
        #expect(ear.warnings == ["the trace has ended"])
        #expect(ear.missed.isEmpty)
    }

    @Test func `an empty row is a missed reading`() throws {
        let ear = try replay([(0, 100), (10, nil), (20, 300)], .every(.seconds(5)))
        let readings = try readings(ear)
        #expect(readings[5] == 100 && readings[20] == 300)
        #expect(readings[10] == nil && readings[15] == nil)
        let start = try #require(ear.samples.first).at
        #expect(!ear.missed.isEmpty)
        #expect(ear.missed.allSatisfy { $0 == start + .seconds(5) })
    }

    @Test func `a gap of more than three minutes is no reading`() throws {
        let ear = try replay([(0, 100), (400, 300)], .every(.seconds(20)))
        let readings = try readings(ear)
        #expect(readings[180] == 100)
        #expect(readings.keys.allSatisfy { $0 <= 180 || $0 >= 400 })
        #expect(readings.values.contains(300))
        #expect(!ear.missed.isEmpty)
    }

    @Test func `readings of steady light are delivered with the one that is not`() throws {
        let ear = try replay(
            [(0, 100), (40, 400)], .steady(.seconds(5), band: LightBand(90, 110)))
        let first = try #require(ear.batches.first)
        #expect(first.map(\.light.value) == Array(repeating: 100, count: 8) + [400])
    }

    @Test func `it keeps its promises`() throws {
        let minutes = (0..<20).map { (Int64($0 * 60), 100.0) }
        let stage = SimulatedStage(
            trace(minutes + [(1_200, 400), (1_380, 400)]), speed: 400, on: loop)
        try LightSourceConformance.check(stage)
    }
}

/// Its sensor brightens and goes when the trace says so, here after 3 s and 3.9 s.
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
