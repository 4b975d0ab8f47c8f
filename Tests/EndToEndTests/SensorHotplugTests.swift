import AppearanceTestSupport
import Testing

/// Sensors that come and go while the daemon runs.
@Suite(.bounded, .requires(.bus, .busClient, .varlinkClient, .sensorTestbed))
struct SensorHotplugTests {
    @Test(
        .row("S1"), .disabled(if: BuiltProducts.areSanitized, "a sanitizer has a thread of its own")
    )
    func `without a sensor the schedule decides, without wakeups`() throws {
        let scene = try SensorScene(by: .dark)
        #expect(try scene.sensors() == [])
        let text = try scene.daemon.appearancectl("sensors").output
        #expect(text.hasPrefix("No light sensor was found: the schedule decides.\n"))
        let status = try scene.status()
        #expect(status["sensor"] == "none")
        #expect(status["reason"] == "schedule")
        #expect(status["appearance"] == "dark")
        // The earlier commands have been served when their connections are closed.
        #expect(try scene.daemon.notifications.nextMessage(within: .seconds(1)) == nil)
        #expect(try scene.daemon.process.threadCount == 1)
        let before = try scene.daemon.process.contextSwitches()
        #expect(try scene.daemon.notifications.nextMessage(within: .seconds(2)) == nil)
        #expect(try scene.daemon.process.contextSwitches() == before)
    }

    @Test(.row("S2", "S3"))
    func `an added sensor decides, and the schedule after its removal`() throws {
        let scene = try SensorScene(by: .dark, dwell: "light_to_dark = \"1s\"")
        let client = try scene.daemon.busClient()
        let path = try SensorScene.plugIn(into: scene.testbed)
        try client.waitForChange(of: "SensorState") { $0 == "warming" }
        try scene.showUntilTrusted(300, on: path)
        #expect(try client.waitForSignal("AppearanceChanged") == ["light", "dark", "sensor"])
        // The light flickers between 300 and 301 until it is believed.
        #expect(try scene.status()["explanation"].string?.contains(/30[01]\S* lux/) == true)

        try scene.testbed.remove(path)
        try client.waitForChange(of: "SensorState") { $0 == "none" }
        let waiting = try client.get("Explanation").string ?? ""
        #expect(waiting.hasSuffix("the light sensor is gone, so dark by schedule in 1 s."))
        #expect(try client.waitForSignal("AppearanceChanged") == ["dark", "light", "schedule"])
        #expect(try client.get("LightLevel").number == -1)
        #expect(try scene.sensors() == [])
        #expect(try client.count(of: "AppearanceChanged") == 2)
        #expect(scene.logged("light sensor als is gone") == 1)
    }

    @Test(.row("S3"))
    func `a sensor that returns under another number changes nothing`() throws {
        var path = ""
        let scene = try SensorScene(by: .dark, dwell: "light_to_dark = \"1h\"") {
            path = try SensorScene.plugIn(into: $0)
        }
        let client = try scene.daemon.busClient()
        try scene.showUntilTrusted(300, on: path)
        try scene.testbed.remove(path)
        try client.waitForChange(of: "SensorState") { $0 == "none" }
        let before = try scene.status()
        #expect(before["appearance"] == "light")

        let again = try SensorScene.plugIn(3, into: scene.testbed)
        #expect(again.hasSuffix("iio:device3"))
        // It has moved before: now five readings make it trusted, whatever they are.
        try scene.show([300, 300, 300, 300, 300], on: again)
        try client.waitForChange(of: "SensorState") { $0 == "trusted" }
        let after = try scene.status()
        #expect(after["appearance"] == "light")
        #expect(after["sequence"] == before["sequence"])
        #expect(after["since"] == before["since"])
        let sensor = try #require(try scene.sensors().first)
        #expect(sensor["path"].string == again)
        #expect(sensor["state"] == "trusted")
    }

    @Test(.row("S15")) func `of several sensors the lid's decides, the others are listed`()
        throws
    {
        let scene = try SensorScene(sensor: "ignore = [\"broken\"]") { testbed in
            for (number, place) in ["base", "lid", "broken"].enumerated() {
                var attributes = SensorScene.als(Double(100 * (number + 1)))
                attributes["name"] = place + "\n"
                attributes["location"] = place + "\n"
                try testbed.add("iio:device\(number)", attributes: attributes)
            }
        }
        let sensors = try scene.sensors()
        #expect(sensors.map { $0["name"] } == ["lid", "broken", "base"])
        #expect(sensors.map { $0["chosen"] } == [true, false, false])
        #expect(sensors.map { $0["light"].number } == [200, nil, 100])
        #expect(sensors.map { $0["problem"].string } == [nil, "sensor.ignore names it", nil])
        let table = try scene.daemon.appearancectl("sensors").output
        #expect(
            table.replacing(#/\d s/#, with: "0 s") == """
                   NAME    LIGHT    AGE  STATE    SOURCE  PATH                      WHY NOT
                *  lid     200 lux  0 s  warming  iio     /sys/devices/iio:device1
                   broken  –        –    none     iio     /sys/devices/iio:device2  \
                sensor.ignore names it
                   base    100 lux  0 s  warming  iio     /sys/devices/iio:device0  lid decides

                """)
        // The one in use goes: the next one takes over.
        try scene.testbed.remove("/sys/devices/iio:device1")
        try scene.waitForLog("light sensor base is in use")
        #expect(try scene.sensors().map { $0["chosen"] } == [false, true])
    }

    @Test(
        .row("S19"),
        .disabled(if: BuiltProducts.areSanitized, "a sanitizer has a thread and memory of its own"))
    func `a storm of events leaks nothing`() throws {
        var path = ""
        let scene = try SensorScene { path = try SensorScene.plugIn(into: $0) }
        let client = try scene.daemon.busClient()
        try scene.showUntilTrusted(300, on: path)
        let descriptors = try scene.daemon.process.descriptorCount
        let memory = try scene.daemon.process.privateMemoryKiB()
        let lines = scene.logged("")

        try scene.testbed.storm(path, count: 5_000)
        try scene.show([300, 301, 300, 301, 300, 301], on: path)
        #expect(try client.get("Appearance") == "light")
        #expect(try scene.status()["sensor"] == "trusted")
        #expect(try scene.sensors().map { $0["chosen"] } == [true])
        // One of a sensor that is being read, or of a client just gone, comes and goes; a leak stays.
        let least = try (0..<20).map { _ in
            _ = try client.get("Appearance")
            return try scene.daemon.process.descriptorCount
        }.min()
        #expect(try #require(least) <= descriptors)
        #expect(try scene.daemon.process.threadCount == 2)
        #expect(try scene.daemon.process.privateMemoryKiB() - memory < 2_048)
        // Changes without a result are not logged.
        #expect(scene.logged("") - lines < 40)
        #expect(try client.count(of: "AppearanceChanged") == 0)
        // Once nothing is to be read, nothing is left to do either.
        #expect(try scene.daemon.appearancectl("set", "light").status == .exited(0))
        #expect(try scene.daemon.comesToRest())
    }

    /// Of two without a label the first is read, whatever the value of the other.
    @Test(.row("S15")) func `sensors that disagree do not alternate`() throws {
        var paths: [String] = []
        let scene = try SensorScene(dwell: "light_to_dark = \"0s\"\ndark_to_light = \"0s\"") {
            paths = [
                try SensorScene.plugIn(into: $0), try SensorScene.plugIn(1, lux: 2, into: $0),
                try $0.add(
                    "iio:device2",
                    attributes: ["name": "apds9960\n", "in_intensity_red_raw": "1065\n"]),
                try $0.add(
                    "iio:device3",
                    attributes: ["name": "proximity\n", "in_proximity_raw": "188\n"]),
            ]
        }
        let client = try scene.daemon.busClient()
        try scene.showUntilTrusted(300, on: paths[0])
        for lux in [5.0, 600, 5, 600] {
            try scene.testbed.set(paths[1], SensorScene.attribute, to: "\(Int(lux * 1000))\n")
            try scene.show([300, 301, 300], on: paths[0])
        }
        #expect(try client.count(of: "AppearanceChanged") == 0)
        let sensors = try scene.sensors()
        #expect(sensors.map { $0["path"].string } == Array(paths.prefix(3)))
        #expect(sensors.map { $0["chosen"] } == [true, false, false])
        #expect(sensors[1]["light"].number == 600)
        #expect(sensors[2]["problem"].string?.contains("without a unit") == true)
    }
}
