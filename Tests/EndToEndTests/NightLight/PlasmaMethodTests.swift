import AppearanceTestSupport
import Testing

/// The methods of the night filter on Plasma, of which the best is used.
@Suite(.bounded, .requires(.bus, .busClient, .weston, .kwriteconfig, .shellEffects))
struct PlasmaMethodTests {
    private let scene: NightLightScene

    init() throws {
        scene = try NightLightScene(.kde)
        try scene.setSome()
    }

    @Test(.row("G15"))
    func `the effect of KWin is loaded at night, and no setting is changed`() throws {
        try scene.home.write(configuration: "[nightfilter]\ntint = \"#990000\"\nfade = \"3s\"\n")
        let before = try scene.settings()
        let kwin = try FakeShellEffect(.kwin, environment: scene.environment)
        let filter = try scene.filter(NightScene.night)
        let call = try kwin.waitForProgress(1)
        #expect(call["tint"].items.compactMap(\.number) == [0.6, 0, 0])
        let status = try filter.waitForStatus { $0["outputs"][0]["method"] == "luminance" }
        #expect(status["outputs"][0]["name"] == "KWin")
        #expect(status["outputs"][0]["loses"].string?.contains("screenshots") == true)
        try filter.process.waitForLine(containing: "Plasma is red by KWin's effect", on: .errors)
        // A command fades.
        try scene.run(BuiltProducts.appearancectl, "night", "off", "--for", "8h")
        #expect(try kwin.waitForProgress(0)["milliseconds"] == 3000)
        #expect(try scene.settings() == before)
        #expect(!scene.hasLedger)
        #expect(try filter.process.terminate() == .exited(0))
    }

    @Test(.row("G15"), arguments: [9, 15])
    func `the effect restores the colours when the filter exits or is killed`(
        _ signal: Int32
    ) throws {
        try scene.choose("auto")
        let kwin = try FakeShellEffect(.kwin, environment: scene.environment)
        let filter = try scene.filter(NightScene.night)
        try kwin.waitForProgress(1)
        filter.process.signal(signal)
        try kwin.waitForProgress(0)
        try filter.process.expectExit()
    }

    @Test(.row("G16"), arguments: [FakeShellEffect.Shell.kwin, .kwinWithoutEffect])
    func `the status names by day the method of the night`(_ shell: FakeShellEffect.Shell) throws {
        try scene.choose("auto")
        let kwin = try FakeShellEffect(shell, environment: scene.environment)
        let filter = try scene.filter(NightScene.light)
        let method = shell == .kwin ? "luminance" : "night light"
        let status = try filter.waitForStatus { $0["outputs"][0]["method"].string == method }
        let loss = try #require(status["outputs"][0]["loses"].string)
        #expect(loss.contains("KWin cannot load it") == (shell == .kwinWithoutEffect))
        try scene.run(BuiltProducts.appearancectl, "night", "now")
        try filter.waitForStatus {
            $0["night"] == true && $0["outputs"][0]["method"].string == method
        }
        if shell == .kwin { try kwin.waitForProgress(1) }
        #expect(try filter.process.terminate() == .exited(0))
    }

    @Test(.row("G16")) func `without the effect Night Light is used, with the reason`() throws {
        try scene.choose("auto")
        let before = try scene.settings()
        let kwin = try FakeShellEffect(.kwinWithoutEffect, environment: scene.environment)
        let filter = try scene.filter(NightScene.night)
        let status = try filter.waitForStatus { $0["outputs"][0]["method"] == "night light" }
        let loss = try #require(status["outputs"][0]["loses"].string)
        #expect(loss.contains("KWin cannot load it: it is not installed"))
        try filter.process.waitForLine(
            containing: "Plasma is orange by Night Light; KWin's effect: KWin cannot", on: .errors)
        #expect(try scene.isNight())
        try scene.choose("effect")
        let none = try filter.waitForStatus { $0["outputs"][0]["method"] == "none" }
        #expect(none["outputs"][0]["loses"].string?.contains("KWin cannot load it") == true)
        try FileWatch.waitForAbsence(of: scene.ledger)
        #expect(try scene.settings() == before)
        try scene.choose("off")
        try filter.waitForStatus { $0["outputs"][0]["loses"] == "nightfilter.plasma is off" }
        #expect(try filter.process.terminate() == .exited(0))
        try kwin.exit()
    }

    @Test(.row("G16")) func `KWin is red again after it has crashed and started`() throws {
        try scene.choose("auto")
        let before = try scene.settings()
        let kwin = try FakeShellEffect(.kwin, environment: scene.environment)
        let filter = try scene.filter(NightScene.night)
        try kwin.waitForProgress(1)
        try kwin.exit()
        try filter.waitForStatus { $0["outputs"][0]["method"] == "night light" }
        #expect(try scene.isNight())
        let next = try FakeShellEffect(.kwin, environment: scene.environment)
        try next.waitForProgress(1)
        try filter.waitForStatus { $0["outputs"][0]["name"] == "KWin" }
        try FileWatch.waitForAbsence(of: scene.ledger)
        #expect(try scene.settings() == before)
        #expect(try filter.process.terminate() == .exited(0))
    }
}
