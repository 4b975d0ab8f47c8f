internal import AppearanceEngine
internal import AppearanceModel
internal import Console

/// Two simulations of one light recording, side by side.
struct SimulationComparison {
    private let reports: [SimulationReport]
    private let names: [String]
    /// The changes of both, by time, each with the appearances of both from then on.
    private var rows: [(at: WallTime, appearances: [Appearance])] = []
    private let zone: TimeZoneRules

    init(
        _ light: LightTrace, _ settings: EngineSettings, _ other: EngineSettings,
        named name: String
    ) {
        zone = settings.schedule.zone
        names = ["this", String(name.split(separator: "/").last ?? "other")]
        var changes: [(at: WallTime, side: Int, appearance: Appearance)] = []
        reports = [settings, other].enumerated().map { side, settings in
            var report = SimulationReport(light, zone: settings.schedule.zone)
            var simulation = TraceSimulation(light, settings: settings)
            simulation.run { snapshot in
                guard report.add(snapshot) != nil else { return }
                changes.append((max(snapshot.since, light.start), side, snapshot.appearance))
            }
            return report
        }
        var present: [Appearance?] = [nil, nil]
        for change in changes.sorted(by: { ($0.at, $0.side) < ($1.at, $1.side) }) {
            present[change.side] = change.appearance
            let both = present.compactMap(\.self)
            guard both.count == 2 else { continue }
            if rows.last?.at == change.at { rows.removeLast() }
            rows.append((change.at, both))
        }
    }

    /// The table, and a summary of each side.
    var lines: [String] {
        var table = Table()
        table.add("time", names[0], names[1])
        for row in rows {
            let time = zone.local(row.at).dateAndTimeWithSeconds
            table.add(time, row.appearances[0].rawValue, row.appearances[1].rawValue)
        }
        let summaries = zip(names, reports).map { "\($0): \($1.summaryLines.joined())" }
        return table.lines + [""] + summaries
    }
}
