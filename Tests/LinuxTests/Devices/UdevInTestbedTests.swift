import AppearanceTestSupport
import EventLoop
import Linux
import Testing

@Suite(.bounded, .serialized, .requires(.sensorTestbed), .inTestbed)
struct UdevInTestbedTests {
    let testbed: Testbed
    let loop: EventLoop
    let udev: UdevContext

    init() throws {
        testbed = try Testbed()
        loop = try EventLoop()
        udev = try UdevContext()
    }

    private func addSensor(_ name: String = "iio:device0") -> String {
        testbed.add(
            name, subsystem: "iio", attributes: ["name", "als", "in_illuminance_raw", "12"],
            properties: ["DEVTYPE", "iio_device", "ID_PATH", "platform-als"])
    }

    @Test func `devices are found with their properties`() throws {
        let parent = testbed.add("hub", subsystem: "platform")
        let path = testbed.add(
            "iio:device0", subsystem: "iio", parent: parent,
            properties: ["DEVTYPE", "iio_device", "ID_PATH", "platform-als"])
        _ = testbed.add("backlight", subsystem: "backlight")
        let devices = try udev.devices(inSubsystem: "iio")
        let device = try #require(devices.first)
        #expect(devices.count == 1)
        #expect(device.syspath == path)
        #expect("/sys" + device.devpath == path)
        #expect(device.sysname == "iio:device0")
        #expect(device.subsystem == "iio")
        #expect(device.action == nil)
        #expect(device.parentDevpath.map { "/sys" + $0 } == parent)
        #expect(device.properties["ID_PATH"] == "platform-als")
        #expect(device.properties["ID_BUS"] == nil)
    }

    @Test func `a device is found by its path until it is removed`() throws {
        let path = addSensor()
        #expect(udev.device(syspath: path)?.sysname == "iio:device0")
        testbed.remove(path)
        #expect(udev.device(syspath: path) == nil)
        #expect(try udev.devices(inSubsystem: "iio").isEmpty)
    }

    @Test func `changes of a device are reported`() throws {
        var events: [UdevMonitor.Event] = []
        let monitor = try UdevMonitor(on: loop, udev, subsystems: ["iio"]) { events.append($0) }
        let path = addSensor()
        testbed.tell("change", of: path)
        testbed.tell("remove", of: path)
        try loop.turn { events.count == 3 }
        let devices = events.compactMap(\.device)
        #expect(devices.map(\.action) == ["add", "change", "remove"])
        #expect(devices.map(\.syspath) == [path, path, path])
        #expect(devices.allSatisfy { $0.properties["ID_PATH"] == "platform-als" })
        withExtendedLifetime(monitor) {}
    }

    @Test func `other subsystems are not reported`() throws {
        var events: [UdevMonitor.Event] = []
        let monitor = try UdevMonitor(on: loop, udev, subsystems: ["iio", "hwmon"]) {
            events.append($0)
        }
        _ = testbed.add("backlight", subsystem: "backlight")
        _ = testbed.add("hwmon0", subsystem: "hwmon")
        _ = addSensor()
        try loop.turn { events.count == 2 }
        try loop.turnUntilIdle()
        #expect(events.compactMap(\.device).map(\.subsystem) == ["hwmon", "iio"])
        withExtendedLifetime(monitor) {}
    }

    @Test func `an attribute is read with its current value`() throws {
        let path = addSensor()
        let attribute = path + "/in_illuminance_raw"
        #expect(Descriptor.readAttribute(attribute) == .success(Array("12".utf8)))
        testbed.setAttribute("in_illuminance_raw", of: path, to: "345")
        #expect(Descriptor.readAttribute(attribute) == .success(Array("345".utf8)))
        #expect(try Directory.names(in: path).contains("in_illuminance_raw"))
        testbed.remove(path)
        #expect(Descriptor.readAttribute(attribute) == .failure(.noSuchFile))
    }
}

extension UdevMonitor.Event {
    /// The device of the event, if there is one.
    var device: UdevDevice? {
        switch self {
        case .device(let device): device
        case .overflow: nil
        }
    }
}
