import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

/// Changes that wait for the programs that the configuration names, which are looked for once one is due.
@Suite(.bounded) struct ProgramHoldTests {
    private static let film = PresenceReport(holders: [ChangeHolder(.fullscreen, who: "mpv")])

    private static func configuration(
        _ programs: [String], _ hold: [SwitchSettings.Hold] = [.programs]
    ) -> Configuration {
        var configuration = Configuration.test
        configuration.schedule.everyDay.light = .clock(ClockTime(wrapping: 7 * 60))
        configuration.schedule.everyDay.dark = .clock(ClockTime(wrapping: 18 * 60))
        configuration.change.hold = hold
        configuration.change.programs = programs
        return configuration
    }

    private static func driver(_ programs: [String] = ["mpv"]) -> EngineDriver {
        var driver = EngineDriver(
            configuration(programs), at: "2026-03-20T17:58:00", zone: .utc)
        driver.wait(.seconds(121))
        return driver
    }

    private static func found(_ programs: String...) -> Event {
        .presence(
            client: PresenceClient.programs,
            PresenceReport(holders: programs.map { ChangeHolder(.programs, who: $0) }))
    }

    @Test func `a change that is due waits until the programs have been looked for`() {
        var driver = Self.driver()
        #expect(driver.appearance == .light && driver.last?.waitsFor?.cause == WaitCause(.programs))
        driver.send(Self.found())
        #expect(driver.appearance == .dark)
    }

    @Test func `a program that is found holds the change until it is found no more`() {
        var driver = Self.driver()
        driver.send(Self.found("mpv"))
        driver.wait(.minutes(5))
        #expect(driver.appearance == .light)
        #expect(driver.last?.explanation.contains("; waits while mpv runs, until") == true)
        let sentence = driver.last?.withoutPrograms.explanation ?? ""
        #expect(sentence.contains("; waits while a program runs, until"), "\(sentence)")
        driver.send(Self.found())
        #expect(driver.appearance == .dark && driver.changes == 1)
    }

    @Test func `the history says that it waited for a program, without its name`() {
        var driver = Self.driver()
        driver.send(Self.found("mpv"))
        driver.wait(.minutes(30))
        #expect(driver.appearance == .dark)
        let sentence = driver.last?.withoutPrograms.explanation ?? ""
        #expect(
            sentence.hasSuffix("changed after waiting 30 min for a program to end."), "\(sentence)")
    }

    @Test func `a search that does not end holds for ten seconds at most`() {
        var driver = Self.driver()
        driver.wait(.seconds(8))
        #expect(driver.appearance == .light)
        driver.wait(.seconds(2))
        #expect(driver.appearance == .dark)
    }

    @Test(.row("M22"))
    func `a change that waited for a film waits until the programs have been looked for`() {
        var driver = EngineDriver(
            Self.configuration(["blender"], [.fullscreen, .programs]), at: "2026-03-20T17:58:00",
            zone: .utc)
        driver.send(.presence(client: 20, Self.film))
        driver.wait(.minutes(7))
        driver.send(.presence(client: 20, PresenceReport()))
        #expect(driver.appearance == .light && driver.last?.waitsFor?.cause == WaitCause(.programs))
        driver.wait(.seconds(9))
        driver.send(Self.found("blender"))
        driver.wait(.minutes(5))
        #expect(driver.appearance == .light)
        #expect(driver.last?.waitsFor?.cause == WaitCause(.programs, who: "blender"))
        driver.send(Self.found())
        #expect(driver.appearance == .dark)
    }

    @Test(.row("M6"))
    func `a change that waits over a restart waits for the programs too`() throws {
        let settings = Self.configuration(["blender"], [.fullscreen, .programs])
        var before = EngineDriver(settings, at: "2026-03-20T17:58:00", zone: .utc)
        before.send(.presence(client: 20, Self.film))
        before.wait(.minutes(12))
        before.send(.stopping)
        let state = try #require(before.saved.last)
        #expect(state.isWaiting && state.appearance == .light)
        func restarted() -> EngineDriver {
            EngineDriver(settings, at: "2026-03-20T18:10:01", zone: .utc, saved: state)
        }
        var held = restarted()
        #expect(held.appearance == .light)
        held.wait(.milliseconds(900))
        held.send(.presence(client: 20, Self.film))
        held.send(Self.found())
        held.wait(.minutes(5))
        #expect(Set(held.published.map(\.appearance)) == [.light])
        var alone = restarted()
        alone.send(Self.found())
        alone.wait(.seconds(1))
        #expect(alone.appearance == .light)
        alone.wait(.seconds(1))
        #expect(alone.appearance == .dark && alone.changes == 1)
    }

    @Test func `without a name nothing is looked for`() {
        let driver = Self.driver([])
        #expect(driver.appearance == .dark && driver.last?.waitsFor == nil)
    }
}
