import AppearanceTestSupport
import Glibc
import Testing

/// The fake sysfs, read by an ordinary program.
@Suite(.bounded, .requires(.sensorTestbed)) struct SensorTestbedTests {
    private func environment(in testbed: SensorTestbed) -> [String: String] {
        TestHome.plainEnvironment.merging(testbed.environment) { $1 }
    }

    /// The output of `cat` of an attribute, or its error output.
    private func read(_ path: String, in testbed: SensorTestbed) throws -> String {
        let run = try ChildProcess.run("cat", [path], environment: environment(in: testbed))
        return run.status == .exited(0) ? run.output : run.errors
    }

    @Test func `an attribute can be read, changed and removed`() throws {
        let testbed = try SensorTestbed()
        let device = try testbed.add(
            "iio:device0", attributes: ["in_illuminance_raw": "7", "events/thresh": "1"],
            properties: ["IIO_SENSOR_PROXY_TYPE": "iio-poll-als"])
        #expect(device == "/sys/devices/iio:device0")
        let file = device + "/in_illuminance_raw"
        #expect(try read(file, in: testbed) == "7")
        #expect(try read("/sys/bus/iio/devices/iio:device0/events/thresh", in: testbed) == "1")
        try testbed.set(device, "in_illuminance_raw", to: "12\n")
        #expect(try read(file, in: testbed) == "12\n")
        try testbed.unlink(device, "in_illuminance_raw")
        #expect(try read(file, in: testbed).contains("No such file"))
        try testbed.remove(device)
        #expect(throws: HarnessFailure.self) { try testbed.set(device, "name", to: "als") }
    }

    @Test func `a read fails or hangs on demand`() throws {
        let testbed = try SensorTestbed()
        let device = try testbed.add("iio:device0", attributes: ["in_illuminance_raw": "7"])
        let file = device + "/in_illuminance_raw"
        try testbed.failWithIOError(device, "in_illuminance_raw")
        #expect(try read(file, in: testbed).contains("Input/output error"))
        try testbed.hang(device, "in_illuminance_raw")
        let reader = try ChildProcess("cat", [file], environment: environment(in: testbed))
        #expect(reader.isRunning)
        try testbed.set(device, "in_illuminance_raw", to: "8")
        #expect(try reader.expectExit() == .exited(0))
        #expect(try read(file, in: testbed) == "8")
    }

    @Test func `an event reaches a udev monitor`() throws {
        let testbed = try SensorTestbed()
        let watcher = try ChildProcess(
            "/usr/bin/python3",
            [
                "-c",
                """
                import ctypes, select
                udev = ctypes.CDLL("libudev.so.1")
                pointer, text = ctypes.c_void_p, ctypes.c_char_p
                udev.udev_new.restype = pointer
                udev.udev_monitor_new_from_netlink.restype = pointer
                udev.udev_monitor_receive_device.restype = pointer
                udev.udev_device_get_action.restype = text
                udev.udev_device_get_syspath.restype = text
                monitor = pointer(udev.udev_monitor_new_from_netlink(pointer(udev.udev_new()), b"udev"))
                udev.udev_monitor_enable_receiving(monitor)
                print("watching", flush=True)
                while True:
                    select.select([udev.udev_monitor_get_fd(monitor)], [], [])
                    device = pointer(udev.udev_monitor_receive_device(monitor))
                    if device:
                        action = udev.udev_device_get_action(device)
                        print(action.decode(), udev.udev_device_get_syspath(device).decode(), flush=True)
                """,
            ], environment: environment(in: testbed))
        try watcher.waitForLine(containing: "watching")
        let device = try testbed.add("iio:device0", attributes: ["in_illuminance_raw": "7"])
        try watcher.waitForLine(containing: "add \(device)")
        try testbed.uevent(device, "change")
        try watcher.waitForLine(containing: "change \(device)")
        try testbed.remove(device)
        try watcher.waitForLine(containing: "remove \(device)")
    }

    @Test(.requires(.failingReads), arguments: [ENODEV, EINVAL, ENXIO, ETIMEDOUT])
    func `a read fails with any error`(_ error: Int32) throws {
        let testbed = try SensorTestbed(failingReads: true)
        let device = try testbed.add("iio:device0", attributes: ["in_illuminance_raw": "7"])
        let file = device + "/in_illuminance_raw"
        let text = String(cString: strerror(error))
        try testbed.fail(device, "in_illuminance_raw", with: error)
        #expect(try read(file, in: testbed).contains(text))
        try testbed.fail(device, "in_illuminance_raw", with: error, whenOpening: true)
        #expect(try read(file, in: testbed).contains(text))
        try testbed.heal(device, "in_illuminance_raw")
        #expect(try read(file, in: testbed) == "7")
    }

    @Test(.requires(.failingReads), arguments: try IIODevice.all())
    func `every reported device can be added to a testbed`(_ device: IIODevice) throws {
        let fails = device.attributes.values.contains {
            if case .error = $0 { true } else { false }
        }
        let testbed = try SensorTestbed(failingReads: fails)
        let path = try testbed.add(device)
        for (attribute, value) in device.attributes {
            let seen = try read(path + "/" + attribute, in: testbed)
            switch value {
            case .text(let text): #expect(seen == text)
            case .error: #expect(seen.contains("cat: "))
            }
        }
    }
}
