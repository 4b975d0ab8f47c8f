import AppearanceTestSupport
import Foundation
import Testing

/// One use of a camera by the real program: open, ioctl and mmap.
@Suite(.bounded, .requires(.sensorTestbed)) struct CameraGrabTests {
    @Test(arguments: [["MJPG", "YUYV"], ["GREY"]] as [JSON])
    func `the light is in proportion over four decades`(formats: JSON) throws {
        let scene = try CameraScene(["formats": formats])
        for light in [3.0, 10, 40, 80, 300, 1_000, 5_000, 30_000] {
            try scene.camera.set(["light": .number(light)])
            let run = try scene.run("--once")
            #expect(run.status == .exited(0), "\(run.errors)")
            let measured = try #require(Double(run.output.filter { $0 != "\n" }))
            #expect(abs(measured - light) <= light * 0.15, "\(measured) of \(light)")
            let state = try scene.camera.state()
            #expect(state.controls == CameraScene.originals)
            #expect(state.width == 640 && !state.isStreaming)
            #expect(!scene.hasJournal)
        }
    }

    @Test func `a gain that is higher before changes nothing`() throws {
        let scene = try CameraScene(["light": 200])
        for gain in [0, 255] as [Int64] {
            try scene.camera.set(.gain, to: gain)
            let run = try scene.run("--once")
            let measured = try #require(Double(run.output.filter { $0 != "\n" }))
            #expect(abs(measured - 200) <= 20)
            #expect(
                try scene.camera.state().controls[TestCamera.Control.gain.rawValue]
                    == .integer(gain))
        }
    }

    @Test func `an exposure with steps is set to a value that it takes`() throws {
        let scene = try CameraScene(["light": 300, "step": 10])
        // With automatic exposure it may have one that nobody can set.
        for before: Int64 in [253, 257, 9_999] {
            try scene.camera.set(.auto, to: 3)
            try scene.camera.set(.exposure, to: before)
            let run = try scene.run("--once")
            #expect(run.status == .exited(0), "\(run.errors)")
            let measured = try #require(Double(run.output.filter { $0 != "\n" }))
            #expect(abs(measured - 300) <= 45, "\(measured)")
            #expect(try scene.camera.state().controls[TestCamera.Control.auto.rawValue] == 3)
            #expect(!scene.hasJournal)
        }
        // A manual one that is not as it was is reported.
        try scene.camera.set(.auto, to: 1)
        try scene.camera.set(.exposure, to: 9_999)
        #expect(try scene.run("--once").status == .exited(1))
        #expect(scene.hasJournal)
    }

    @Test func `calibrating makes the level of the configuration right`() throws {
        let scene = try CameraScene(["light": 100])
        let run = try scene.run("--calibrate", "250")
        #expect(run.status == .exited(0), "\(run.errors)")
        let text = try #require(
            try? String(contentsOfFile: scene.home.configurationFile, encoding: .utf8))
        let factor = try #require(text.firstMatch(of: /\[camera\]\nfactor = ([0-9.]+)\n/)).output.1
        #expect(abs(try #require(Double(factor)) - 2.5) <= 0.05)
        try scene.camera.set(["light": 40])
        let measured = try #require(Double(try scene.run("--once").output.filter { $0 != "\n" }))
        #expect(abs(measured - 100) <= 5)
    }

    // MARK: Faults

    @Test(.row("S50"), arguments: ["S_FMT", "REQBUFS", "STREAMON"])
    func `a camera that another program uses keeps its exposure`(request: String) throws {
        let scene = try CameraScene()
        try scene.camera.fail(request, with: EBUSY)
        let run = try scene.run("--once")
        #expect(run.status == .exited(1))
        #expect(run.errors.contains("another program uses /dev/video0"))
        let state = try scene.camera.state()
        #expect(state.controls == CameraScene.originals)
        // Until the driver has given the buffers to the program, nothing is set.
        if request != "STREAMON" { #expect(!state.requests.contains("S_CTRL")) }
        #expect(!scene.hasJournal)
    }

    /// A format outlives the program that has set it.
    @Test(.row("S50"), arguments: ["MJPG", "REQBUFS", "nothing"])
    func `a camera that cannot be used keeps its format`(fault: String) throws {
        let scene = try CameraScene(fault == "MJPG" ? ["formats": ["MJPG"]] : [:])
        try scene.home.write(configuration: "[camera]\ndevice = \"/dev/video0\"\n")
        if fault == "REQBUFS" { try scene.camera.fail("REQBUFS", with: ENOMEM) }
        let run = try scene.run("--once")
        #expect(run.status == .exited(fault == "nothing" ? 0 : 1), "\(run.errors)")
        let state = try scene.camera.state()
        #expect(state.width == 640)
        if fault == "MJPG" {
            #expect(run.errors.contains("it delivers neither YUYV nor GREY pictures"))
            #expect(!state.requests.contains("S_FMT"))
        }
    }

    @Test(.row("S52"), arguments: [true, false])
    func `a camera without manual exposure is refused`(hasControl: Bool) throws {
        let scene = try CameraScene(
            hasControl ? ["has_manual": false] : ["without": [10_094_850]])
        let run = try scene.run("--once")
        #expect(run.status == .exited(1))
        #expect(run.errors.contains("cannot measure light: it has no manual exposure"))
        #expect(!(try scene.camera.state().requests.contains("S_CTRL")))
    }

    @Test(.row("S53")) func `a camera that delivers no picture is closed after two seconds`() throws
    {
        let scene = try CameraScene(isPatient: false)
        try scene.camera.fail("pictures", with: EIO)
        let run = try scene.run("--once")
        #expect(run.errors.contains("/dev/video0 delivers no picture in time"))
        #expect(try scene.camera.state().controls == CameraScene.originals)
    }

    @Test(.row("S54")) func `a camera that is unplugged in the midst of a grab gives no level`()
        throws
    {
        let scene = try CameraScene()
        #expect(try scene.run("--once").status == .exited(0))
        let requests = try scene.camera.state().requests
        let first = try #require(requests.firstIndex(of: "DQBUF"))
        try scene.camera.hold(after: first)
        let process = try scene.start("--once")
        #expect(try scene.camera.waitForHeld() == "DQBUF")
        try scene.camera.unplug()
        try scene.camera.answer()
        try process.waitForLine(containing: "was unplugged or fails", on: .errors)
        #expect(try process.expectExit() == .exited(1))
        // Its controls are restored when it is there again.
        #expect(scene.hasJournal)
    }

    @Test(.row("S55"), arguments: ["cover", "paper"])
    func `a picture that shows nothing is no level`(view: String) throws {
        let scene = try CameraScene(["scene": .string(view), "light": 100])
        let run = try scene.run("--once")
        #expect(run.status == .exited(1) && run.output.isEmpty)
        #expect(run.errors.contains("the picture of /dev/video0 shows nothing"))
        #expect(try scene.camera.state().controls == CameraScene.originals)
    }

    @Test(
        .row("S56"),
        arguments: [(TestCamera.Control.auto, 3), (.exposure, 250), (.gain, 64)]
            as [(TestCamera.Control, Int64)])
    func `a control that is not as it was set is refused`(
        control: TestCamera.Control, value: Int64
    ) throws {
        let scene = try CameraScene(["stubborn": [control.rawValue: .integer(value)]])
        let run = try scene.run("--once")
        #expect(run.status == .exited(1))
        #expect(run.errors.contains(" is \(value) after it was set to "), "\(run.errors)")
        #expect(try scene.camera.state().controls == CameraScene.originals)
        #expect(!scene.hasJournal)
    }

    @Test(.row("S57")) func `a camera that ignores its exposure is refused`() throws {
        let scene = try CameraScene(["ignores_exposure": true])
        let run = try scene.run("--once")
        #expect(run.errors.contains("its pictures do not change with its exposure"))
        #expect(try scene.camera.state().controls == CameraScene.originals)
    }

    @Test(
        .row("S58"),
        .disabled(if: BuiltProducts.areSanitized, "a sanitizer writes files of its own"),
        arguments: [false, true])
    func `nothing is changed without room for the original values`(isFolder: Bool) throws {
        let scene = try CameraScene()
        if isFolder { try scene.home.write("", to: scene.journal + "/is/a/folder") }
        let run = try ChildProcess.run(
            "prlimit", ["--fsize=0", BuiltProducts.camera, "--once"],
            environment: scene.environment)
        #expect(run.status == .exited(1))
        #expect(
            run.errors.contains(isFolder ? "restore journal" : "so none is changed: write "),
            "\(run.errors)")
        #expect(!(try scene.camera.state().requests.contains("S_CTRL")))
    }

    @Test func `a camera of infrared light is used only without another`() throws {
        let scene = try CameraScene(["formats": ["GREY"], "light": 10])
        let other = try TestCamera(in: scene.testbed, name: "video2", ["light": 500])
        let measured = try #require(Double(try scene.run("--once").output.filter { $0 != "\n" }))
        #expect(abs(measured - 500) <= 50)
        try other.set(["has_manual": false])
        let grey = try #require(Double(try scene.run("--once").output.filter { $0 != "\n" }))
        #expect(abs(grey - 10) <= 1)
    }

    @Test func `the camera of the configuration is used`() throws {
        let scene = try CameraScene(["light": 10])
        _ = try TestCamera(in: scene.testbed, name: "video1", ["light": 500, "card": "Other"])
        for device in ["Other", "/dev/video1"] {
            try scene.home.write(configuration: "[camera]\ndevice = \"\(device)\"\n")
            let measured = try #require(
                Double(try scene.run("--once").output.filter { $0 != "\n" }))
            #expect(abs(measured - 500) <= 50)
        }
        try scene.home.write(configuration: "[camera]\ndevice = \"None\"\n")
        #expect(try scene.run("--once").errors.contains("camera.device is \"None\""))
    }
}
