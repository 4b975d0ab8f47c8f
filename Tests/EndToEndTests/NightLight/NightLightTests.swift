import AppearanceTestSupport
import Testing

/// The night lights of GNOME and Plasma, by their real settings: if the compositor does not let
/// programs change colours, the night light is set to its warmest, and restored.
@Suite(.bounded, .requires(.bus, .weston, .nightLight, .kwriteconfig)) struct NightLightTests {
    typealias Kind = NightLightScene.DesktopKind

    @Test(.row("G1"), arguments: Kind.allCases)
    func `Night Light is at its warmest at night, and restored after it`(_ kind: Kind)
        throws
    {
        let scene = try NightLightScene(kind)
        try scene.setSome()
        let before = try scene.settings()
        let filter = try scene.filterAtNight()
        #expect(try scene.isNight())
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try scene.settings() == before)
        #expect(!scene.hasLedger)
    }

    /// A setting that was unset is unset afterwards.
    @Test(.row("G1"), arguments: Kind.allCases)
    func `an unset setting is unset again`(_ kind: Kind) throws {
        let scene = try NightLightScene(kind)
        let before = try scene.settings()
        let filter = try scene.filterAtNight()
        #expect(try scene.settings() != before)
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try scene.settings() == before)
    }

    @Test(.row("G1"), arguments: Kind.allCases)
    func `the settings are restored after every night`(_ kind: Kind) throws {
        let scene = try NightLightScene(kind)
        try scene.setSome()
        let before = try scene.settings()
        let filter = try scene.filterAtNight()
        for _ in 0..<2 {
            let off = try scene.run(BuiltProducts.appearancectl, "night", "off", "--for", "8h")
            #expect(off.status == .exited(0), "\(off.errors)")
            try filter.waitUntilHeld(false)
            #expect(try scene.settings() == before)
            let auto = try scene.run(BuiltProducts.appearancectl, "night", "auto")
            #expect(auto.status == .exited(0), "\(auto.errors)")
            try filter.waitUntilHeld(true)
            #expect(try scene.isNight())
        }
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try scene.settings() == before)
    }

    @Test(arguments: Kind.allCases)
    func `no setting is changed by day`(_ kind: Kind) throws {
        let scene = try NightLightScene(kind)
        try scene.setSome()
        let before = try scene.settings()
        let filter = try scene.filter(NightScene.light)
        try filter.waitUntilHeld(false)
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try scene.settings() == before)
    }

    /// The settings outlive a filter that was killed, and the desktop's restart.
    @Test(.row("G2"), arguments: Kind.allCases, [NightScene.light, NightScene.night])
    func `the next filter restores the settings of a killed one`(
        _ kind: Kind, _ appearance: [String: String]
    ) throws {
        let scene = try NightLightScene(kind)
        try scene.setSome()
        let before = try scene.settings()
        try scene.filterAtNight().kill()
        #expect(try scene.isNight())
        let next = try scene.filter(appearance)
        try next.waitUntilHeld(appearance == NightScene.night)
        #expect(try scene.isNight() == (appearance == NightScene.night))
        #expect(try next.process.terminate() == .exited(0))
        #expect(try scene.settings() == before)
        #expect(!scene.hasLedger)
    }

    @Test(.row("G3"), arguments: Kind.allCases, ResetTests.Fate.allCases)
    func `reset restores the settings of a running, stopped or killed filter`(
        _ kind: Kind, _ fate: ResetTests.Fate
    ) throws {
        let scene = try NightLightScene(kind)
        try scene.setSome()
        let before = try scene.settings()
        let filter = try scene.filterAtNight()
        switch fate {
        case .running: break
        case .stopped: filter.process.signal(19)
        case .killed: try filter.kill()
        }
        let reset = try scene.filterOnce("--reset")
        #expect(reset.status == .exited(0), "\(reset.errors)")
        #expect(try scene.settings() == before)
        #expect(!scene.hasLedger)
        try filter.process.expectExit()
    }

    /// Whatever it has done of it by then.
    @Test(.row("G1"), arguments: Kind.allCases)
    func `a stop during a change restores every setting`(_ kind: Kind) throws {
        let scene = try NightLightScene(kind)
        try scene.setSome()
        let before = try scene.settings()
        let filter = try scene.filter(NightScene.night)
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try scene.settings() == before)
        #expect(!scene.hasLedger)
    }

    @Test func `the status names the limitation`() throws {
        let scene = try NightLightScene(.gnome)
        let filter = try scene.filterAtNight()
        let text = try scene.filterOnce("--status")
        #expect(text.output.contains("is as red as its desktop allows."))
        #expect(text.output.contains("GNOME Night Light  night light: the desktop allows no more"))
        let json = try JSON(parsing: scene.filterOnce("--status", "--json").output)
        #expect(json["outputs"][0]["loses"].string?.contains("2 % of the light of green") == true)
        #expect(try filter.process.terminate() == .exited(0))
    }

    // MARK: Changes by the user

    /// If it is turned off at night it stays off, and the filter's other settings are restored.
    @Test(.row("G5"), arguments: Kind.allCases)
    func `a night light that the user turns off stays off`(_ kind: Kind) throws {
        let scene = try NightLightScene(kind)
        try scene.setSome()
        try scene.set(scene.switchKey, to: "false")
        let before = try scene.settings()
        let filter = try scene.filterAtNight()
        try scene.set(scene.switchKey, to: "false")
        let status = try filter.waitForStatus { $0["outputs"][0]["method"] == "none" }
        #expect(status["outputs"][0]["loses"].string?.contains("changed by hand") == true)
        try filter.process.waitForLine(containing: "left so until the end of night", on: .errors)
        // A filter that is restarted in the same night keeps it too.
        try filter.kill()
        let next = try scene.filter(NightScene.night)
        try next.process.waitForLine(containing: "left so until the end of night", on: .errors)
        #expect(try !scene.isNight())
        #expect(try next.process.terminate() == .exited(0))
        #expect(try scene.settings() == before)
    }

    /// Turned on again it is as warm as before.
    @Test(.row("G5")) func `the desktop's own switch turns the night light off and on`() throws {
        let scene = try NightLightScene(.gnome)
        let filter = try scene.filterAtNight()
        try scene.set(scene.switchKey, to: "false")
        try filter.waitForStatus { $0["outputs"][0]["method"] == "none" }
        try scene.set(scene.switchKey, to: "true")
        try filter.waitUntilHeld(true)
        #expect(try scene.isNight())
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try scene.settings() == "")
    }

    /// A value that the user sets at night is kept in the morning.
    @Test(.row("G5")) func `a temperature that the user sets is kept`() throws {
        let scene = try NightLightScene(.gnome)
        let filter = try scene.filterAtNight()
        try scene.set("night-light-temperature", to: "uint32 2000")
        try filter.waitForStatus { $0["outputs"][0]["method"] == "none" }
        #expect(try filter.process.terminate() == .exited(0))
        #expect(
            try scene.settings().contains("night-light-temperature=uint32 2000"))
        #expect(try scene.settings().split(separator: "\n").count == 2)
    }

    // MARK: Which desktop

    @Test func `without XDG_CURRENT_DESKTOP the desktop is detected on the bus`() throws {
        let scene = try NightLightScene(.gnome, named: "")
        let shell = try BusClient(environment: scene.environment)
        try shell.own("org.gnome.Shell")
        let filter = try scene.filterAtNight()
        #expect(try scene.isNight())
        #expect(try filter.process.terminate() == .exited(0))
        withExtendedLifetime(shell) {}
    }

    @Test(.row("G10"), arguments: ["", "sway", "XFCE"])
    func `a missing night light is reported`(_ names: String) throws {
        let scene = try NightLightScene(.gnome, named: names)
        let run = try scene.filterOnce()
        #expect(run.status == .exited(69))
        #expect(run.errors.contains("zwlr_gamma_control_manager_v1"))
        #expect(run.errors.contains("neither GNOME nor KDE"))
    }

    /// KWin reads its settings again on a signal, once for all of them.
    @Test func `KWin is notified of changed settings`() throws {
        let scene = try NightLightScene(.kde)
        let monitor = try scene.monitor("interface='org.kde.kconfig.notify'")
        let filter = try scene.filterAtNight()
        let line = try monitor.waitForLine(containing: "member=ConfigChanged")
        #expect(line.contains("path=/kwinrc"))
        try monitor.waitForLine(containing: "string \"NightColor\"")
        for key in ["NightTemperature", "Mode", "Active"] {
            try monitor.waitForLine(containing: "array of bytes \"\(key)\"")
        }
        #expect(try filter.process.terminate() == .exited(0))
        try monitor.waitForLine(containing: "member=ConfigChanged")
    }
}
