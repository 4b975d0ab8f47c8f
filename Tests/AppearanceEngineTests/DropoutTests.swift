import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Foundation
import Testing

/// Recorded and drawn light, read by a sensor that drops out for 60 to 90 s at a time.
@Suite(.bounded) struct DropoutTests {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/traces")

    static let names: [String] =
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path()))?
        .filter { $0.hasSuffix(".csv") }.sorted() ?? []

    /// The shortest time between two changes of which a dropout causes one.
    private let calm = Microseconds.minutes(5)

    @Test func `the fixtures contain recordings with dropouts`() { #expect(Self.names.count >= 14) }

    /// Noon, and starts that put a boundary of the schedule among the dropouts.
    @Test(.row("S21"), arguments: names, ["12:00", "18:55"])
    func `dropouts in a recording cause no earlier reversal`(
        _ name: String, _ clock: String
    ) throws {
        let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
        let start = try #require(WallTime(iso8601: "2026-03-20T\(clock):00", zone: .utc))
        let trace = try LightTrace(csv: text, zone: .utc, start: start)
        // Four hours of it, each seed the next ones of a recording that is longer.
        for seed in 0..<2 as Range<UInt64> {
            let begin = Microseconds.hours(7) * Int64(seed)
            let rows = trace.rows.filter { $0.offset >= begin && $0.offset < begin + .hours(4) }
            guard let first = rows.first else { continue }
            let part = LightTrace(
                start: start,
                rows: rows.map { LightTrace.Row(offset: $0.offset - first.offset, lux: $0.lux) })
            let whole = hastyTurns(of: changes(in: part))
            let found = hastyTurns(of: changes(in: withDropouts(part, seed: seed)))
            #expect(found.count <= whole.count, "seed \(seed): \(found)")
        }
    }

    /// A room whose light changes seldom enough that every hasty change is the dropouts' work.
    @Test(.row("S21"), arguments: 0..<12 as Range<UInt64>)
    func `dropouts in drawn light cause no reversal within five minutes`(
        _ seed: UInt64
    ) throws {
        var dice = SplitMix64(seed: seed)
        var rows: [LightTrace.Row] = []
        var level = 60.0
        for minute in 0..<300 as Range<Int64> {
            if minute % 15 == 0 { level = pow(10, Double.random(in: 0...3, using: &dice)) }
            for second in 0..<12 as Range<Int64> {
                let lux = Lux(level * Double.random(in: 0.9...1.1, using: &dice))
                rows.append(
                    LightTrace.Row(offset: .seconds(minute * 60 + second * 5), lux: lux))
            }
        }
        let start = try #require(WallTime(iso8601: "2026-03-20T12:00:00", zone: .utc))
        let trace = LightTrace(start: start, rows: rows)
        let found = hastyTurns(of: changes(in: withDropouts(trace, seed: seed)))
        #expect(found == [], "seed \(seed)")
    }

    // MARK: Traces and changes

    private struct Change: Equatable, CustomStringConvertible {
        var at: WallTime
        var to: Appearance
        var description: String { "\(to) at \(at.iso8601)" }
    }

    /// Takes every reading out of 60 to 90 s, again and again.
    private func withDropouts(_ trace: LightTrace, seed: UInt64) -> LightTrace {
        var dice = SplitMix64(seed: seed)
        let end = trace.rows.last?.offset ?? .zero
        var rows: [LightTrace.Row] = []
        var rest = trace.rows[...]
        var at = Microseconds.zero
        var held: Lux?
        while at < end {
            at = at + .seconds(.random(in: 5...400, using: &dice))
            let back = at + .milliseconds(.random(in: 60_000...90_000, using: &dice))
            while let row = rest.first, row.offset < at {
                held = row.lux
                rows.append(rest.removeFirst())
            }
            rows.append(LightTrace.Row(offset: at, lux: nil))
            while let row = rest.first, row.offset <= back {
                held = row.lux
                rest.removeFirst()
            }
            rows.append(LightTrace.Row(offset: back, lux: held))
            at = back
        }
        return LightTrace(start: trace.start, rows: rows)
    }

    private func changes(in trace: LightTrace) -> [Change] {
        var simulation = TraceSimulation(
            trace, settings: EngineSettings(Configuration(), place: nil, zone: .utc))
        var changes: [Change] = []
        var sequence: Int64?
        simulation.run { snapshot in
            if snapshot.sequence != sequence {
                changes.append(Change(at: snapshot.since, to: snapshot.appearance))
            }
            sequence = snapshot.sequence
        }
        return changes
    }

    /// The changes that take back the one before them within five minutes.
    private func hastyTurns(of changes: [Change]) -> [Change] {
        zip(changes, zip(changes.dropFirst(), changes.dropFirst(2))).filter { first, rest in
            let (second, third) = rest
            let wasBrighter = second.to.brightness > first.to.brightness
            let turns = wasBrighter != (third.to.brightness > second.to.brightness)
            return turns && third.at - second.at < calm
        }.map(\.1.1)
    }
}
