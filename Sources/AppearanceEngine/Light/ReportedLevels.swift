import AppearanceModel

/// The light levels that programs report: one for each name.
///
/// The one that decides stays until it ends, so that two programs that disagree do not alternate. A name in
/// `sensor.prefer` replaces another one once it has been reported for a minute. Of several connections that
/// report under one name, the newest counts.
struct ReportedLevels: Sendable {
    /// The number of names that are kept; beyond it, the one that was reported longest ago is dropped.
    private static let mostNames = 16
    /// The number of connections that are kept for a name.
    private static let mostConnections = 64
    /// The time for which a preferred level has been reported when it replaces another one.
    private static let provingTime = Microseconds.minutes(1)

    /// The reports under one name, that of the newest connection last.
    private struct Series: Sendable {
        let name: String
        /// The time of its first report.
        let since: BootTime
        var reports: [LightReport]
    }

    /// In the order in which the names appeared.
    private var series: [Series] = []
    /// The position of the name whose report decides; `nil` if there is none.
    private var decidingIndex: Int?
    /// The time at which a preferred level last replaced another one; `nil` if none has.
    private var replacedAt: BootTime?

    /// The report that decides; `nil` if there is none.
    var deciding: LightReport? { decidingIndex.flatMap { series[$0].reports.last } }

    /// Whether there is a report that decides.
    var isDeciding: Bool { decidingIndex != nil }
    /// Its position in `sensor.prefer`; `nil` if it is not named there.
    private(set) var preference: Int?

    /// No reports, or one from before a restart.
    init(_ saved: LightReport? = nil) {
        guard let saved else { return }
        series = [Series(name: saved.source, since: saved.at, reports: [saved])]
        decidingIndex = 0
    }

    /// The reports that do not decide, in the order in which their names appeared.
    var others: [LightReport] {
        series.indices.compactMap { $0 == decidingIndex ? nil : series[$0].reports.last }
    }

    /// Returns whether any report outlasts a time.
    func hasReport(after time: BootTime, _ settings: EngineSettings) -> Bool {
        series.contains { $0.reports.contains { $0.end(settings) > time } }
    }

    /// Adds a report.
    mutating func add(_ report: LightReport, _ settings: EngineSettings, at now: BootTime) {
        // A connection has one level, also if it changes the name.
        if let connection = report.connection {
            remove { $0.connection == connection && $0.source != report.source }
        }
        if let index = series.firstIndex(where: { $0.name == report.source }) {
            var reports = series[index].reports
            if let own = reports.firstIndex(where: { $0.connection == report.connection }) {
                var report = report
                report.follow(reports[own])
                reports[own] = report
            } else {
                reports = reports.suffix(Self.mostConnections - 1) + [report]
            }
            series[index].reports = reports
        } else {
            dropOldest()
            series.append(Series(name: report.source, since: now, reports: [report]))
        }
        update(settings, at: now)
    }

    /// Ends some reports.
    mutating func end(
        _ settings: EngineSettings, at now: BootTime, where isEnded: (LightReport) -> Bool
    ) {
        remove(isEnded)
        update(settings, at: now)
    }

    /// Ends the reports that have expired, and selects the one that decides.
    mutating func update(_ settings: EngineSettings, at now: BootTime) {
        guard !series.isEmpty else { return select(nil, settings) }
        remove { $0.end(settings) <= now }
        guard let present = decidingIndex else { return select(best(settings), settings) }
        guard let due = replacementDue(settings), due <= now else {
            return select(present, settings)
        }
        replacedAt = now
        select(best(settings), settings)
    }

    /// Returns the time at which a preferred level replaces the one that decides; `nil` if none does.
    func replacementDue(_ settings: EngineSettings) -> BootTime? {
        guard let present = decidingIndex, let best = best(settings),
            rank(best, settings) < rank(present, settings)
        else { return nil }
        let proven = series[best].since + Self.provingTime
        return replacedAt.map { max(proven, $0 + Handover.calm) } ?? proven
    }

    /// Returns the position of the name that comes first; of equal ones, that of the first that appeared.
    private func best(_ settings: EngineSettings) -> Int? {
        series.indices.min { rank($0, settings) < rank($1, settings) }
    }

    private func rank(_ index: Int, _ settings: EngineSettings) -> Int {
        settings.preferredSources.firstIndex(of: series[index].name) ?? .max
    }

    /// Moves the times of the reports with a wall clock that was set.
    mutating func followClock(at now: Moment) {
        for index in series.indices {
            for report in series[index].reports.indices {
                series[index].reports[report].followClock(at: now)
            }
        }
    }

    private mutating func select(_ next: Int?, _ settings: EngineSettings) {
        decidingIndex = next
        preference = next.flatMap { settings.preferredSources.firstIndex(of: series[$0].name) }
    }

    private mutating func remove(_ isEnded: (LightReport) -> Bool) {
        for index in series.indices { series[index].reports.removeAll(where: isEnded) }
        removeSeries { $0.reports.isEmpty }
    }

    private mutating func dropOldest() {
        guard series.count >= Self.mostNames else { return }
        let others = series.indices.filter { $0 != decidingIndex }.map { series[$0] }
        let oldest = others.min {
            ($0.reports.last?.at ?? $0.since) < ($1.reports.last?.at ?? $1.since)
        }
        removeSeries { $0.name == oldest?.name }
    }

    private mutating func removeSeries(where isEnded: (Series) -> Bool) {
        let name = decidingIndex.map { series[$0].name }
        series.removeAll(where: isEnded)
        decidingIndex = name.flatMap { name in series.firstIndex { $0.name == name } }
    }
}
