import AppearanceTestSupport
import Testing

/// The ramps of a real X server, read by a foreign client before, during and after the night.
@Suite(.bounded, .requires(.xvfb)) struct X11RampTests {
    @Test(.row("N1")) func `at night only red is sent, and after it every byte is restored`() throws
    {
        let scene = try NightScene()
        let crtc = try scene.onlyCRTC()
        let before = try scene.setRamps(of: crtc)
        let filter = try scene.filter(NightScene.night)
        let night = try #require(try scene.screens.ramps()[crtc])
        #expect(night.areRed)
        #expect(night.red == before.red)
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try scene.screens.ramps()[crtc] == before)
    }

    @Test(.row("N16"), .requires(.compiler))
    func `an output without ramps is reported as unchanged`() throws {
        let scene = try NightScene()
        let library = try PreloadedLibrary.compile("no_ramps", in: scene.home)
        let filter = try scene.filter(NightScene.night.merging(["LD_PRELOAD": library]) { $1 })
        let status = try filter.waitForStatus { $0["night"] == true }
        #expect(status["outputs"].items.map { $0["method"] } == ["none"])
        #expect(try filter.process.terminate() == .exited(0))
    }

    @Test(.row("N2")) func `the next filter restores the screen of a killed one`() throws {
        let scene = try NightScene()
        let crtc = try scene.onlyCRTC()
        let before = try scene.setRamps(of: crtc)
        try scene.filter(NightScene.night).kill()
        #expect(try scene.screens.ramps()[crtc]?.areRed == true)
        let next = try scene.filter(NightScene.light)
        #expect(try scene.screens.ramps()[crtc] == before)
        #expect(try next.process.terminate() == .exited(0))
        #expect(try scene.screens.ramps()[crtc] == before)
    }

    @Test(.row("N2")) func `the next filter of the night has the original ramps`()
        throws
    {
        let scene = try NightScene()
        let crtc = try scene.onlyCRTC()
        let before = try scene.setRamps(of: crtc)
        try scene.filter(NightScene.night).kill()
        let next = try scene.filter(NightScene.night)
        #expect(try scene.screens.ramps()[crtc]?.areRed == true)
        #expect(try next.process.terminate() == .exited(0))
        #expect(try scene.screens.ramps()[crtc] == before)
    }

    @Test(.row("N3")) func `the screen of a filter killed during a fade is restored`() throws {
        let scene = try NightScene(settings: "intensity = 0.37\nfade = \"0s\"")
        let crtc = try scene.onlyCRTC()
        let before = try scene.setRamps(of: crtc)
        try scene.filter(NightScene.night).kill()
        let left = try #require(try scene.screens.ramps()[crtc])
        #expect(left != before)
        #expect(!left.areRed)
        let next = try scene.filter(NightScene.light)
        #expect(try scene.screens.ramps()[crtc] == before)
        #expect(try next.process.terminate() == .exited(0))
    }

    /// Ramps that another program sets at night belong to it and are not restored.
    @Test(.row("N8")) func `ramps that another program has set since are kept`() throws {
        let scene = try NightScene()
        let crtc = try scene.onlyCRTC()
        try scene.setRamps(of: crtc)
        let filter = try scene.filter(NightScene.night)
        let others = try scene.setRamps(of: crtc, seed: 7)
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try scene.screens.ramps()[crtc] == others)
    }

    /// Drivers say that ramps are black which nobody has set yet, and giving those back would leave
    /// the screen black.
    @Test(.row("N5")) func `black ramps are neither shown nor restored`() throws {
        let scene = try NightScene()
        let crtc = try scene.onlyCRTC()
        #expect(try scene.screens.ramps()[crtc]?.red.allSatisfy { $0 == 0 } == true)
        let filter = try scene.filter(NightScene.night)
        #expect(try scene.screens.ramps()[crtc]?.areRed == true)
        #expect(try filter.process.terminate() == .exited(0))
        let after = try #require(try scene.screens.ramps()[crtc])
        #expect(after.red == after.green && after.green == after.blue)
        #expect(after.red.last == 65535)
    }

    @Test(.row("N6")) func `a tint below the minimum is raised to it`() throws {
        let scene = try NightScene(settings: "tint = \"#010000\"\nfloor = 0.25")
        let crtc = try scene.onlyCRTC()
        let filter = try scene.filter(NightScene.night)
        let night = try #require(try scene.screens.ramps()[crtc])
        #expect(night.areRed)
        #expect(night.red.last == 16384)
        #expect(try filter.process.terminate() == .exited(0))
    }

    @Test(.row("N13")) func `an invalid saved state is kept, and the screen turns red`() throws {
        let scene = try NightScene()
        let crtc = try scene.onlyCRTC()
        let before = try scene.setRamps(of: crtc)
        try scene.screens.keep("nonsense")
        let filter = try scene.filter(NightScene.night)
        #expect(try scene.screens.ramps()[crtc]?.areRed == true)
        try filter.process.waitForLine(
            containing: "is invalid; it is kept as the property", on: .errors)
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try scene.screens.ramps()[crtc] == before)
        let reset = try scene.run("--reset")
        #expect(reset.status == .exited(71))
        #expect(
            reset.errors.contains("xprop -root -remove _APPEARANCE_NIGHTFILTER_INVALID"), "\(reset)"
        )
        try scene.screens.forgetInvalid()
        #expect(try scene.run("--reset").status == .exited(0))
    }

    @Test(.row("N10")) func `only one filter works on a display`() throws {
        let scene = try NightScene()
        let filter = try scene.filter(NightScene.night)
        let second = try scene.run()
        #expect(second.status == .exited(75))
        #expect(second.errors.contains("a filter already runs"))
        #expect(try filter.process.terminate() == .exited(0))
    }

    @Test(.row("N12")) func `the filter exits when the X server exits`() throws {
        let scene = try NightScene()
        let filter = try scene.filter(NightScene.night)
        try scene.server.end()
        #expect(try filter.process.expectExit() == .exited(69))
        #expect(filter.process.text(on: .errors).contains("the display has closed"))
    }

    @Test func `without a display the filter reports what is missing`() throws {
        let home = try TestHome()
        let run = try ChildProcess.run(
            BuiltProducts.nightfilter, [], environment: home.environment)
        #expect(run.status == .exited(69))
        #expect(run.errors.contains("neither WAYLAND_DISPLAY nor DISPLAY is set"))
    }
}
