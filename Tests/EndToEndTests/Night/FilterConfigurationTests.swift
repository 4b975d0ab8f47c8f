import AppearanceTestSupport
import Foundation
import Testing

/// The daemon's configuration file, as the night filter reads it.
@Suite(.bounded, .requires(.xvfb)) struct FilterConfigurationTests {
    @Test(.row("N14")) func `a changed tint or intensity in the configuration is applied at once`()
        throws
    {
        let scene = try NightScene()
        let crtc = try scene.onlyCRTC()
        let before = try scene.setRamps(of: crtc)
        let filter = try scene.filter(NightScene.night)
        #expect(try scene.screens.ramps()[crtc]?.red == before.red)
        try scene.home.write(
            configuration: "[nightfilter]\nfade = \"0s\"\ntint = \"#800000\"\n")
        let darker = try scene.waitForRamps(of: crtc) { $0.red != before.red }
        #expect(darker.areRed && zip(darker.red, before.red).allSatisfy { $0 <= $1 })
        try scene.home.write(
            configuration: "[nightfilter]\nfade = \"0s\"\nintensity = 0.0\n")
        try filter.waitUntilRed(false)
        #expect(try scene.screens.ramps()[crtc]?.areRed == false)
        try scene.home.write(configuration: "[nightfilter]\nfade = \"0s\"\ntnit = 1\n")
        try filter.process.waitForLine(containing: "did you mean `tint`?", on: .errors)
        #expect(try filter.process.terminate() == .exited(0))
    }

    @Test(.row("N14"), .requires(.bus))
    func `the last valid configuration is in effect after a start with an error`() throws {
        let scene = try NightScene(settings: "fade = \"0s\"\nintensity = 0.0")
        let daemon = try RunningDaemon(home: scene.home, bus: PrivateBus(in: scene.home))
        #expect(try daemon.process.terminate() == .exited(0))
        try scene.home.write(configuration: "[nightfilter]\ntnit = 1\n")
        let filter = try scene.filter(NightScene.night)
        try filter.waitUntilRed(false)
        try filter.process.waitForLine(
            containing: " is in effect until the file is fixed", on: .errors)
        #expect(filter.process.text(on: .errors).contains("<4>the last good copy of "))
        #expect(try filter.process.terminate() == .exited(0))
    }

    @Test(.row("N14"))
    func `a configuration whose link has lost its target stays in effect`() throws {
        let scene = try NightScene(settings: "fade = \"0s\"\nintensity = 0.0")
        let file = scene.home.configurationFile
        try FileManager.default.moveItem(atPath: file, toPath: file + ".real")
        try FileManager.default.createSymbolicLink(
            atPath: file, withDestinationPath: file + ".real")
        let filter = try scene.filter(NightScene.night)
        try filter.waitUntilRed(false)
        try FileManager.default.removeItem(atPath: file + ".real")
        try filter.process.waitForLine(
            containing: "it is a link to \(file).real, which does not exist", on: .errors)
        try filter.waitUntilRed(false)
        #expect(try filter.process.terminate() == .exited(0))
    }
}
