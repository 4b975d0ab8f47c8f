import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

/// Changes that wait for the programs that the configuration names, which are looked for once one is due.
@Suite(.bounded) struct ProgramHoldTests {
    private static func driver(_ programs: [String] = ["mpv"]) -> EngineDriver {
        var configuration = Configuration.test
        configuration.schedule.everyDay.light = .clock(ClockTime(wrapping: 7 * 60))
        configuration.schedule.everyDay.dark = .clock(ClockTime(wrapping: 18 * 60))
        configuration.change.hold = [.programs]
        configuration.change.programs = programs
        var driver = EngineDriver(configuration, at: "2026-03-20T17:58:00", zone: .utc)
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

    @Test func `without a name nothing is looked for`() {
        let driver = Self.driver([])
        #expect(driver.appearance == .dark && driver.last?.waitsFor == nil)
    }
}
