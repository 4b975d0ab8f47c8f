package import AppearanceConfig
package import AppearanceEngine
package import AppearanceModel
package import AppearanceRecord

/// The content of the page *History*: the light of the past day, the changes, and a suggestion.
package struct HistoryPage {
    /// The number of changes that are listed.
    private static let mostEntries = 40

    /// A change of the appearance.
    package struct Entry: Equatable, Sendable {
        package let appearance: Appearance
        /// The time and the cause.
        package let text: String
        /// Whether the user undid it by hand.
        package let isCorrected: Bool
    }

    /// Thresholds that would have spared the user corrections.
    package struct Proposal: Equatable, Sendable {
        package let text: String
        package let changes: [ConfigurationEdit.Change]
    }

    /// The newest changes first.
    package let entries: [Entry]
    package let chart: LightChart
    package let proposal: Proposal?
    /// How long the history is kept.
    package let keeping: SettingRow

    /// The page of a history, with the settings in effect.
    package init(
        _ history: History, _ configuration: Configuration, _ place: SunPlace,
        zone: TimeZoneRules, at now: WallTime, _ format: PageFormatter
    ) {
        chart = LightChart(
            history, from: LightChart.start(of: history, to: now), to: now, configuration.ambient,
            in: zone)
        entries = Self.entries(history, format)
        let settings = EngineSettings(configuration, place, zone: zone)
        proposal = Self.proposal(
            ThresholdSuggestion(
                [RecordedCourse(history, settings)], from: configuration.ambient), format)
        keeping = Self.keepingRow(configuration, format)
    }

    /// Returns what a screen reader says of the chart.
    package func chartText(_ format: PageFormatter) -> String {
        let levels = chart.light.map(\.value)
        guard let low = levels.min(), let high = levels.max() else {
            return format.tr("No light was recorded")
        }
        return format.tr("The light since %1$s: from %2$s to %3$s").filled(
            format.time(chart.start), format.level(low, chart.unit),
            format.level(high, chart.unit))
    }

    private static func entries(_ history: History, _ format: PageFormatter) -> [Entry] {
        var shown: Appearance?
        var entries: [Entry] = []
        for (change, correctedAfter) in history.corrections {
            let appearance = change.status.appearance
            defer { shown = appearance }
            guard change.isStart || appearance != shown else { continue }
            entries.append(
                Entry(
                    appearance: appearance, text: text(change, format),
                    isCorrected: correctedAfter != nil))
        }
        return entries.suffix(mostEntries).reversed()
    }

    private static func text(_ change: History.Change, _ format: PageFormatter) -> String {
        let tr = format.tr
        let time = format.time(change.at)
        let status = change.status
        if change.isStart { return tr("%s: the service started").filled(time) }
        switch status.reason {
        case .manual: return tr("%s: you chose it").filled(time)
        case .inhibited: return tr("%s: a pause or a program kept it").filled(time)
        case .startup: return tr("%s: the service started").filled(time)
        case .schedule: return tr("%s: by the sun and the clock").filled(time)
        case .sensor:
            return status.light.map {
                tr("%1$s: the room had %2$s").filled(time, format.room($0))
            } ?? tr("%s: by the light in the room").filled(time)
        }
    }

    private static func proposal(
        _ suggestion: ThresholdSuggestion, _ format: PageFormatter
    ) -> Proposal? {
        let changes = ConfigurationEdit.changes(from: suggestion.before, to: suggestion.after)
        guard suggestion.refusal == nil, suggestion.spared > 0, !changes.isEmpty else { return nil }
        let thresholds = suggestion.after.thresholds
        return Proposal(
            text: format.tr(
                "Dark below %1$s and light above %2$s would have spared you %3$s of %4$s corrections."
            ).filled(
                format.level(thresholds.darkBelow, .lux), format.level(thresholds.lightAbove, .lux),
                "\(suggestion.spared)", "\(suggestion.corrections)"),
            changes: changes)
    }

    private static func keepingRow(
        _ configuration: Configuration, _ format: PageFormatter
    ) -> SettingRow {
        let tr = format.tr
        let key = "history.days"
        return SettingRow.choice(
            key, tr("Kept on this computer only"),
            [(0, tr("Not at all")), (7, tr("7 days")), (30, tr("30 days")), (90, tr("90 days"))].map
            {
                SettingRow.Option($0.1, .init(key, to: "\($0.0)"))
            }, in: configuration)
    }
}
