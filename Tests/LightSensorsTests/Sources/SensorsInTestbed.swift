import AppearanceModel
import AppearanceTestSupport
import EventLoop
import Foundation
import LightSensors
import Linux
import Testing

/// An IIO source in this process, before sensors that are not there.
struct SensorsInTestbed: LightSourceStage {
    let testbed: SensorTestbed
    let loop: EventLoop
    let source: any LightSource

    /// Sensors are plugged in with `plugIn`; with `hasOne` the first is there already.
    init(
        ignoring ignored: [String] = [], preferring preferred: [String] = [], hasOne: Bool = true
    ) throws {
        testbed = try SensorTestbed()
        setenv("UMOCKDEV_DIR", testbed.root, 1)
        loop = try EventLoop()
        source = SensorChooser(
            [try KernelSource(on: loop, ignoring: ignored)], preferring: preferred, on: loop)
        if hasOne { try plugIn(0) }
    }

    /// Plugs in a sensor of 100 lux under a number, part of its own device or of an existing one.
    @discardableResult
    func plugIn(
        _ number: Int, name: String = "als", under parent: String? = nil,
        _ more: [String: String] = [:]
    ) throws -> String {
        let hub = "HID-SENSOR-200041.\(number).auto"
        return try testbed.add(
            "iio:device\(number)",
            parent: try parent ?? testbed.add(hub, subsystem: "platform", attributes: [:]),
            attributes: ["name": name + "\n", Self.attribute: "100\n"].merging(more) { $1 })
    }

    static let attribute = "in_illuminance_raw"
    static let first = "/sys/devices/HID-SENSOR-200041.0.auto/iio:device0"

    var now: BootTime { BootTime(microsecondsSinceBoot: SystemClock.now().boot) }
    func brighten() throws { try testbed.set(Self.first, Self.attribute, to: "400\n") }
    func unplug() throws { try testbed.remove(Self.first) }

    func list() throws -> [SensorListing] {
        var answer: [SensorListing]?
        source.list { answer = $0 }
        try loop.turn { answer != nil }
        return try #require(answer)
    }
}
