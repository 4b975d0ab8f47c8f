import AppearanceTestSupport
import Testing

/// A Mac's light sensor, which reports a percentage of its range.
@Suite(.bounded, .requires(.bus, .busClient, .varlinkClient, .sensorTestbed))
struct SensorPercentTests {
    private let attribute = "light"

    /// Kernels have the attribute at the monitor, or at the device that it belongs to.
    @Test(arguments: ["light", "device/light"])
    func `a sensor in percent has its own thresholds and no lux`(_ attribute: String) throws {
        var path = ""
        let scene = try SensorScene(by: .dark, dwell: "light_to_dark = \"1s\"") { testbed in
            path = try testbed.add(
                "hwmon-als", subsystem: "hwmon",
                attributes: ["name": "applesmc\n", attribute: "(102,15)\n"])
        }
        let client = try scene.daemon.busClient()
        let reads = try scene.testbed.reads(of: path, attribute)
        for text in ["(102,0)\n", "(103,0)\n", "(102,0)\n", "(103,0)\n", "(102,0)\n"] {
            try reads.waitForReads { try scene.testbed.set(path, attribute, to: text) }
        }
        try client.waitForChange(of: "SensorState") { $0 == "trusted" }
        let sensor = try #require(try scene.sensors().first)
        #expect(
            Set(sensor.members.keys) == [
                "name", "path", "source", "light", "unit", "state", "chosen", "problem",
                "age", "why_not", "unread",
            ])
        #expect(sensor["name"] == "applesmc")
        #expect(sensor["path"].string == path)
        #expect(sensor["source"] == "hwmon")
        #expect(sensor["unit"] == "percent")
        #expect(sensor["light"].number == 40)
        #expect(try client.get("LightLevelUnit") == "percent")
        #expect(try client.get("Appearance") == "light")
        // 14 of 255 is 5.5 %: 40 lux has nothing to do with it.
        for text in ["(14,0)\n", "(14,0)\n", "(14,0)\n", "(14,0)\n", "(14,0)\n"] {
            try reads.waitForReads { try scene.testbed.set(path, attribute, to: text) }
        }
        try client.waitForSignal("AppearanceChanged") { $0[0] == "dark" }
        let words = try client.get("Explanation").string ?? ""
        #expect(words.hasPrefix("Dark: 5.5 % from the sensor, below 8."))
    }

    @Test func `a sensor that measures lux is preferred to others`() throws {
        let scene = try SensorScene { testbed in
            try testbed.add(
                "hwmon0", subsystem: "hwmon",
                attributes: ["name": "applesmc\n", "light": "(4,0)\n"])
            try testbed.add("iio:device0", attributes: SensorScene.als(300))
        }
        let sensors = try scene.sensors()
        #expect(sensors.map { $0["source"] } == ["iio", "hwmon"])
        #expect(sensors.map { $0["chosen"] } == [true, false])
        #expect(sensors[1]["light"].number.map { abs($0 - 400.0 / 255) < 1e-9 } == true)
    }

    @Test func `a monitor without light is not listed`() throws {
        let scene = try SensorScene { testbed in
            try testbed.add(
                "hwmon0", subsystem: "hwmon",
                attributes: ["name": "coretemp\n", "temp1_input": "41000\n"])
        }
        #expect(try scene.sensors() == [])
    }

    /// The table has the known quirk of a model below the sensor.
    @Test func `a known quirk is shown with the report of the sensor`() throws {
        let scene = try SensorScene { testbed in
            try testbed.add(
                "iio:device0",
                attributes: ["name": "aop-sensors-als\n", "in_illuminance_input": "0\n"])
        }
        let table = try scene.daemon.appearancectl("sensors").output
        #expect(
            table.replacing(#/\d s/#, with: "0 s") == """
                   NAME             LIGHT  AGE  STATE    SOURCE  PATH
                *  aop-sensors-als  0 lux  0 s  warming  iio     /sys/devices/iio:device0
                   known: it reports 0 until its calibration, apple/aop-als-cal.bin, is \
                installed (https://github.com/AsahiLinux/linux/issues/457)

                """)
        let members = try #require(try scene.sensors().first).members
        #expect(members["note"] == nil)
        #expect(members.count == 11)
        #expect(scene.logged("light sensor aop-sensors-als is known: it reports 0 until") == 1)
    }
}
