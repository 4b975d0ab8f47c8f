import AppearanceTestSupport
import Foundation
import Testing

/// The whole way from a camera to the appearance, on a machine without a sensor.
@Suite(.bounded, .requires(.bus, .sensorTestbed, .varlinkClient)) struct CameraSessionTests {
    @Test func `a camera makes the desktop dark and light again`() throws {
        let session = try CameraSession("", ["light": 10])
        let status = try session.daemon.watch()
        let program = try session.start()
        try program.waitForLevel(10)
        // A second one has to agree.
        #expect(try session.daemon.status()["reported_by"] == .null)
        try session.pass(to: 60)
        try program.waitForLevel(10)
        let dark = try status.waitForReply { $0["status"]["appearance"] == "dark" }["status"]
        #expect(dark["reported_by"] == "camera" && dark["reason"] == "sensor")
        // The published sentence would change each minute.
        try session.pass(to: 200)
        let shown = try session.daemon.appearancectl("status").output
        #expect(shown.contains("10 lux from camera, below 40. "), "\(shown)")
        #expect(shown.contains(" That level is 2 min old.\n"), "\(shown)")
        let sentence = try session.daemon.status()["explanation"].string ?? ""
        #expect(sentence.hasPrefix("Dark: 10 lux from camera") && !sentence.contains(" old"))
        let why = try session.daemon.appearancectl("why").output
        #expect(why.contains("camera reports 10 lux (2 min ago)"), "\(why)")
        try session.camera.set(["light": 500])
        try session.pass(to: 1_862)
        try program.waitForLevel(500)
        try session.pass(to: 1_923)
        try program.waitForLevel(500)
        try status.waitForReply { $0["status"]["appearance"] == "light" }
        #expect(try session.grabs() == 4)
        // Its level ends with it.
        try program.terminate()
        try status.waitForReply { $0["status"]["reported_by"] == .null }
    }

    @Test func `one glance that another does not confirm changes nothing`() throws {
        let session = try CameraSession("", ["light": 300])
        let program = try session.start()
        try program.waitForLevel(300)
        try session.camera.set(["light": 10])
        try session.pass(to: 60)
        try program.waitForLevel(10)
        #expect(try session.daemon.status()["reported_by"] == .null)
    }

    @Test func `a camera is not used more often after a restart`() throws {
        let session = try CameraSession("", ["light": 10])
        let first = try session.start()
        try first.waitForLevel(10)
        try first.terminate()
        let second = try session.start()
        try session.pass(to: 290)
        try session.camera.set(["light": 500])
        try session.pass(to: 300)
        try second.waitForLevel(500)
        #expect(try session.grabs() == 2)
    }

    @Test func `a camera is not used while no level is needed`() throws {
        let session = try CameraSession("", ["light": 10])
        #expect(try session.daemon.appearancectl("set", "dark").status == .exited(0))
        let program = try session.start()
        for seconds: Int64 in [300, 600, 900] { try session.pass(to: seconds) }
        #expect(try session.daemon.appearancectl("why").status == .exited(0))
        #expect(try session.grabs() == 0)
        try session.camera.set(["light": 500])
        #expect(try session.daemon.appearancectl("set", "auto").status == .exited(0))
        try program.waitForLevel(500)
        #expect(try session.grabs() == 1)
    }

    @Test func `a camera measures once at each step of a calibration`() throws {
        let session = try CameraSession("", ["light": 300])
        let program = try session.start()
        try program.waitForLevel(300)
        try session.pass(to: 60)
        try program.waitForLevel(300)
        let calibrate = try ChildProcess(
            BuiltProducts.appearancectl, ["calibrate"], environment: session.daemon.environment,
            keepsInput: true)
        for (number, step) in ["bright light: ", "dim light: "].enumerated() {
            let light = [900.0, 20][number]
            try calibrate.waitForLine(containing: step, on: .output)
            try session.pass(to: 61 + Int64(number) * 11)
            #expect(try session.grabs() == 2 + number)
            try session.camera.set(["light": .number(light)])
            try calibrate.write(line: "")
            try program.waitForLevel(light)
        }
        try calibrate.waitForLine(containing: "a dark room: ", on: .output)
        #expect(try session.grabs() == 4)
        try calibrate.write(line: "q")
        #expect(try calibrate.expectExit() == .exited(0))
        // The last level was made for it: the usual two follow, when the camera may be used again.
        let status = try session.daemon.watch()
        try status.waitForReply { $0["status"]["light_needed"] == true }
        try session.pass(to: 300)
        try program.waitForLevel(20)
        #expect(try session.grabs() == 5)
    }

    @Test(.row("S50")) func `the last level stays while another program uses the camera`() throws {
        let session = try CameraSession("", ["light": 10])
        let program = try session.start()
        try program.waitForLevel(10)
        let status = try session.daemon.watch()
        try session.pass(to: 60)
        try program.waitForLevel(10)
        // A level that the daemon reads after the clocks were set would be as young as they say.
        try status.waitForReply { $0["status"]["reported_by"] == "camera" }
        try session.camera.fail("S_FMT", with: EBUSY)
        try session.pass(to: 1_862)
        try program.waitForLine(
            containing: "no light from a camera: another program uses /dev/video0", on: .errors)
        #expect(try session.daemon.status()["reported_by"] == "camera")
        let sensors = try session.daemon.appearancectl("sensors").output
        // A new day may have begun since the first.
        #expect(
            sensors.contains(#/camera: (no grab|1 grab|2 grabs) today, last /#), "\(sensors)")
        #expect(sensors.contains("another program uses /dev/video0"), "\(sensors)")
    }

    @Test(.row("S53")) func `a camera without a picture is used again after ten minutes`() throws {
        let session = try CameraSession("", ["light": 10])
        try session.camera.fail("pictures", with: EIO)
        let program = try session.start()
        try program.waitForLine(containing: "delivers no picture in time", on: .errors)
        try session.pass(to: 590)
        #expect(try session.grabs() == 1)
        try session.camera.set(["faults": [:]])
        try session.pass(to: 605)
        try program.waitForLevel(10)
        #expect(try session.grabs() == 2)
    }

    @Test(.row("S55")) func `a dark room is measured ever less often`() throws {
        let session = try CameraSession("", ["scene": "cover"])
        let program = try session.start()
        try program.waitForLine(containing: "shows nothing", on: .errors)
        // A grab that comes too early is counted by the step after it.
        let steps: [(Int64, Int)] = [
            (320, 2), (800, 2), (940, 3), (1_500, 3), (2_180, 4), (2_250, 4),
        ]
        for (seconds, grabs) in steps {
            try session.pass(to: seconds)
            let deadline = Deadline()
            while try session.grabs() < grabs { try deadline.check("\(grabs) grabs") }
            #expect(try session.grabs() == grabs)
        }
        withExtendedLifetime(program) {}
    }

    @Test func `a daemon that starts again receives the level of the last minutes`() throws {
        var session = try CameraSession("", ["light": 10])
        let program = try session.start()
        try program.waitForLevel(10)
        try session.pass(to: 60)
        try program.waitForLevel(10)
        try session.restartDaemon(at: 200)
        let status = try session.daemon.watch()
        try status.waitForReply { $0["status"]["reported_by"] == "camera" }
        #expect(try session.grabs() == 2)
    }

    @Test(.row("S51")) func `a start restores the exposure of a killed grab`() throws {
        let session = try CameraSession("", ["light": 10])
        #expect(try session.daemon.appearancectl("set", "dark").status == .exited(0))
        try session.daemon.home.write(
            """
            {"camera": {"card": "Test Camera", "place": "usb-0000:00:14.0-8"},
             "controls": [{"control": 10094850, "value": 250}, {"control": 10094849, "value": 3}]}
            """, to: session.daemon.home.stateHome + "/appearanced/camera-controls.json")
        try session.camera.set(.auto, to: 1)
        try session.camera.set(.exposure, to: 7)
        let program = try session.start()
        try program.waitForLine(
            containing: "the exposure of Test Camera was left manual, and is restored", on: .errors)
        let controls = try session.camera.state().controls
        #expect(controls[TestCamera.Control.auto.rawValue] == 3)
        #expect(controls[TestCamera.Control.exposure.rawValue] == 250)
    }

    /// The daemon does not see the suspend, so that it goes on needing a level.
    @Test(.row("S60")) func `a suspend between two grabs begins again`() throws {
        let session = try CameraSession("", ["light": 10])
        let clocks = try SkewedClocks()
        let program = try session.start(on: clocks)
        try program.waitForLevel(10)
        for seconds: Int64 in [61, 100, 301] {
            try clocks.suspend(for: seconds)
            try session.refresh()
        }
        try program.waitForLevel(10)
        #expect(try session.grabs() == 2)
        #expect(try session.daemon.status()["reported_by"] == .null)
    }

    @Test(.row("S60"), .requires(.fakeLogind, .busClient))
    func `a lock between two grabs begins again`() throws {
        let logind = try FakeLogind()
        let session = try CameraSession("", ["light": 10], logind: logind.environment)
        try session.daemon.waitForLogind()
        let status = try session.daemon.watch()
        let program = try session.start()
        try program.waitForLevel(10)
        try logind.lockSession(true)
        try status.waitForReply { $0["status"]["light_needed"] == false }
        try logind.lockSession(false)
        try status.waitForReply { $0["status"]["light_needed"] == true }
        for seconds: Int64 in [61, 100, 301] { try session.pass(to: seconds) }
        try program.waitForLevel(10)
        #expect(try session.grabs() == 2)
        #expect(try session.daemon.status()["reported_by"] == .null)
    }

    @Test(.row("S60"), .requires(.fakeLogind, .busClient))
    func `the lid covers a camera that cannot be unplugged`() throws {
        let logind = try FakeLogind()
        for isRemovable in [false, true] {
            let scene = try CameraScene(isRemovable: isRemovable, ["light": 200])
            try logind.closeLid(true)
            let closed = try scene.run("--once", environment: logind.environment)
            #expect(closed.output.isEmpty != isRemovable)
            #expect(closed.errors.contains("the lid is closed") != isRemovable)
            try logind.closeLid(false)
            let open = try scene.run("--once", environment: logind.environment)
            #expect(open.status == .exited(0), "\(open.errors)")
        }
    }

    @Test(.requires(.busClient)) func `the first use of a camera is announced once`() throws {
        let session = try CameraSession("", ["light": 10])
        let notifications = try FakeNotifications(on: session.daemon.bus)
        let program = try session.start()
        let notification = try notifications.waitForNotification()
        #expect(notification["summary"] == "The camera measures the light of the room")
        #expect(notification["body"].string?.hasPrefix("Test Camera is used for a second") == true)
        try session.pass(to: 60)
        try program.waitForLevel(10)
        #expect(notifications.count == 1)
        // After another one enables it, it is new to somebody.
        try session.daemon.home.write(
            "",
            to: session.daemon.home.configHome
                + "/systemd/user/default.target.wants/appearance-camera.service")
        try session.pass(to: 1_900)
        _ = try notifications.waitForNotification()
    }

    @Test(.requires(.busClient, .translations))
    func `the first use is announced in the language of the user`() throws {
        let session = try CameraSession("", ["light": 10])
        let notifications = try FakeNotifications(on: session.daemon.bus)
        let program = try session.start(
            in: Translations.environment(in: session.daemon.home, language: "de"))
        let notification = try notifications.waitForNotification()
        #expect(notification["summary"] == "Die Kamera misst das Licht des Raums")
        let body = notification["body"].string ?? ""
        #expect(body.hasPrefix("Test Camera wird hin und wieder für eine Sekunde benutzt,"))
        #expect(body.hasSuffix(": systemctl --user disable --now appearance-camera"))
        withExtendedLifetime(program) {}
    }
}
