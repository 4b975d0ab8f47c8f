import AppearanceTestSupport
import Testing

/// A program that sets almost black ramps, as one that fades or dims the screen.
@Suite(.bounded, .requires(.xvfb)) struct DarkRampTests {
    /// The end of the program, or of the filter that yields to it.
    enum Ending: CaseIterable {
        case programExits, programClosesDisplay, filterIsKilled
    }

    private static let dark: X11Screens.Ramps = {
        let table = (0..<256).map { Int64($0 * 257 * 4 / 100) }
        return X11Screens.Ramps(red: table, green: table, blue: table)
    }()

    @Test(.row("N41"), arguments: Ending.allCases)
    func `almost black ramps are no original, and red returns without their program`(
        _ ending: Ending
    ) throws {
        let scene = try NightScene()
        let crtc = try scene.onlyCRTC()
        let before = try scene.setRamps(of: crtc)
        let filter = try scene.filter(NightScene.night)
        let night = try #require(try scene.screens.ramps()[crtc])
        let other = try X11Screens(of: scene.server, in: scene.home)
        try other.set(Self.dark, of: crtc)
        try scene.waitForRamps(of: crtc) { $0 == night }
        // It sets them again, so the filter yields.
        try other.set(Self.dark, of: crtc)
        try filter.waitForStatus { $0["outputs"][0]["method"] == "none" }
        #expect(try scene.screens.ramps()[crtc] == Self.dark)
        switch ending {
        case .programExits: try other.end()
        case .programClosesDisplay: try other.close()
        case .filterIsKilled:
            try filter.kill()
            try other.end()
            let next = try scene.filter(NightScene.light)
            #expect(try scene.screens.ramps()[crtc] == before)
            #expect(try next.process.terminate() == .exited(0))
            return
        }
        // The server gets no other request meanwhile, whose reply would report the disconnect.
        try filter.waitForStatus { $0["outputs"][0]["method"] == "red channel" }
        #expect(try scene.screens.ramps()[crtc] == night)
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try scene.screens.ramps()[crtc] == before)
    }

    @Test(.row("N41")) func `a reset replaces almost black ramps by plain ones`() throws {
        let scene = try NightScene()
        let crtc = try scene.onlyCRTC()
        try scene.screens.set(Self.dark, of: crtc)
        #expect(try scene.run("--reset").status == .exited(0))
        let after = try #require(try scene.screens.ramps()[crtc])
        #expect(after.red.last == 65535 && after.green.last == 65535 && after.blue.last == 65535)
    }
}
