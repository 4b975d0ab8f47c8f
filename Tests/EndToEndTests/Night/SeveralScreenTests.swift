import AppearanceTestSupport
import Testing

/// A real X server with more than one output, which come and go.
@Suite(.bounded, .requires(.xorgDummy)) struct SeveralScreenTests {
    @Test(.row("N11"))
    func `both screens turn red, and an unplugged one is restored too`() throws {
        let scene = try NightScene(withOutputs: true)
        let outputs = try scene.screens.outputs()
        let first = try scene.onlyCRTC()
        let other = try #require(outputs["DUMMY1"]).number
        let second = try scene.screens.use(other, true)
        let before = [
            first: try scene.setRamps(of: first), second: try scene.setRamps(of: second, seed: 8),
        ]
        let filter = try scene.filter(NightScene.night)
        for crtc in [first, second] { #expect(try scene.screens.ramps()[crtc]?.areRed == true) }
        let status = try filter.waitForStatus { $0["outputs"].items.count == 2 }
        #expect(status["outputs"].items.map { $0["name"] } == ["DUMMY0", "DUMMY1"])

        try scene.screens.use(other, false)
        try filter.waitForStatus { $0["outputs"].items.count == 1 }
        #expect(try scene.screens.ramps()[first]?.areRed == true)
        #expect(try filter.process.terminate() == .exited(0))
        for (crtc, ramps) in before { #expect(try scene.screens.ramps()[crtc] == ramps) }
    }

    /// The next filter continues the night, or restores the screen by day.
    @Test(.row("N2"), arguments: [NightScene.night, NightScene.light])
    func `both screens are restored exactly after a kill`(_ next: [String: String])
        throws
    {
        let scene = try NightScene(withOutputs: true)
        let first = try scene.onlyCRTC()
        let other = try #require(try scene.screens.outputs()["DUMMY1"]).number
        let second = try scene.screens.use(other, true)
        let before = [
            first: try scene.setRamps(of: first), second: try scene.setRamps(of: second, seed: 8),
        ]
        try scene.filter(NightScene.night).kill()
        for crtc in [first, second] { #expect(try scene.screens.ramps()[crtc]?.areRed == true) }
        let filter = try scene.filter(next)
        for crtc in [first, second] {
            #expect(try scene.screens.ramps()[crtc]?.areRed == (next == NightScene.night))
        }
        #expect(try filter.process.terminate() == .exited(0))
        for (crtc, ramps) in before { #expect(try scene.screens.ramps()[crtc] == ramps) }
    }

    @Test(.row("N11")) func `a screen that is plugged in at night is red as well`() throws {
        let scene = try NightScene(withOutputs: true)
        let other = try #require(try scene.screens.outputs()["DUMMY1"]).number
        let filter = try scene.filter(NightScene.night)
        let crtc = try scene.screens.use(other, true)
        try filter.waitForStatus { $0["outputs"].items.count == 2 }
        #expect(try scene.screens.ramps()[crtc]?.areRed == true)
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try scene.screens.ramps()[crtc]?.areRed == false)
    }

    /// As `xrandr --off` and `--auto` do, after which a driver may have its own ramps again.
    @Test(.row("N11")) func `a screen that is turned off and on at night is red again`() throws {
        let scene = try NightScene(withOutputs: true)
        let other = try #require(try scene.screens.outputs()["DUMMY1"]).number
        let second = try scene.screens.use(other, true)
        let before = try scene.setRamps(of: second)
        let filter = try scene.filter(NightScene.night)
        try filter.waitForStatus { $0["outputs"].items.count == 2 }
        try scene.screens.use(other, false)
        try filter.waitForStatus { $0["outputs"].items.count == 1 }
        #expect(try scene.screens.use(other, true) == second)
        try filter.waitForStatus { $0["outputs"].items.count == 2 }
        #expect(try scene.screens.ramps()[second]?.areRed == true)
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try scene.screens.ramps()[second] == before)
    }
}
