import AppearanceTestSupport
import Foundation
import Testing

/// Examples/light-sensor: its HID descriptor, its program with stand-ins of its libraries, and the sensor that
/// the kernel makes of it.
@Suite(.bounded) struct LightSensorSketchTests {
    private static let sketch = "Examples/light-sensor/light-sensor.ino"

    /// Builds the sketch for this machine and runs it with commands; returns the lines that it prints.
    private func run(_ commands: [String]) throws -> [String] {
        let home = try TestHome()
        let main = try home.write(
            "#include \"\(Repository.root)/\(Self.sketch)\"\n", to: "sketch.cpp")
        let support = Repository.support + "/light_sensor"
        let program = home.path + "/sketch"
        let build = try ChildProcess.run(
            "c++",
            [
                "-std=c++17", "-Wall", "-Wextra", "-Werror", "-I" + support, "-o", program, main,
                support + "/main.cpp",
            ], environment: TestHome.plainEnvironment)
        try #require(build.status == .exited(0), "\(build.errors)")
        let run = try ChildProcess.run(
            "sh", ["-c", "printf '%s\\n' \"$@\" | \"$0\"", program] + commands,
            environment: TestHome.plainEnvironment)
        try #require(run.status == .exited(0), "\(run.errors)")
        return run.output.split(separator: "\n").map(String.init)
    }

    @Test(.requires(.compiler)) func `the sketch measures, and answers the kernel`() throws {
        // 1.2 counts are a lux; a report has hundredths of it.
        let lines = try run([
            "get 1", "counts 1200", "loop", "get 1", "get 3", "set 0201fa00", "counts 1", "loop",
            "counts -1", "loop", "get 1", "counts 65535", "loop", "loop",
        ])
        #expect(
            lines == [
                "report", "report a0 86 01 00", "report 01 01 64 00", "1 sent 53 00 00 00",
                "report", "1 sent 02 55 53 00",
            ])
    }

    @Test(.requires(.compiler)) func `the descriptor is that of an ambient light sensor`() throws {
        let words = try #require(run(["descriptor"]).first).split(separator: " ").dropFirst()
        let descriptor = try HIDDescriptor(words.compactMap { UInt8($0, radix: 16) })
        // The driver looks for a physical collection on the page of sensors.
        #expect(descriptor.collections == [0x20_0041])
        // It takes the first byte of a report for its ID.
        #expect(descriptor.fields.allSatisfy { $0.reportID == 1 })
        let input = try #require(descriptor.fields.first { $0.kind == .input })
        #expect(descriptor.fields.count { $0.kind == .input } == 1)
        // It reads one, two or four bytes, of this usage, below the collection itself.
        #expect(input.usages == [0x20_04D1] && input.bits == 32)
        #expect(input.unitExponent == -2 && input.physical == 0x20_0041)
        let features = descriptor.fields.filter { $0.kind == .feature }
        #expect(
            features.map(\.logical) == [0x20_0316, 0x20_0319, nil]
                && features[2].usages == [0x20_030E])
        // It sets the positions of full power and of all events among their usages, from 1.
        #expect(features[0].usages == [0x20_0840, 0x20_0841])
        #expect(features[1].usages.first == 0x20_0851)
        #expect(features[0].logicalMinimum == 1 && features[1].logicalMinimum == 1)
        // As many bytes as the structs of the sketch.
        let answers = try run(["counts 1200", "loop", "get 1", "get 3"])
        let sizes = answers.map { $0.split(separator: " ").count - 1 }
        #expect(sizes == [input.bits / 8, features.map(\.bits).reduce(0, +) / 8])
    }

    @Test(.requires(.bus, .busClient, .varlinkClient, .sensorTestbed))
    func `the sensor at a USB port decides until it is unplugged`() throws {
        var sensor = ""
        let scene = try SensorScene(by: .light) { testbed in
            let port = try testbed.add(
                "3-1", subsystem: "usb", attributes: ["removable": "removable\n"])
            let hub = try testbed.add(
                "HID-SENSOR-200041.3.auto", subsystem: "platform", parent: port, attributes: [:])
            // As hid-sensor-als shows it: both channels, and a scale by the exponent of the descriptor.
            sensor = try testbed.add(
                "iio:device0", parent: hub,
                attributes: [
                    "name": "als\n", "in_illuminance_raw": "30000\n",
                    "in_illuminance_scale": "0.010000000\n", "in_illuminance_offset": "0\n",
                    "in_intensity_both_raw": "30000\n", "in_intensity_scale": "0.010000000\n",
                    "in_illuminance_sampling_frequency": "10.000000\n",
                ])
        }
        let watch = try scene.daemon.varlinkClient(streaming: "Watch")
        let reads = try scene.testbed.reads(of: sensor, SensorScene.attribute)
        for raw in ["30010", "30000", "30020", "30000", "30010"] {
            try reads.waitForReads {
                try scene.testbed.set(sensor, SensorScene.attribute, to: raw + "\n")
            }
        }
        try watch.waitForReply { $0["status"]["sensor"] == "trusted" }
        let row = try #require(scene.sensors().first)
        #expect(row["name"] == "als" && row["chosen"] == true)
        #expect((299...301).contains(row["light"].number ?? 0))
        let status = try scene.status()
        #expect(status["reason"] == "sensor" && status["light_needed"] == false)
        try scene.testbed.remove(sensor)
        try scene.waitForLog("light sensor als is gone")
        try watch.waitForReply { $0["status"]["light_needed"] == true }
    }
}

/// The items of a HID report descriptor, by the Device Class Definition for HID 1.11, 6.2.2.
private struct HIDDescriptor {
    enum Kind { case input, output, feature }

    /// A field of a report.
    struct Field {
        let kind: Kind
        let reportID: Int
        /// The usages with their page.
        let usages: [Int]
        let bits: Int
        let logicalMinimum: Int
        let unitExponent: Int
        /// The usage of the nearest collection around it, physical or logical.
        let physical: Int?
        let logical: Int?
    }

    /// The outermost collections, all of them physical.
    private(set) var collections: [Int] = []
    private(set) var fields: [Field] = []

    init(_ bytes: [UInt8]) throws {
        var (page, minimum, exponent, size, count, report) = (0, 0, 0, 0, 0, 0)
        var usages: [Int] = []
        var open: [(type: Int, usage: Int)] = []
        var rest = bytes[...]
        while let prefix = rest.popFirst() {
            let length = [0, 1, 2, 4][Int(prefix & 3)]
            try #require(rest.count >= length, "an item is cut off")
            let data = rest.prefix(length).enumerated().reduce(0) {
                $0 | Int($1.element) << (8 * $1.offset)
            }
            rest = rest.dropFirst(length)
            switch prefix & 0xFC {
            case 0x04: page = data
            case 0x14: minimum = data
            case 0x24, 0x64: break
            case 0x54: exponent = data > 7 ? data - 16 : data
            case 0x74: size = data
            case 0x84: report = data
            case 0x94: count = data
            case 0x08: usages.append(page << 16 | data)
            case 0xA0:
                try #require(usages.count == 1, "a collection has one usage")
                if open.isEmpty {
                    #expect(data == 0, "the outermost collection is physical")
                    collections.append(usages[0])
                }
                open.append((data, usages[0]))
                usages = []
            case 0xC0: try #require(open.popLast() != nil, "a collection ends that has not begun")
            case 0x80, 0x90, 0xB0:
                try #require(!open.isEmpty && !usages.isEmpty && size * count > 0)
                let kind: Kind =
                    prefix & 0xFC == 0x80 ? .input : prefix & 0xFC == 0x90 ? .output : .feature
                fields.append(
                    Field(
                        kind: kind, reportID: report, usages: usages, bits: size * count,
                        logicalMinimum: minimum, unitExponent: exponent,
                        physical: open.last { $0.type == 0 }?.usage,
                        logical: open.last { $0.type == 2 }?.usage))
                usages = []
            default: throw HarnessFailure("an item with the prefix \(prefix)")
            }
        }
        try #require(open.isEmpty, "a collection does not end")
    }
}
