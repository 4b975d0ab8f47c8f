import AppearanceConfig
import AppearanceEngine
import AppearanceModel
import AppearanceRecord
import AppearanceTestSupport
import Testing
import WindowPages

/// The page *History*: its list, its chart and its suggestion.
@Suite(.bounded) struct HistoryPageTests {
    private let format = SentenceTests.format()
    private let now = SentenceTests.noon

    private func change(
        _ appearance: Appearance, _ reason: Reason, _ time: WallTime, light: Double? = 38,
        isStart: Bool = false
    ) -> History.Change {
        History.Change(
            at: time,
            status: SentenceTests.status(
                appearance, reason, mode: reason == .manual ? appearance.mode : .auto, light: light),
            isStart: isStart)
    }

    private func page(
        _ changes: [History.Change], levels: [History.Level] = [],
        _ configuration: Configuration = Configuration()
    ) -> HistoryPage {
        HistoryPage(
            History(History.lines(of: levels) + changes.flatMap(\.line)), configuration,
            SunPlace(nil, .timeZone), zone: SentenceTests.zone, at: now, format)
    }

    @Test func `each change has its time and its cause, the newest first`() {
        let entries = page([
            change(.light, .startup, now - .hours(30), isStart: true),
            change(.dark, .sensor, now - .hours(20)),
            change(.light, .manual, now - .hours(20) + .minutes(5)),
            change(.light, .schedule, now - .hours(10)),
            change(.dark, .schedule, now - .hours(2)),
        ]).entries
        #expect(
            entries.map(\.text) == [
                "10:00: by the sun and the clock", "16:05 yesterday: you chose it",
                "16:00 yesterday: the room had 38 lux", "06:00 yesterday: the service started",
            ])
        #expect(entries.map(\.appearance) == [.dark, .light, .dark, .light])
        #expect(entries.map(\.isCorrected) == [false, false, true, false])
    }

    @Test func `a history of nothing has no entry, no light and no suggestion`() {
        let page = page([])
        #expect(page.entries == [])
        #expect(page.chart.isEmpty)
        #expect(page.chartText(format) == "No light was recorded")
        #expect(page.proposal == nil)
    }

    @Test func `the chart shows the light of the past day`() {
        let levels = [(10, 5.0), (8, 400), (6, 60)].map { hours, lux in
            History.Level(at: now - .hours(hours), light: LightReading(value: lux, unit: .lux))
        }
        let page = page([change(.dark, .sensor, now - .hours(12), isStart: true)], levels: levels)
        #expect(page.chart.light.map(\.value) == [5, 400, 60])
        #expect(page.chart.light.last?.end == now)
        #expect(page.chartText(format) == "The light since 00:00: from 5 lux to 400 lux")
    }

    @Test func `corrections at the same light on several days make a suggestion that is a change`()
        throws
    {
        var changes: [History.Change] = []
        var levels: [History.Level] = []
        for day in (1...4).reversed() {
            let start = now - .days(Int64(day))
            changes.append(change(.light, .sensor, start, light: 150, isStart: true))
            changes.append(change(.dark, .manual, start + .hours(1), light: 150))
            changes.append(change(.dark, .schedule, start + .hours(8), light: 20))
            levels.append(
                History.Level(at: start, light: LightReading(value: 150, unit: .lux)))
            levels.append(
                History.Level(at: start + .hours(7), light: LightReading(value: 20, unit: .lux)))
        }
        let proposal = try #require(page(changes, levels: levels).proposal)
        #expect(proposal.text.hasSuffix("would have spared you 4 of 4 corrections."))
        let after = try SettingRowTests.configuration(proposal.changes)
        #expect(after.ambient.thresholds.lightAbove > 150)
    }

    @Test func `the row of the days shows and changes how long the history is kept`() {
        var configuration = Configuration()
        configuration.history.days = 90
        guard case .choice(let options, let selected) = page([], configuration).keeping.control
        else {
            Issue.record("no choice")
            return
        }
        #expect(options[selected].title == "90 days")
        #expect(options[0].changes == [.init("history.days", to: "0")])
    }
}
