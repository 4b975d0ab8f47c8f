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
        #expect(driver.last?.withoutPrograms.explanation.contains("mpv") == false)
        driver.send(Self.found())
        #expect(driver.appearance == .dark && driver.changes == 1)
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

    @Test func `without a name nothing is looked for`() {
        let driver = Self.driver([])
        #expect(driver.appearance == .dark && driver.last?.waitsFor == nil)
    }
}
