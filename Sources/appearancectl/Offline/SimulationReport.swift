internal import AppearanceEngine
internal import AppearanceModel
internal import AppearanceProtocol

/// What came of a simulation, told as it goes and summed up.
struct SimulationReport {
    /// A state that lasted less than this between two alike was a mistake.
    private static let reversal = Microseconds.seconds(300)

    static let heading = ["time                 appearance  why"]

    private let start: WallTime
    private let end: WallTime
    private let zone: TimeZoneRules
    private var last: Snapshot?
    private var previousSince: WallTime?
    private var changes: Int64 = 0
    private var reversals: Int64 = 0
    private var spans: [Appearance: Microseconds] = [:]

    init(_ trace: LightTrace, zone: TimeZoneRules) {
        start = trace.start
        end = trace.start + (trace.rows.last?.offset ?? .zero)
        self.zone = zone
    }

    /// Takes a state; answers what to say of it, nil for nothing.
    mutating func note(_ snapshot: Snapshot) -> (json: JSON, text: String)? {
        guard let before = last else {
            last = snapshot
            return (
                .object([.init(name: "initial", value: .string(snapshot.appearance.rawValue))]),
                text(snapshot)
            )
        }
        guard before.appearance != snapshot.appearance else {
            last = snapshot
            return nil
        }
        changes += 1
        spans[before.appearance, default: .zero] =
            spans[before.appearance, default: .zero] + (snapshot.since - max(before.since, start))
        if snapshot.appearance == before.previous, snapshot.since - before.since < Self.reversal {
            reversals += 1
        }
        last = snapshot
        return (json(snapshot), text(snapshot))
    }

    var summary: JSON {
        var spans = spans
        if let last {
            spans[last.appearance, default: .zero] =
                spans[last.appearance, default: .zero] + (end - max(last.since, start))
        }
        return .object([
            .init(name: "changes", value: .integer(changes)),
            .init(name: "reversals_within_300s", value: .integer(reversals)),
            .init(
                name: "seconds_in",
                value: .object(
                    Appearance.allCases.map {
                        .init(name: $0.rawValue, value: .real((spans[$0] ?? .zero).inSeconds))
                    })),
        ])
    }

    var summaryLines: [String] {
        let turned = reversals == 0 ? "none" : "\(reversals)"
        return ["", "\(Int(changes).counted("change")), \(turned) taken back within 5 minutes."]
    }

    private func json(_ snapshot: Snapshot) -> JSON {
        .object([
            .init(name: "at", value: .string(snapshot.since.iso8601)),
            .init(name: "seconds", value: .real((snapshot.since - start).inSeconds)),
            .init(name: "appearance", value: .string(snapshot.appearance.rawValue)),
            .init(
                name: "previous", value: snapshot.previous.map { .string($0.rawValue) } ?? .null),
            .init(name: "reason", value: .string(snapshot.reason.rawValue)),
        ])
    }

    private func text(_ snapshot: Snapshot) -> String {
        let local = zone.local(snapshot.since)
        let second = local.microsecondOfDay / 1_000_000 % 60
        let time = "\(local.date) \(local.hoursAndMinutes):\(second < 10 ? "0" : "")\(second)"
        return "\(time)  \(snapshot.appearance.rawValue.padded(to: 10))  \(snapshot.explanation)"
    }
}
