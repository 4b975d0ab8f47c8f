import AppearanceTestSupport
import Foundation
import Testing

/// A grab that is killed, at every request to the camera.
@Suite(.bounded, .requires(.sensorTestbed)) struct CameraRestoreTests {
    /// A part of the requests of a grab, by the rest of their number.
    private static let parts = 4

    @Test(.row("S51"), arguments: 0..<parts)
    func `a grab that is killed leaves no exposure changed`(part: Int) throws {
        let scene = try CameraScene()
        #expect(try scene.run("--once").status == .exited(0))
        let count = try scene.camera.state().requests.count
        try #require(count > 40)
        var changed = 0
        for step in stride(from: part, to: count, by: Self.parts) {
            try scene.camera.hold(after: step)
            let process = try scene.start("--once")
            let request = try #require(try scene.camera.waitForHeld())
            process.signal(9)
            #expect(try process.expectExit() == .killed(signal: 9))
            try scene.camera.hold(after: nil)
            let left = try scene.camera.state().controls
            if left != CameraScene.originals {
                changed += 1
                #expect(scene.hasJournal, "\(request), \(step)")
            }
            let reset = try scene.run("--reset")
            #expect(reset.status == .exited(0), "\(reset.errors)")
            #expect(
                try scene.camera.state().controls == CameraScene.originals, "\(request), \(step)")
            #expect(!scene.hasJournal)
        }
        #expect(changed >= 3)
    }

    @Test(.row("S51")) func `the next grab restores the exposure of a killed one`() throws {
        let scene = try killedScene()
        #expect(try scene.run("--once").status == .exited(0))
        #expect(try scene.camera.state().controls == CameraScene.originals)
    }

    @Test(.row("S51")) func `a journal that is removed in the midst of a grab is not missed`()
        throws
    {
        let scene = try CameraScene()
        #expect(try scene.run("--once").status == .exited(0))
        let first = try #require(try scene.camera.state().requests.firstIndex(of: "STREAMON"))
        try scene.camera.hold(after: first)
        let process = try scene.start("--once")
        #expect(try scene.camera.waitForHeld() == "STREAMON")
        #expect(try scene.camera.state().controls != CameraScene.originals)
        try FileManager.default.removeItem(atPath: scene.journal)
        try scene.camera.answer()
        #expect(try process.expectExit() == .exited(0))
        #expect(try scene.camera.state().controls == CameraScene.originals)
    }

    /// As of a camera that comes out of a suspend.
    @Test(.row("S51")) func `a left exposure never becomes the original one`() throws {
        let scene = try killedScene()
        try scene.home.write(configuration: "[camera]\ndevice = \"/dev/video0\"\n")
        let journal = try String(contentsOfFile: scene.journal, encoding: .utf8)
        try scene.camera.set(["passing": ["QUERYCTRL": 2]])
        for _ in 0..<2 {
            let run = try scene.run("--once")
            #expect(run.status == .exited(1))
            #expect(run.errors.contains("was unplugged or fails"), "\(run.errors)")
            #expect(try String(contentsOfFile: scene.journal, encoding: .utf8) == journal)
        }
        #expect(try scene.run("--once").status == .exited(0))
        #expect(try scene.camera.state().controls == CameraScene.originals)
    }

    @Test(.row("S51")) func `an exposure that was manual before is restored`() throws {
        let scene = try killedScene([.auto: 1, .exposure: 77, .gain: 5])
        let reset = try scene.run("--reset")
        #expect(reset.output.contains("The exposure of Test Camera is restored."))
        let controls = try scene.camera.state().controls
        #expect(controls[TestCamera.Control.auto.rawValue] == 1)
        #expect(controls[TestCamera.Control.exposure.rawValue] == 77)
        #expect(controls[TestCamera.Control.gain.rawValue] == 5)
    }

    @Test(.row("S51")) func `an exposure that became automatic meanwhile is left alone`() throws {
        let scene = try killedScene()
        try scene.camera.set(.auto, to: 3)
        try scene.camera.set(.exposure, to: 99)
        #expect(try scene.run("--reset").status == .exited(0))
        #expect(try scene.camera.state().controls[TestCamera.Control.exposure.rawValue] == 99)
        #expect(!scene.hasJournal)
    }

    @Test(.row("S51")) func `a signal ends the program only after the grab`() throws {
        let scene = try CameraScene()
        #expect(try scene.run("--once").status == .exited(0))
        let first = try #require(try scene.camera.state().requests.firstIndex(of: "STREAMON"))
        try scene.camera.hold(after: first)
        let process = try scene.start("--once")
        #expect(try scene.camera.waitForHeld() == "STREAMON")
        process.signal(15)
        try scene.camera.answer()
        #expect(try process.expectExit() == .exited(0))
        #expect(try scene.camera.state().controls == CameraScene.originals)
    }

    @Test(.row("S51")) func `a control that is gone keeps no other one from being restored`() throws
    {
        let scene = try CameraScene()
        try scene.home.write(
            """
            {"camera": {"card": "Test Camera", "place": "usb-0000:00:14.0-8"},
             "controls": [{"control": 7, "value": 1}, {"control": 10094849, "value": 3}]}
            """, to: scene.journal)
        try scene.camera.set(.auto, to: 1)
        #expect(try scene.run("--reset").status == .exited(1))
        #expect(try scene.camera.state().controls[TestCamera.Control.auto.rawValue] == 3)
        #expect(scene.hasJournal)
    }

    @Test func `only one program changes a camera at a time`() throws {
        let scene = try CameraScene()
        #expect(try scene.run("--once").status == .exited(0))
        let first = try #require(try scene.camera.state().requests.firstIndex(of: "STREAMON"))
        try scene.camera.hold(after: first)
        let process = try scene.start("--once")
        #expect(try scene.camera.waitForHeld() == "STREAMON")
        for option in ["--once", "--reset"] {
            let second = try scene.run(option)
            #expect(second.status == .exited(1))
            #expect(second.errors.contains("another appearance-camera uses a camera"))
        }
        try scene.camera.answer()
        #expect(try process.expectExit() == .exited(0))
    }

    @Test(
        .row("S59"),
        arguments: [
            "[]", #"{"camera": {"card": "a", "place": "b"}}"#,
            #"{"camera": {"card": "a", "place": "b"}, "controls": [{"control": 1}]}"#,
        ])
    func `a restore journal without a value is invalid`(text: String) throws {
        let scene = try CameraScene()
        try scene.home.write(text, to: scene.journal)
        let run = try scene.run("--once")
        #expect(run.errors.contains("camera-controls.json is invalid"), "\(run.errors)")
        #expect(!(try scene.camera.state().requests.contains("S_CTRL")))
    }

    @Test(.row("S59"))
    func `a restore journal that is invalid is reported, and no exposure changed`() throws {
        let scene = try CameraScene()
        try scene.home.write("{\"camera\": 3}", to: scene.journal)
        for option in ["--once", "--reset"] {
            let run = try scene.run(option)
            #expect(run.status == .exited(1))
            #expect(run.errors.contains("camera-controls.json is invalid. Unplug the camera"))
        }
        #expect(!(try scene.camera.state().requests.contains("S_CTRL")))
    }

    /// A scene whose camera was left with manual exposure.
    private func killedScene(
        _ before: [TestCamera.Control: Int64] = [:]
    ) throws -> CameraScene {
        let scene = try CameraScene()
        for (control, value) in before { try scene.camera.set(control, to: value) }
        #expect(try scene.run("--once").status == .exited(0))
        let stream = try #require(try scene.camera.state().requests.firstIndex(of: "STREAMON"))
        try scene.camera.hold(after: stream)
        let process = try scene.start("--once")
        #expect(try scene.camera.waitForHeld() == "STREAMON")
        process.signal(9)
        try process.expectExit()
        try scene.camera.hold(after: nil)
        #expect(scene.hasJournal)
        #expect(try scene.camera.state().controls[TestCamera.Control.gain.rawValue] == 0)
        return scene
    }
}
