import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

/// The user's changes with the desktop's own switch.
@Suite(.bounded) struct DesktopSwitchTests {
    private let berlin = Coordinates(latitudeDegrees: 52.5, longitudeDegrees: 13.4)

    private func driver(saved: SavedState? = nil) -> EngineDriver {
        EngineDriver(at: "2026-03-20T12:00:00", place: berlin, saved: saved)
    }

    private func turned(_ tone: Tone, whileAway: Bool = false) -> Event {
        .switchTurned(tone, in: .gnome, whileAway: whileAway)
    }

    @Test func `the desktop's switch sets a mode until the next boundary`() throws {
        var driver = driver()
        driver.send(turned(.dark))
        #expect(driver.last?.mode == .dark && driver.last?.reason == .manual)
        #expect(
            driver.last?.explanation
                == "Dark until 17:19, because you chose it in GNOME's own settings;"
                + " then automatic again.")
        #expect(
            driver.rationale.inputs.first?.why
                == "you chose dark in GNOME's own settings until 17:19")
        driver.wait(.hours(6))
        #expect(driver.last?.mode == .auto && driver.last?.appearance == .dark)
        #expect(driver.last?.explanation.contains("GNOME") == false)
    }

    @Test func `a switch that is turned back restores auto`() {
        var driver = driver()
        driver.send(turned(.dark))
        driver.send(turned(.light))
        #expect(driver.last?.mode == .auto && driver.last?.until == nil)
        #expect(driver.appearance == .light)
    }

    @Test(arguments: Desktop.allCases)
    func `every desktop is named`(_ desktop: Desktop) {
        var driver = driver()
        driver.send(.switchTurned(.dark, in: desktop, whileAway: false))
        #expect(driver.last?.explanation.contains("chose it in \(desktop.settingsName);") == true)
    }

    @Test func `a switch to the appearance in effect is ignored`() {
        var driver = driver()
        driver.send(turned(.light))
        #expect(driver.published.count == 1)
        driver.send(.modeChosen(.night, end: nil))
        // To a desktop night is dark.
        driver.send(turned(.dark))
        #expect(driver.last?.mode == .night && driver.published.count == 2)
    }

    @Test func `the desktop's switch overrides a mode without an end`() throws {
        var driver = driver()
        driver.send(.modeChosen(.dark, end: nil))
        driver.send(turned(.light))
        // The schedule decides the same.
        #expect(driver.last?.mode == .auto)
        driver.send(.modeChosen(.light, end: nil))
        driver.send(turned(.dark))
        #expect(driver.last?.mode == .dark)
        #expect(driver.last?.until != nil)
    }

    @Test func `the desktop's switch overrides a pause`() {
        var driver = driver()
        driver.send(.paused(end: nil))
        driver.send(turned(.dark))
        #expect(driver.appearance == .dark && driver.last?.reason == .manual)
    }

    @Test func `a switch that is turned back at night restores night`() {
        var driver = EngineDriver(
            .test.with { $0.ambient.nightNeeds = .schedule }, at: "2026-03-20T23:00:00",
            place: berlin)
        #expect(driver.appearance == .night)
        driver.send(turned(.light))
        #expect(driver.last?.mode == .light)
        driver.send(turned(.dark))
        #expect(driver.last?.mode == .auto && driver.appearance == .night)
    }

    @Test func `the last of many switches decides`() {
        var driver = driver()
        for _ in 0..<50 {
            driver.send(turned(.dark))
            driver.send(turned(.light))
        }
        #expect(driver.last?.mode == .auto && driver.changes == 3)
        driver.wait(.seconds(2))
        #expect(driver.appearance == .light && driver.changes == 4)
        driver.send(turned(.dark))
        #expect(driver.last?.mode == .dark)
    }

    @Test func `the name of the desktop survives a restart`() throws {
        var driver = driver()
        driver.send(turned(.dark))
        let saved = try #require(driver.saved.last)
        #expect(saved.chosenIn == .gnome)
        let next = self.driver(saved: saved)
        #expect(next.last?.explanation == driver.last?.explanation)
    }

    @Test func `another choice removes the name of the desktop`() {
        var driver = driver()
        driver.send(turned(.dark))
        driver.send(.modeChosen(.dark, end: .after(.hours(1))))
        #expect(driver.saved.last?.chosenIn == nil)
        #expect(driver.last?.explanation.contains("GNOME") == false)
    }

    @Test func `a switch during a short absence of the daemon is adopted`() throws {
        let before = driver()
        let saved = SavedState.fresh(at: before.now.wall - .minutes(10))
        var driver = driver(saved: saved)
        driver.send(turned(.dark, whileAway: true))
        #expect(driver.last?.mode == .dark)
    }

    @Test(arguments: [Microseconds.hours(13), .days(30)])
    func `a switch during a long absence of the daemon is ignored`(_ absence: Microseconds) {
        let before = driver()
        var driver = driver(saved: .fresh(at: before.now.wall - absence))
        driver.send(turned(.dark, whileAway: true))
        #expect(driver.last?.mode == .auto)
    }

    @Test func `without a saved state a switch during an absence is ignored`() {
        var driver = driver()
        driver.send(turned(.dark, whileAway: true))
        #expect(driver.last?.mode == .auto)
    }
}
