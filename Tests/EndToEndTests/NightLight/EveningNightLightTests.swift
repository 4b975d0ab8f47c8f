import AppearanceTestSupport
import Testing

/// The evening by the night lights of GNOME and Plasma, by their real settings.
@Suite(.bounded, .requires(.bus, .busClient, .weston, .nightLight, .kwriteconfig))
struct EveningNightLightTests {
    typealias Kind = NightLightScene.DesktopKind

    @Test(.row("N57"), arguments: [Kind.gnome, .kde])
    func `the night light has the temperature of the evening, then of night, and is restored`(
        _ kind: Kind
    ) throws {
        let scene = try NightLightScene(kind)
        try scene.setSome()
        try scene.chooseEvening()
        let before = try scene.settings()
        let filter = try scene.filter(NightScene.light)
        let status = try filter.waitUntilWarm()
        #expect(status["night"] == false)
        #expect(status["evening"]["loses"] == .null)
        #expect(try scene.warmth() == ("3400", true))
        try scene.run(BuiltProducts.appearancectl, "night", "now", "--for", "1h")
        try filter.waitUntilHeld(true)
        #expect(try scene.isNight())
        try scene.run(BuiltProducts.appearancectl, "night", "auto")
        try filter.waitUntilWarm()
        #expect(try scene.warmth() == ("3400", true))
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try scene.settings() == before)
        #expect(!scene.hasLedger)
    }

    @Test(.row("N50"), arguments: [Kind.gnome, .kde])
    func `the next filter keeps the evening of a killed one, and nothing is announced`(
        _ kind: Kind
    ) throws {
        let scene = try NightLightScene(kind)
        try scene.chooseEvening()
        let before = try scene.settings()
        let filter = try scene.filter(NightScene.light)
        try filter.waitUntilWarm()
        try filter.kill()
        #expect(try scene.warmth() == ("3400", true))
        let next = try scene.filter(NightScene.light)
        try next.waitUntilWarm()
        #expect(try scene.warmth() == ("3400", true))
        #expect(try scene.filterOnce("--reset").status == .exited(0))
        try next.process.expectExit()
        #expect(try scene.settings() == before)
        #expect(!scene.hasLedger)
    }

    @Test(.row("N56"), arguments: [Kind.gnome, .kde])
    func `a night light that the user has on is left alone`(_ kind: Kind) throws {
        let scene = try NightLightScene(kind)
        try scene.setSome()
        try scene.set(scene.switchKey, to: "true")
        try scene.chooseEvening()
        let before = try scene.settings()
        let filter = try scene.filter(NightScene.light)
        let status = try filter.waitForStatus { $0["evening"]["loses"].string != nil }
        let loss = try #require(status["evening"]["loses"].string)
        #expect(loss.contains("is on by your own settings, so it is left alone"), "\(loss)")
        let text = try scene.run(BuiltProducts.appearancectl, "night")
        #expect(text.output.hasPrefix("Not at 3,400 K: "), "\(text.output)")
        #expect(try scene.settings() == before)
        #expect(!scene.hasLedger)
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try scene.settings() == before)
    }

    @Test(.row("N56"), arguments: [Kind.gnome, .kde])
    func `a night light that the user turns off in the evening stays off until night`(_ kind: Kind)
        throws
    {
        let scene = try NightLightScene(kind)
        try scene.setSome()
        try scene.chooseEvening()
        let filter = try scene.filter(NightScene.light)
        try filter.waitUntilWarm()
        try scene.set(scene.switchKey, to: "false")
        let status = try filter.waitForStatus { $0["evening"]["loses"].string != nil }
        #expect(status["evening"]["loses"].string?.contains("changed by hand") == true)
        #expect(try scene.warmth().isOn == false)
        try scene.run(BuiltProducts.appearancectl, "night", "now", "--for", "1h")
        try filter.waitUntilHeld(true)
        #expect(try scene.isNight())
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try scene.warmth().isOn == false)
        #expect(!scene.hasLedger)
    }

    /// Night Light stays below the red of the extension, so that nothing flashes.
    @Test(.row("N49"), .requires(.shellEffects))
    func `the extension turns the screen red over the evening, and back`() throws {
        let scene = try NightLightScene(.gnome)
        try scene.chooseEvening("auto")
        let shell = try FakeShellEffect(.gnome, environment: scene.environment)
        let filter = try scene.filter(NightScene.light)
        try filter.waitForStatus { $0["evening"]["state"] == "on" }
        try FileWatch.wait(for: scene.ledger) { $0.contains("\"taken\":true") }
        #expect(try scene.warmth() == ("3400", true))
        try scene.run(BuiltProducts.appearancectl, "night", "now", "--for", "1h")
        try shell.waitForProgress(1)
        #expect(try scene.warmth() == ("3400", true))
        try scene.run(BuiltProducts.appearancectl, "night", "auto")
        try shell.waitForProgress(0)
        #expect(try scene.warmth() == ("3400", true))
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try scene.settings() == "")
    }

    @Test func `a desktop whose methods are off has no evening`() throws {
        let scene = try NightLightScene(.gnome)
        try scene.chooseEvening("off")
        let filter = try scene.filter(NightScene.light)
        let status = try filter.waitForStatus { $0["evening"]["state"] == "on" }
        #expect(status["evening"]["loses"] == "nightfilter.gnome is off")
        #expect(try scene.settings() == "")
        #expect(try filter.process.terminate() == .exited(0))
    }
}
