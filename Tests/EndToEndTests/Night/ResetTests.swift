import AppearanceTestSupport
import Testing

/// `appearance-nightfilter --reset`: a way back that works whatever has become of the filter.
@Suite(.bounded, .requires(.xvfb)) struct ResetTests {
    /// The state of the filter.
    enum Fate: CaseIterable { case running, stopped, killed }

    @Test(.row("N4"), arguments: Fate.allCases)
    func `reset restores the screen of a running, stopped or killed filter`(_ fate: Fate) throws {
        let scene = try NightScene()
        let crtc = try scene.onlyCRTC()
        let before = try scene.setRamps(of: crtc)
        let filter = try scene.filter(NightScene.night)
        switch fate {
        case .running: break
        case .stopped: filter.process.signal(19)
        case .killed: try filter.kill()
        }
        let reset = try scene.run("--reset")
        #expect(reset.status == .exited(0), "\(reset.errors)")
        #expect(try scene.screens.ramps()[crtc] == before)
        let exit = try filter.process.expectExit()
        #expect(exit == (fate == .running ? .exited(0) : .killed(signal: 9)))
    }

    /// The original colours of a screen without green and blue are unknown.
    @Test(.row("N4")) func `reset sets a red screen of unknown origin to plain colours`() throws {
        let scene = try NightScene()
        let crtc = try scene.onlyCRTC()
        var ramps = try scene.setRamps(of: crtc)
        ramps.green = ramps.green.map { _ in 0 }
        ramps.blue = ramps.green
        try scene.screens.set(ramps, of: crtc)
        #expect(try scene.run("--reset").status == .exited(0))
        let after = try #require(try scene.screens.ramps()[crtc])
        #expect(after.red == after.green && after.green == after.blue)
        #expect(after.green.last == 65535)
    }

    @Test(.row("N4")) func `reset does not change other colours`() throws {
        let scene = try NightScene()
        let crtc = try scene.onlyCRTC()
        let before = try scene.setRamps(of: crtc)
        #expect(try scene.run("--reset").status == .exited(0))
        #expect(try scene.screens.ramps()[crtc] == before)
    }
}
