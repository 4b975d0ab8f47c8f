import AppearanceModel
import AppearanceTestSupport
import EventLoop
import LightSensors
import Testing

/// The kernel's sensors as they are found, chosen, read and lost.
@Suite(.bounded, .serialized, .requires(.sensorTestbed), .inTestbed)
struct KernelSourceTests {
    private let fast = PollPlan.every(.milliseconds(500))
    private static let hidKey =
        "/devices/0000:00:15.0/0018:8086:0AC2/HID-SENSOR-200041.auto/als"

    @Test func `a kernel source conforms to the contract of light sources`() throws {
        try LightSourceConformance.check(try SensorsInTestbed())
    }

    @Test func `without a sensor the source reports nothing`() throws {
        let stage = try SensorsInTestbed(hasOne: false)
        let log = LightEventLog()
        stage.source.start(log.record)
        stage.source.follow(fast)
        try stage.loop.turnUntilIdle()
        #expect(log.events == [])
        #expect(try stage.list() == [])
    }

    @Test func `a sensor that is plugged in later is found and read`() throws {
        let stage = try SensorsInTestbed(hasOne: false)
        let log = LightEventLog()
        stage.source.start(log.record)
        stage.source.follow(fast)
        try stage.plugIn(0)
        try stage.loop.turn { !log.samples.isEmpty }
        #expect(log.found == ["als"])
    }

    /// The key names its parent devices, not the numbers that they have this time.
    @Test func `a sensor has the same key under other numbers`() throws {
        let stage = try SensorsInTestbed(hasOne: false)
        let log = LightEventLog()
        stage.source.start(log.record)
        let bus = try stage.testbed.add("0000:00:15.0", subsystem: "pci", attributes: [:])
        for (number, hub) in [(0, "0018:8086:0AC2.0001"), (3, "0018:8086:0AC2.001F")] {
            let hub = try stage.testbed.add(
                hub, subsystem: "hid", parent: bus, attributes: [:])
            let parent = try stage.testbed.add(
                "HID-SENSOR-200041.\(number).auto", subsystem: "platform", parent: hub,
                attributes: [:])
            let path = try stage.plugIn(number, under: parent)
            try stage.loop.turn { log.found.count > log.lost.count }
            if number == 0 { try stage.testbed.remove(path) }
            try stage.loop.turn { number != 0 || log.lost.count == 1 }
        }
        #expect(log.keys == Array(repeating: Self.hidKey, count: 2))
        #expect(try stage.list().first?.path.hasSuffix("iio:device3") == true)
    }

    @Test func `the lid's sensor is preferred and the base's is the last`() throws {
        let stage = try SensorsInTestbed(hasOne: false)
        try stage.plugIn(0, name: "base", ["location": "base\n"])
        try stage.plugIn(1, name: "plain")
        try stage.plugIn(2, name: "lid", ["label": "als-lid\n"])
        let log = LightEventLog()
        stage.source.start(log.record)
        #expect(log.found == ["lid"])
        let listings = try stage.list()
        #expect(listings.map(\.name) == ["lid", "plain", "base"])
        #expect(listings.map(\.chosen) == [true, false, false])
        #expect(listings.map(\.light) == [100, 100, 100])
    }

    @Test(arguments: ["base", "/sys/bus/iio/devices/iio:device0"])
    func `a preferred sensor comes before the lid's`(_ name: String) throws {
        let stage = try SensorsInTestbed(preferring: ["other", name], hasOne: false)
        try stage.plugIn(0, name: "base", ["location": "base\n"])
        try stage.plugIn(1, name: "lid", ["label": "als-lid\n"])
        let log = LightEventLog()
        stage.source.start(log.record)
        #expect(log.found == ["base"])
        #expect(log.labels == ["base"])
        #expect(try stage.list().map(\.name) == ["base", "lid"])
        #expect(log.notices.count == 1)
    }

    @Test func `the sensor in use stays in use when others are plugged in`() throws {
        let stage = try SensorsInTestbed()
        let log = LightEventLog()
        stage.source.start(log.record)
        try stage.plugIn(1, name: "lid", ["location": "lid\n"])
        var listings: [SensorListing] = []
        let deadline = Deadline()
        while listings.count < 2 {
            try deadline.check("two sensors")
            listings = try stage.list()
        }
        #expect(log.found == ["als"])
        #expect(listings.first { $0.chosen }?.name == "als")
        try stage.unplug()
        try stage.loop.turn { log.found.count == 2 }
        #expect(log.found == ["als", "lid"])
        #expect(log.lost == ["als"])
    }

    @Test(arguments: [
        "als", SensorsInTestbed.first, "/sys/bus/iio/devices/iio:device0",
        "/devices/HID-SENSOR-200041.0.auto/als",
    ])
    func `an ignored sensor is listed and never read`(_ ignored: String) throws {
        let stage = try SensorsInTestbed(ignoring: ["other", ignored])
        try stage.testbed.hang(SensorsInTestbed.first, SensorsInTestbed.attribute)
        let log = LightEventLog()
        stage.source.start(log.record)
        stage.source.follow(fast)
        let listing = try #require(try stage.list().first)
        #expect(listing.problem == "sensor.ignore names it")
        #expect(!listing.chosen && listing.light == nil)
        #expect(log.events == [])
    }

    @Test func `a sensor that is not read is read for the listing`() throws {
        let stage = try SensorsInTestbed()
        stage.source.start(LightEventLog().record)
        #expect(try stage.list().map(\.light) == [100])
        try stage.brighten()
        #expect(try stage.list().map(\.light) == [400])
        try stage.testbed.set(SensorsInTestbed.first, SensorsInTestbed.attribute, to: "abc\n")
        let listing = try #require(try stage.list().first)
        #expect(listing.light == 400)
        #expect(
            listing.problem == "no reading from \(SensorsInTestbed.first)/in_illuminance_raw:"
                + " \"abc\" is not a number")
    }

    @Test func `a sensor that hung is read again after it was plugged in again`() throws {
        let stage = try SensorsInTestbed()
        let hub = try stage.testbed.add("hub", subsystem: "platform", attributes: [:])
        let path = try stage.plugIn(1, name: "other", under: hub)
        try stage.testbed.hang(path, SensorsInTestbed.attribute)
        stage.source.start(LightEventLog().record)
        #expect(try stage.list().map(\.light) == [100, nil])
        try stage.testbed.remove(path)
        try stage.loop.poll { try stage.list().count == 1 }
        try stage.plugIn(1, name: "other", under: hub)
        try stage.loop.poll { try stage.list().count == 2 }
        #expect(try stage.list().map(\.light) == [100, 100])
    }

    @Test func `a sensor that is removed and added at once is not reported`() throws {
        let stage = try SensorsInTestbed()
        let log = LightEventLog()
        stage.source.start(log.record)
        stage.source.follow(fast)
        try stage.testbed.uevent(SensorsInTestbed.first, "remove")
        try stage.testbed.uevent(SensorsInTestbed.first, "add")
        try stage.loop.turn { log.samples.count == 2 }
        #expect(log.lost == [])
        #expect(log.found == ["als"])
    }

    @Test func `a sensor of another kind is not listed`() throws {
        let stage = try SensorsInTestbed(hasOne: false)
        try stage.testbed.add("iio:device0", attributes: ["name": "accel", "in_accel_x_raw": "1"])
        try stage.testbed.add(
            "iio:device1", attributes: ["name": "rgb", "in_intensity_clear_raw": "4407"])
        let log = LightEventLog()
        stage.source.start(log.record)
        let listing = try #require(try stage.list().first)
        #expect(try stage.list().count == 1)
        #expect(listing.name == "rgb")
        #expect(listing.unit == nil && listing.light == nil && !listing.chosen)
        #expect(
            listing.problem == "it counts light without a unit (no in_illuminance attribute)")
        #expect(log.events == [])
    }
}
