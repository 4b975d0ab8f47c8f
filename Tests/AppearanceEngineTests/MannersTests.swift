import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Foundation
import Testing

/// Changes that wait until the user is not disturbed by them.
@Suite(.bounded) struct MannersTests {
    private static let film = PresenceReport(holders: [ChangeHolder(.fullscreen, who: "mpv")])
    private static let nothing = PresenceReport()

    private static func configuration(
        _ change: (inout SwitchSettings) -> Void = { _ in }
    ) -> Configuration {
        var configuration = Configuration.test
        configuration.schedule.everyDay.light = .clock(ClockTime(wrapping: 7 * 60))
        configuration.schedule.everyDay.dark = .clock(ClockTime(wrapping: 18 * 60))
        change(&configuration.change)
        return configuration
    }

    /// A driver at 17:00, an hour before dark.
    private func driver(
        _ report: PresenceReport? = film, _ change: (inout SwitchSettings) -> Void = { _ in }
    ) -> EngineDriver {
        var driver = EngineDriver(
            Self.configuration(change), at: "2026-03-20T17:00:00", zone: .utc)
        if let report { driver.send(.presence(client: 1, report)) }
        return driver
    }

    @Test func `a change waits for the end of a full screen, says so, and comes at once then`() {
        var driver = driver()
        driver.wait(.minutes(70))
        #expect(driver.appearance == .light)
        #expect(
            driver.last?.explanation
                == "Still light: dark since 18:00 by schedule; waits while mpv fills the screen,"
                + " until 18:30 at most.")
        let bound = driver.now.wall + .minutes(20)
        #expect(driver.last?.pending == NextChange(at: bound, appearance: .dark))
        #expect(driver.last?.next == driver.last?.pending)
        #expect(
            driver.last?.waitsFor == ChangeWait(WaitCause(.fullscreen, who: "mpv"), atMost: bound))
        #expect(driver.changes == 0)
        let input = driver.rationale.inputs.first { $0.name == "manners" }
        #expect(input?.weight == .decides && input?.why == "mpv fills the screen")
        driver.send(.presence(client: 1, Self.nothing))
        #expect(driver.appearance == .dark)
        #expect(driver.last?.reason == .schedule && driver.changes == 1)
        #expect(driver.last?.pending == nil && driver.last?.waitsFor == nil)
    }

    /// As the documentation of Rationale.Input lists them.
    @Test func `the inputs of a decision have documented names`() throws {
        var driver = EngineDriver(
            Self.configuration(), at: "2026-03-20T12:00:00", zone: .utc, sensor: "als")
        driver.send(.presence(client: 1, Self.film))
        for source in ["desk", "hall"] {
            driver.send(.lightReported(source: source, lux: try #require(Lux(300))))
        }
        let names = driver.rationale.inputs.map(\.name)
        #expect(Set(names) == ["manual", "pause", "manners", "fed", "sensor", "schedule"])
        #expect(names.count { $0 == "fed" } == 2)
        let text = try Repository.text(of: "Sources/AppearanceModel/Rationale.swift")
        let documented = text.components(separatedBy: "public var name").first ?? ""
        for name in names { #expect(documented.contains("`\(name)`"), "\(name)") }
    }

    @Test(.row("M2"))
    func `at the bound it changes all the same, once, and the sentence says what it waited for`() {
        var driver = driver()
        driver.wait(.minutes(89))
        #expect(driver.appearance == .light)
        driver.wait(.minutes(1))
        #expect(driver.appearance == .dark)
        #expect(
            driver.last?.explanation.hasSuffix(
                "; changed after waiting 30 min for the full screen of mpv to end.") == true,
            "\(driver.last?.explanation ?? "")")
        driver.wait(.hours(3))
        #expect(driver.changes == 1)
    }

    @Test(.row("M1")) func `a full screen on and off a hundred times makes one change at most`() {
        var driver = driver()
        driver.wait(.minutes(59))
        for second in 0..<200 {
            driver.send(.presence(client: 1, second % 2 == 0 ? Self.film : Self.nothing))
            driver.wait(.seconds(1))
        }
        #expect(driver.changes == 1 && driver.appearance == .dark)
    }

    @Test(.row("M5")) func `a choice comes at once, and the way back is that of what the user saw`()
    {
        var chosen = driver()
        chosen.wait(.minutes(70))
        chosen.send(.modeChosen(.dark, end: nil))
        #expect(chosen.appearance == .dark && chosen.last?.reason == .manual)
        var toggled = driver()
        toggled.wait(.minutes(70))
        toggled.send(.toggled)
        #expect(toggled.appearance == .dark && toggled.last?.reason == .manual)
        toggled.send(.toggled)
        #expect(toggled.appearance == .light)
    }

    @Test(.row("M5")) func `a choice ends the wait of what would have come`() {
        var driver = EngineDriver(Self.configuration(), at: "2026-03-20T06:00:00", zone: .utc)
        driver.send(.presence(client: 1, Self.film))
        driver.wait(.minutes(70))
        #expect(driver.last?.waitsFor?.cause == WaitCause(.fullscreen, who: "mpv"))
        driver.send(.modeChosen(.light, end: .after(.hours(12))))
        driver.wait(.hours(12) + .minutes(1))
        #expect(driver.appearance == .light)
        #expect(driver.last?.waitsFor?.cause == WaitCause(.fullscreen, who: "mpv"))
        driver.wait(.minutes(30))
        #expect(driver.appearance == .dark)
    }

    @Test(.row("M5")) func `a pause keeps what the user sees and not what waits`() {
        var driver = driver()
        driver.wait(.minutes(70))
        driver.send(.paused(end: nil))
        driver.send(.presence(client: 1, Self.nothing))
        driver.wait(.minutes(1))
        #expect(driver.appearance == .light && driver.last?.reason == .inhibited)
        driver.send(.resumed)
        #expect(driver.appearance == .dark)
    }

    @Test(.row("M4"), arguments: [SessionUse.locked, .inactive, .remote])
    func `a session that is not in use is changed at once`(_ use: SessionUse) {
        var driver = driver()
        driver.wait(.minutes(70))
        driver.send(.sessionUse(use))
        #expect(driver.appearance == .dark)
    }

    @Test(.row("M4")) func `after a suspend it changes at once`() {
        var driver = driver()
        driver.wait(.minutes(30))
        driver.suspend(for: .hours(2))
        #expect(driver.appearance == .dark)
    }

    @Test(.row("M3")) func `the end of who reported ends what it held`() {
        var driver = driver()
        driver.wait(.minutes(70))
        driver.send(.presence(client: 2, Self.nothing))
        #expect(driver.appearance == .light)
        driver.send(.presenceEnded(client: 1))
        #expect(driver.appearance == .dark)
    }

    @Test(.row("M6"))
    func `a restart keeps a change waiting without a flash, or changes when nobody reports`()
        throws
    {
        var before = driver()
        before.wait(.minutes(70))
        before.send(.stopping)
        let state = try #require(before.saved.last)
        #expect(state.isWaiting && state.appearance == .light)
        func restarted() -> EngineDriver {
            EngineDriver(Self.configuration(), at: "2026-03-20T18:10:01", zone: .utc, saved: state)
        }
        var held = restarted()
        held.wait(.milliseconds(900))
        held.send(.presence(client: 1, Self.film))
        held.wait(.minutes(5))
        #expect(Set(held.published.map(\.appearance)) == [.light])
        var alone = restarted()
        #expect(alone.appearance == .light)
        alone.wait(.seconds(1))
        #expect(alone.appearance == .light)
        alone.wait(.seconds(1))
        #expect(alone.appearance == .dark && alone.changes == 1)
    }

    @Test func `the light decides again when nothing holds any more`() {
        var driver = EngineDriver(
            Self.configuration(), at: "2026-03-20T12:00:00", zone: .utc, sensor: "als")
        driver.light(400, for: .minutes(2))
        driver.send(.presence(client: 1, Self.film))
        driver.light(5, for: .seconds(30))
        #expect(driver.appearance == .light && driver.last?.pending?.appearance == .dark)
        #expect(
            driver.last?.explanation.hasPrefix("Still light: dark since 12:02 by the light") == true
        )
        driver.light(400, for: .seconds(30))
        #expect(driver.last?.pending == nil)
        driver.send(.presence(client: 1, Self.nothing))
        driver.light(400, for: .seconds(30))
        #expect(driver.changes == 0 && driver.appearance == .light)
    }

    @Test func `a circumstance holds if it is configured and reported`() {
        var none = driver { $0.hold = [] }
        none.wait(.minutes(61))
        #expect(none.appearance == .dark)
        var other = driver(PresenceReport(holders: [ChangeHolder(.screencast, who: "obs")]))
        other.wait(.minutes(61))
        #expect(other.appearance == .dark)
        for when in SwitchSettings.When.allCases where when != .unlock {
            var unknown = driver(nil) { $0.when = when }
            unknown.wait(.minutes(61))
            #expect(unknown.appearance == .dark, "\(when)")
        }
    }

    @Test(arguments: [
        (SwitchSettings.When.pause, PresenceReport(isQuiet: false), PresenceReport(isQuiet: true)),
        (.idle, PresenceReport(isIdle: false), PresenceReport(isIdle: true)),
    ])
    func `a change waits for a pause of the input, or for an idle desktop`(
        _ when: SwitchSettings.When, _ busy: PresenceReport, _ free: PresenceReport
    ) {
        var driver = driver(busy) { $0.when = when }
        driver.wait(.minutes(61))
        #expect(driver.appearance == .light)
        driver.send(.presence(client: 1, free))
        #expect(driver.appearance == .dark)
    }

    @Test func `a change waits for the next lock, at most so long`() {
        var locked = driver(nil) { $0.when = .unlock }
        locked.wait(.minutes(61))
        #expect(locked.appearance == .light)
        locked.send(.sessionUse(.locked))
        #expect(locked.appearance == .dark)
        var never = driver(nil) { $0.when = .unlock }
        never.wait(.minutes(90))
        #expect(never.appearance == .dark)
    }

    @Test func `night waits too, and the way out of it by hand does not`() {
        var configuration = Self.configuration { $0.atMost = .hours(12) }
        configuration.ambient.nightNeeds = .schedule
        var driver = EngineDriver(configuration, at: "2026-03-20T22:00:00", zone: .utc)
        driver.wait(.minutes(2))
        driver.send(.presence(client: 1, Self.film))
        driver.wait(.hours(1))
        #expect(driver.appearance == .dark)
        driver.send(.presence(client: 1, Self.nothing))
        #expect(driver.appearance == .night)
        driver.send(.presence(client: 1, Self.film))
        driver.send(.modeChosen(.light, end: nil))
        #expect(driver.appearance == .light)
    }
}
