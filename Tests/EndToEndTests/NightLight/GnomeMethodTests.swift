import AppearanceTestSupport
import Testing

/// The methods of the night filter on GNOME, of which the best is used.
@Suite(.bounded, .requires(.bus, .busClient, .weston, .nightLight, .shellEffects))
struct GnomeMethodTests {
    @Test(.row("G12"))
    func `the extension is used where it is enabled, and no setting is changed`() throws {
        let scene = try NightLightScene(.gnome)
        try scene.home.write(
            configuration: "[nightfilter]\ntint = \"#990000\"\nfade = \"3s\"\n")
        let shell = try FakeShellEffect(.gnome, environment: scene.environment)
        let filter = try scene.filter(NightScene.night)
        let call = try shell.waitForProgress(1)
        #expect(call["tint"].items.compactMap(\.number) == [0.6, 0, 0])
        #expect(call["milliseconds"] == 0)
        let status = try filter.waitForStatus { $0["outputs"][0]["method"] == "luminance" }
        #expect(status["outputs"][0]["name"] == "GNOME Shell")
        #expect(status["outputs"][0]["loses"].string?.contains("screenshots") == true)
        // A command fades, and the status reports the end of the fade no earlier than it can be.
        let start = ContinuousClock.now
        try scene.run(BuiltProducts.appearancectl, "night", "off", "--for", "8h")
        #expect(try shell.waitForProgress(0)["milliseconds"] == 3000)
        try filter.waitForStatus { $0["night"].bool == false }
        #expect(.now - start >= .seconds(3))
        #expect(try scene.settings() == "")
        #expect(try filter.process.terminate() == .exited(0))
    }

    @Test(.row("G12"), arguments: [9, 15])
    func `the extension restores the colours when the filter exits or is killed`(
        _ signal: Int32
    ) throws {
        let scene = try NightLightScene(.gnome)
        try scene.choose("auto")
        let shell = try FakeShellEffect(.gnome, environment: scene.environment)
        let filter = try scene.filter(NightScene.night)
        try shell.waitForProgress(1)
        filter.process.signal(signal)
        try shell.waitForProgress(0)
        try filter.process.expectExit()
    }

    @Test(.row("G13"))
    func `without the extension the magnifier is used until the extension is enabled`() throws {
        let scene = try NightLightScene(.magnifier)
        try scene.choose("auto")
        try scene.setSome()
        let before = try scene.settings()
        let filter = try scene.filter(NightScene.night)
        let status = try filter.waitUntilHeld(true)
        #expect(status["outputs"][0]["name"] == "GNOME magnifier")
        #expect(status["outputs"][0]["loses"].string?.contains("not enabled") == true)
        #expect(try scene.isNight())
        // A method that was only tried is not logged as the one in effect.
        try filter.process.waitForLine(containing: "GNOME is red by the magnifier", on: .errors)
        #expect(!filter.process.text(on: .errors).contains("red by the shell extension"))
        let shell = try FakeShellEffect(.gnome, environment: scene.environment)
        try shell.waitForProgress(1)
        try filter.waitForStatus { $0["outputs"][0]["name"] == "GNOME Shell" }
        try FileWatch.waitForAbsence(of: scene.ledger)
        #expect(try scene.settings() == before)
        // The shell exits, or the extension is disabled.
        try shell.exit()
        try filter.waitForStatus { $0["outputs"][0]["name"] == "GNOME magnifier" }
        try FileWatch.wait(for: scene.ledger) { $0.contains("\"taken\":true") }
        #expect(try scene.isNight())
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try scene.settings() == before)
    }

    /// It has the settings of the magnifier too.
    @Test(.row("G13")) func `a desktop that GNOME Shell does not draw has Night Light alone`()
        throws
    {
        let scene = try NightLightScene(.gnome, named: "Pantheon")
        try scene.choose("auto")
        let filter = try scene.filter(NightScene.night)
        let status = try filter.waitUntilHeld(true)
        #expect(status["outputs"][0]["name"] == "GNOME Night Light")
        #expect(try scene.isNight())
        #expect(!(try scene.settings().contains("magnifier")))
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try scene.settings() == "")
    }

    @Test(
        .row("G14"),
        arguments: [
            ("screen-magnifier-enabled", "the magnifier is in use"),
            ("invert-lightness", "inverts colours"), ("high-contrast", "high contrast is on"),
        ])
    func `a magnifier in use is not changed, and Night Light is used`(
        _ key: String, _ words: String
    ) throws {
        let scene = try NightLightScene(.magnifier)
        try scene.choose("auto")
        try scene.set(key, to: "true")
        let before = try scene.settings()
        let filter = try scene.filter(NightScene.night)
        let status = try filter.waitUntilHeld(true)
        #expect(status["outputs"][0]["name"] == "GNOME Night Light")
        #expect(status["outputs"][0]["loses"].string?.contains(words) == true)
        try filter.process.waitForLine(containing: "left alone", on: .errors)
        #expect(!scene.hasLedger)
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try scene.settings() == before)
    }

    @Test(.row("G13")) func `a change of the configuration changes the method`() throws {
        let scene = try NightLightScene(.magnifier)
        let filter = try scene.filterAtNight()
        try scene.choose("night-light")
        try filter.waitForStatus { $0["outputs"][0]["name"] == "GNOME Night Light" }
        try FileWatch.waitForAbsence(of: scene.ledger)
        try scene.choose("off")
        let status = try filter.waitForStatus { $0["outputs"][0]["method"] == "none" }
        #expect(status["outputs"][0]["loses"] == "nightfilter.gnome is off")
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try scene.settings() == "")
    }
}
