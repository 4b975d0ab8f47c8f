import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

/// At most three changes of the appearance in any second.
@Suite(.bounded) struct FlashGuardTests {
    /// Draws a column every tenth of a second: the chosen modes, and below them the appearances.
    ///
    /// The driver starts light, by day.
    private func draw(
        _ modes: String, guarded: Bool = true
    ) -> (shown: String, driver: EngineDriver) {
        var driver = EngineDriver(Configuration.test.with { $0.safety.flashGuard = guarded })
        var shown = ""
        for column in modes {
            switch column {
            case "L": driver.send(.modeChosen(.light, end: nil))
            case "D": driver.send(.modeChosen(.dark, end: nil))
            case "N": driver.send(.modeChosen(.night, end: nil))
            case "T": driver.send(.toggled)
            case "A": driver.send(.modeChosen(.auto, end: nil))
            default: break
            }
            shown += driver.appearance.map { "\($0)".prefix(1).uppercased() } ?? "?"
            driver.wait(.milliseconds(100))
        }
        return (shown, driver)
    }

    @Test(
        .row("C29"),
        arguments: [
            ("three changes come at once", "DLD---------", "DLDDDDDDDDDD", 3),
            ("the fourth comes when the first is a second old", "DLDL--------", "DLDDDDDDDDDL", 4),
            ("the newest comes, and none in between", "DLDLNLN-----", "DLDDDDDDDDDN", 4),
            ("a change and its reversal publish nothing", "DLDLD-------", "DLDDDDDDDDDD", 3),
            ("a person is not delayed", "D---L---D---L---D", "DDDDLLLLDDDDLLLLD", 5),
            ("every toggle counts", "TTTTT-------", "DLDDDDDDDDDD", 3),
            ("another toggle counts too", "TTTTTT------", "DLDDDDDDDDDL", 4),
            ("auto is the newest as well", "DNDA--------", "DNDDDDDDDDDL", 4),
            (
                "a burst goes on", "DLDLDLDLDLDLDLDLDLDLDLDLDL--------",
                "DLDDDDDDDDDLDLLLLLLLLLDLDDDDDDDDDL", 10
            ),
        ])
    func `the published appearance does not flash`(
        _ what: String, _ modes: String, _ shown: String, changes: Int
    ) {
        let drawn = draw(modes)
        #expect(drawn.shown == shown, "\(what)")
        #expect(drawn.driver.changes == changes, "\(what)")
    }

    @Test(.row("C29")) func `without the guard every change comes at once`() {
        let modes = String(repeating: "DL", count: 20)
        #expect(draw(modes, guarded: false).shown == modes)
    }

    @Test(.row("C29")) func `everything published agrees while a change is held back`() throws {
        var driver = draw("DLDL").driver
        let held = try #require(driver.last)
        #expect(held.mode == .light && held.appearance == .dark && held.reason == .manual)
        #expect(held.next?.appearance == .light && held.pending == nil)
        #expect(
            held.explanation
                == "Still dark: four changes in a second would flash; light within a second.")
        #expect(driver.saved.last?.appearance == .dark && driver.saved.last?.mode == .light)
        #expect(driver.live?.next == held.next && driver.rationale.appearance == .dark)
        let announced = try #require(held.next?.at)
        driver.wait(announced - driver.now.wall - Microseconds(1))
        #expect(driver.appearance == .dark)
        driver.wait(Microseconds(1))
        let shown = try #require(driver.last)
        #expect(shown.appearance == .light && shown.previous == .dark)
        #expect(shown.sequence == held.sequence + 1 && shown.since == announced)
        #expect(driver.saved.last?.appearance == .light)
    }

    @Test(.row("C29")) func `a suspend ends the wait`() {
        var driver = draw("DLDL").driver
        driver.suspend(for: .hours(1))
        #expect(driver.appearance == .light)
    }

    @Test(.row("C29")) func `a configuration without the guard ends the wait`() {
        var driver = draw("DLDL").driver
        let settings = EngineSettings(
            Configuration.test.with { $0.safety.flashGuard = false }, place: nil, zone: .utc)
        driver.send(.configured(settings))
        #expect(driver.appearance == .light)
    }

    @Test(.row("C29")) func `a pause keeps the appearance that was decided`() {
        var driver = draw("DLDA").driver
        driver.send(.paused(end: nil))
        driver.wait(.seconds(2))
        #expect(driver.appearance == .light && driver.last?.reason == .inhibited)
    }
}
