import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing
import WindowPages

/// The page *Now*: its heading, the end of a choice, its banner, the bar of the day and the menu of ends.
@Suite(.bounded) struct NowPageTests {
    private let noon = SentenceTests.noon
    private let format = SentenceTests.format()

    private func page(_ status: Snapshot) -> NowPage {
        NowPage(SentenceTests.state(status), at: noon, format)
    }

    @Test func `without a daemon the page says so`() {
        let page = NowPage(nil, at: noon, format)
        #expect(page.mode == nil && page.heading == "Not running" && page.bar == nil)
        #expect(page.sentence == "The service is not running.")
    }

    @Test func `a chosen mode names its end`() {
        #expect(page(SentenceTests.status()).end == nil)
        let later = noon + .hours(3)
        let chosen = page(SentenceTests.status(.dark, .manual, mode: .dark, until: later))
        #expect(chosen.end == "Until 15:00" && chosen.mode == .dark && chosen.heading == "Dark")
        #expect(
            page(SentenceTests.status(.dark, .manual, mode: .dark)).end == "Until you change it")
    }

    @Test func `a pause says what it does and when it ends`() {
        #expect(page(SentenceTests.status()).pause == "The desktop changes by itself")
        let forever = page(SentenceTests.status(.dark, .inhibited, paused: true))
        #expect(page(SentenceTests.status()).canSkip && !forever.canSkip)
        #expect(forever.isPaused && forever.pause == "Nothing changes until you turn this off")
        let ending = page(
            SentenceTests.status(
                .dark, .inhibited, paused: true, pausedUntil: noon + .hours(1)))
        #expect(ending.pause == "Nothing changes until 13:00")
    }

    @Test func `an invalid configuration comes before a warning`() {
        var status = SentenceTests.status(error: "config.toml:4: ambient.dark_below: too large")
        status.warning = "A program changes the mode again and again."
        #expect(
            page(status).banner?.text(format)
                == "The configuration has an error; other settings stay in effect: "
                + "config.toml:4: ambient.dark_below: too large")
        status.configurationError = nil
        #expect(page(status).banner == .warning("A program changes the mode again and again."))
    }

    @Test func `the bar covers the day without a gap, with its changes`() throws {
        let bar = try #require(page(SentenceTests.status()).bar)
        #expect(bar.now == 0.5)
        #expect(bar.parts.first?.range.lowerBound == 0 && bar.parts.last?.range.upperBound == 1)
        for (part, next) in zip(bar.parts, bar.parts.dropFirst()) {
            #expect(part.range.upperBound == next.range.lowerBound)
            #expect(part.appearance != next.appearance)
        }
        #expect(bar.text(format) == "Dark 06:30 · Light 07:00 · Dark 19:00 · Night 22:30")
    }

    @Test func `the ends of a choice name their times`() {
        var state = SentenceTests.state(SentenceTests.status())
        func texts() -> [String] {
            OverrideEnd.choices(state, at: noon).map { $0.text(state, at: noon, format) }
        }
        let others = [
            "For one hour", "Until sunrise, 07:00 tomorrow", "Until sunset, 19:00",
            "Until I change it",
        ]
        #expect(texts() == ["Until the next change"] + others)
        // The schedule has a change at 19:00, and the daemon knows whether the appearance changes then.
        state.rationale = Self.rationale(untilNext: noon + .hours(19))
        #expect(texts() == ["Until the next change, 07:00 tomorrow"] + others)
        state.rationale = Self.rationale(untilNext: nil)
        #expect(texts() == others)
    }

    static func rationale(untilNext: WallTime?) -> Rationale {
        var rationale = Rationale(
            appearance: .light, since: SentenceTests.noon, mode: .auto, reason: .sensor, until: nil,
            inputs: [],
            light: .init(filtered: nil, raw: nil, unit: .lux, thresholds: Thresholds()),
            dwell: nil, next: nil)
        rationale.untilNext = untilNext
        return rationale
    }

    @Test func `a day without a sunrise does not offer one`() throws {
        let pole = try #require(Coordinates(latitudeDegrees: 85, longitudeDegrees: 0))
        let schedule = Schedule(WeeklySchedule(), place: pole, zone: SentenceTests.zone)
        var state = SentenceTests.state(SentenceTests.status())
        state.schedule = schedule
        let choices = OverrideEnd.choices(state, at: noon)
        #expect(!choices.contains(.sunrise) && choices.contains(.hour) && choices.last == .never)
    }
}
