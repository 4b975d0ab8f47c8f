import AppearanceTestSupport
import Testing

/// Every sensor that reports, drivers and the kernel's interface show, as the daemon lists it.
@Suite(.bounded, .requires(.bus, .sensorTestbed, .failingReads)) struct SensorDeviceTests {
    private func scene(with device: IIODevice, dwell: String = "", sensor: String = "") throws
        -> (scene: SensorScene, path: String)
    {
        let fails = device.attributes.values.contains {
            if case .error = $0 { true } else { false }
        }
        var path = ""
        let scene = try SensorScene(
            dwell: dwell, sensor: sensor, failingReads: fails
        ) { path = try $0.add(device) }
        return (scene, path)
    }

    @Test(arguments: try IIODevice.all().filter { $0.expectation.isLightSensor })
    func `a light sensor is listed with its kind`(_ device: IIODevice) throws {
        let (scene, path) = try scene(with: device)
        let expected = device.expectation
        if expected.isGone {
            try scene.waitForLog("light sensor syn is gone")
            #expect(try scene.sensors() == [])
            #expect(try scene.status()["sensor"] == "none")
            return
        }
        let sensors = try scene.sensors()
        let sensor = try #require(sensors.first)
        #expect(sensors.count == 1)
        #expect(sensor["path"].string == path)
        #expect(sensor["source"] == "iio")
        #expect(sensor["name"].string == name(of: device))
        #expect(sensor["chosen"].bool == expected.hasUnit)
        #expect(sensor["unit"] == (expected.hasUnit ? "lux" : .null))
        #expect(sensor["state"] == (expected.hasUnit ? "warming" : "none"))
        if let lux = expected.lux {
            #expect(sensor["light"].number.map { abs($0 - lux) < 1e-9 } == true, "\(sensor)")
            #expect(sensor["problem"] == .null)
        } else {
            #expect(sensor["light"] == .null)
            let problem = sensor["problem"].string ?? ""
            let isNamed = problem.contains(path + "/in_illuminance_input: ")
            #expect(expected.hasUnit ? isNamed : problem.contains("without a unit"), "\(sensor)")
        }
        #expect(scene.logged("is not a scale; 1 is used") == (device.name == "SYN scale 0" ? 1 : 0))
    }

    @Test(arguments: try IIODevice.all().filter { !$0.expectation.isLightSensor })
    func `other sensors are not listed`(_ device: IIODevice) throws {
        let (scene, _) = try scene(with: device)
        #expect(try scene.sensors() == [])
        #expect(try scene.status()["sensor"] == "none")
    }

    @Test(arguments: try IIODevice.all().filter { !$0.expectation.isTrusted })
    func `a sensor that never moves is not trusted`(_ device: IIODevice) throws {
        let (scene, path) = try scene(with: device)
        try scene.testbed.reads(of: path, "in_illuminance_raw").waitForReads(7)
        let status = try scene.status()
        #expect(status["sensor"] == "warming")
        #expect(status["reason"] == "schedule")
        #expect(status["appearance"] == "light")
    }

    @Test(arguments: try IIODevice.all().filter { !$0.updates.isEmpty })
    func `a changed value is read`(_ device: IIODevice) throws {
        let (scene, path) = try scene(with: device)
        for update in device.updates {
            for (attribute, text) in update.attributes {
                // Once more begins only when the reading before it has been taken.
                try scene.testbed.reads(of: path, attribute).waitForReads(2) {
                    try scene.testbed.set(path, attribute, to: text)
                }
            }
            #expect(try scene.sensors().first?["light"].number == update.lux)
        }
    }

    @Test(arguments: try IIODevice.all().filter { !$0.luxSeries.isEmpty })
    func `a sensor with dropouts changes nothing`(_ device: IIODevice) throws {
        let (scene, path) = try scene(with: device, dwell: "light_to_dark = \"1s\"")
        let attribute = IIODevice.seriesAttribute
        let reads = try scene.testbed.reads(of: path, attribute)
        let before = try scene.status()
        for lux in device.luxSeries {
            try reads.waitForReads { try scene.testbed.set(path, attribute, to: "\(lux)\n") }
        }
        let after = try scene.status()
        #expect(after["sensor"] == "trusted")
        #expect(after["reason"] == "sensor")
        #expect(after["appearance"] == "light")
        #expect(after["sequence"] == before["sequence"])
    }

    /// The driver's name, or the device's own where it has none.
    private func name(of device: IIODevice) -> String? {
        if case .text(let name)? = device.attributes["name"] { return name }
        return device.sysfsPath.split(separator: "/").last.map(String.init)
    }
}
