import AppearanceTestSupport
import Foundation
import Testing

/// Several light sensors at once, of which one decides.
@Suite(
    .bounded,
    .requires(.bus, .busClient, .varlinkClient, .sensorTestbed, .compiler, .fakeLogind))
struct SeveralSensorTests {
    /// Adds a sensor with its position on the machine, below a device of its own.
    @discardableResult
    private func plugIn(
        _ number: Int, _ location: String? = nil, named name: String? = nil, lux: Double,
        isRemovable: Bool = false, into testbed: SensorTestbed
    ) throws -> String {
        var parent: String?
        if isRemovable {
            parent = try testbed.add(
                "3-\(number)", subsystem: "usb", attributes: ["removable": "removable\n"])
        }
        let hub = try testbed.add(
            "HID-SENSOR-200041.\(number + 1).auto", subsystem: "platform", parent: parent,
            attributes: [:])
        var attributes = SensorScene.als(lux)
        attributes["name"] = (name ?? location ?? "als") + "\n"
        if let location { attributes["location"] = location + "\n" }
        return try testbed.add("iio:device\(number)", parent: hub, attributes: attributes)
    }

    /// The names of the sensors in the order of the list, that in use with a star.
    private func names(_ scene: SensorScene) throws -> [String] {
        try scene.sensors().map { ($0["chosen"] == true ? "*" : "") + ($0["name"].string ?? "") }
    }

    /// A way in which the sensor in use fails.
    enum Failure: CaseIterable {
        case ioError, noEntry, zeroForEver

        func befall(_ device: String, in scene: SensorScene) throws {
            switch self {
            case .ioError: try scene.testbed.failWithIOError(device, SensorScene.attribute)
            case .noEntry: try scene.testbed.unlink(device, SensorScene.attribute)
            case .zeroForEver: break
            }
        }
    }

    @Test(.row("S28"), arguments: Failure.allCases)
    func `the next sensor decides in place of one that fails, and not the schedule`(
        _ failure: Failure
    ) throws {
        let clocks = try SkewedClocks()
        var (lid, base) = ("", "")
        let scene = try SensorScene(
            by: .dark, environment: clocks.environment(preloading: SensorTestbed.preload)
        ) {
            lid = try plugIn(0, "lid", lux: failure == .zeroForEver ? 0 : 300, into: $0)
            base = try plugIn(1, "base", lux: 200, into: $0)
        }
        #expect(try names(scene) == ["*lid", "base"])
        let client = try scene.daemon.busClient()
        if failure == .zeroForEver {
            try scene.show([0, 0, 0, 0, 0, 0], on: lid)
            // It is read all the time, until it is not trusted.
            let (reads, deadline) = (
                try scene.testbed.reads(of: lid, SensorScene.attribute), Deadline()
            )
            for step: Int64 in 1...8 {
                try clocks.pass(step * 9)
                while reads.takeReads() == 0, scene.logged("lid is not trusted") == 0 {
                    try deadline.check("a reading of 0")
                }
            }
        } else {
            try scene.showUntilTrusted(300, on: lid)
            try failure.befall(lid, in: scene)
            try clocks.pass(61)
        }
        try scene.waitForLog("light sensor lid is not trusted")
        try scene.waitForLog("light sensor base is in use")
        try scene.show([200, 201, 200, 201, 200, 201], on: base)
        if try client.get("SensorState") != "trusted" {
            try client.waitForChange(of: "SensorState") { $0 == "trusted" }
        }
        let status = try scene.status()
        #expect(status["reason"] == "sensor")
        let words = status["explanation"].string ?? ""
        #expect(words.contains(/20[01]\S* lux from base/), "\(words)")
        #expect(status["appearance"] == "light")
        // The first level of the light, which the schedule's dark precedes.
        #expect(try client.count(of: "AppearanceChanged") == 1)
        let row = try #require(try scene.sensors().first)
        #expect(row["name"] == "lid" && row["state"] == "distrusted")
    }

    @Test(.row("S27", "S33"))
    func `under the closed lid a removable sensor decides until it is undocked`() throws {
        let logind = try FakeLogind()
        var (lid, display) = ("", "")
        let scene = try SensorScene(by: .dark, environment: logind.environment) {
            lid = try plugIn(0, "lid", lux: 300, into: $0)
            display = try plugIn(1, named: "display", lux: 400, isRemovable: true, into: $0)
        }
        try scene.daemon.waitForLogind()
        let client = try scene.daemon.busClient()
        try scene.showUntilTrusted(300, on: lid)
        try logind.closeLid(true)
        try scene.waitForLog("light sensor lid is under the closed lid")
        try scene.waitForLog("light sensor display is in use")
        let changes = try client.count(of: "AppearanceChanged")
        let reads = try scene.testbed.reads(of: lid, SensorScene.attribute)
        try scene.show([400, 401, 400, 401, 400, 401], on: display)
        #expect(try client.get("SensorState") == "trusted")
        // A reading that had begun may still end.
        #expect(reads.takeReads() <= 1)
        #expect(try scene.status()["reason"] == "sensor")
        #expect(
            try scene.sensors().first { $0["name"] == "lid" }?["why_not"] == "the lid is closed")
        // Undocked while the lid is closed: its rule holds.
        try scene.testbed.remove(display)
        try scene.waitForLog("light sensor display is gone")
        try client.waitForChange(of: "Explanation") {
            $0.string?.contains("the lid is closed") == true
        }
        // The list has read it once.
        #expect(reads.takeReads() <= 1)
        #expect(try client.count(of: "AppearanceChanged") == changes)
    }

    @Test(.row("S27")) func `a sensor that is fixed inside is not read under the closed lid`()
        throws
    {
        let logind = try FakeLogind()
        var paths: [String] = []
        let scene = try SensorScene(by: .dark, environment: logind.environment) {
            paths = [try plugIn(0, "lid", lux: 300, into: $0), try plugIn(1, lux: 400, into: $0)]
        }
        try scene.daemon.waitForLogind()
        let client = try scene.daemon.busClient()
        try scene.showUntilTrusted(300, on: paths[0])
        try logind.closeLid(true)
        try client.waitForChange(of: "Explanation") {
            $0.string?.contains("the lid is closed") == true
        }
        let reads = try scene.testbed.reads(of: paths[1], SensorScene.attribute)
        #expect(try scene.sensors().count == 2)
        // The list reads it once.
        #expect(reads.takeReads() <= 1)
        #expect(scene.logged("is in use") == 1)
    }

    @Test(.row("S29")) func `a better sensor that is plugged in and pulled does not decide`() throws
    {
        var plain = ""
        let scene = try SensorScene(by: .dark, dwell: "light_to_dark = \"0s\"") {
            plain = try plugIn(0, lux: 300, into: $0)
        }
        try scene.showUntilTrusted(300, on: plain)
        let client = try scene.daemon.busClient()
        for _ in 0..<20 {
            let lid = try scene.testbed.add(
                "iio:device1",
                attributes: SensorScene.als(2).merging([
                    "name": "lid\n", "location": "lid\n",
                ]) { $1 })
            let deadline = Deadline()
            while try scene.sensors().count < 2 { try deadline.check("two sensors") }
            try scene.testbed.remove(lid)
            while try scene.sensors().count > 1 { try deadline.check("one sensor") }
        }
        #expect(scene.logged("is in use") == 1)
        #expect(try client.count(of: "AppearanceChanged") == 0)
    }

    @Test(
        .row("S30"),
        arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
    func `a restart with three sensors in any order changes nothing`(_ order: [Int]) throws {
        let places = ["lid", nil, "base"]
        let scene = try SensorScene(by: .dark, dwell: "light_to_dark = \"0s\"") { testbed in
            for (number, place) in order.enumerated() {
                try plugIn(
                    number, places[place], lux: [300, 2, 900][place], into: testbed)
            }
        }
        let lid = try #require(try scene.sensors().first)
        try scene.showUntilTrusted(300, on: try #require(lid["path"].string))
        #expect(try names(scene) == ["*lid", "als", "base"])
        let before = try scene.status()
        #expect(before["appearance"] == "light")
        try scene.daemon.process.terminate()
        let again = try RunningDaemon(
            home: scene.daemon.home, bus: scene.daemon.bus, testbed: scene.testbed)
        let client = try again.busClient()
        let run = try again.appearancectl("sensors", "--json")
        let list = try JSON(parsing: run.output).items
        #expect(list.map { $0["name"] } == ["lid", "als", "base"])
        #expect(list.map { $0["chosen"] } == [true, false, false])
        let watch = try again.varlinkClient(streaming: "Watch")
        try scene.show([300, 301, 300, 301, 300], on: try #require(lid["path"].string))
        try watch.waitForReply { $0["status"]["sensor"] == "trusted" }
        #expect(try again.status()["appearance"] == "light")
        #expect(try client.count(of: "AppearanceChanged") == 0)
    }

    @Test(.row("S32")) func `a preferred sensor that is not there is named once`() throws {
        let scene = try SensorScene(sensor: "prefer = [\"usb-als\", \"base\"]") {
            try plugIn(0, "lid", lux: 300, into: $0)
            try plugIn(1, "base", lux: 200, into: $0)
        }
        #expect(try names(scene) == ["*base", "lid"])
        #expect(scene.logged("sensor.prefer names \"usb-als\", which is no sensor at present") == 1)
        #expect(scene.logged("sensor.prefer names") == 1)
        let doctor = try scene.daemon.appearancectl("doctor").output
        #expect(doctor.contains("usb-als"), "\(doctor)")
    }

    @Test func `every interface lists the same rows`() throws {
        let scene = try SensorScene {
            try plugIn(0, "lid", lux: 300, into: $0)
            try plugIn(1, "base", lux: 200, into: $0)
        }
        let client = try scene.daemon.busClient()
        let rows = try client.call("ListSensors").items
        let listed = try scene.sensors()
        #expect(rows.count == 2)
        for (row, listing) in zip(rows, listed) {
            for name in ["name", "path", "source", "chosen", "state", "why_not", "light", "unit"] {
                #expect(row[name] == listing[name], "\(name)")
            }
            #expect(row["age"].integer != nil && listing["age"].integer != nil)
        }
        #expect(listed[1]["why_not"] == "lid decides")
        let why = try JSON(parsing: scene.daemon.appearancectl("why", "--json").output)
        let sensors = why["inputs"].items.filter { $0["name"] == "sensor" }
        #expect(sensors.count == 2)
        #expect(sensors.last?["why"].string?.hasPrefix("base: it reads 200 lux, ") == true)
    }
}
