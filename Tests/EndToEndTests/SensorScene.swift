import AppearanceTestSupport
import Foundation
import Testing

/// The real daemon before sensors that are not there, on a schedule that changes nothing for hours.
struct SensorScene {
    let testbed: SensorTestbed
    let daemon: RunningDaemon

    /// The phase of the schedule during the test.
    enum Schedule { case light, dark, night }

    /// Starts the daemon before the sensors that `prepare` plugs in; the sensor is read twice a
    /// second and 20 lux is trusted at once, so that a test waits only for its own settings.
    init(
        by schedule: Schedule = .light, ambient: String = "", dwell: String = "",
        sensor: String = "", night: String = "", failingReads: Bool = false, wrapper: [String] = [],
        environment: [String: String] = [:], prepare: (SensorTestbed) throws -> Void = { _ in }
    ) throws {
        testbed = try SensorTestbed(failingReads: failingReads)
        try prepare(testbed)
        let home = try TestHome()
        let hours = schedule == .light ? (light: -2, dark: 10) : (light: 10, dark: -2)
        let window = schedule == .night ? TestHome.clock(hoursFromNow: -1) : ""
        try home.write(
            configuration: """
                [ambient]
                smoothing = "100ms"
                \(ambient)
                [ambient.dwell]
                \(dwell)
                [sensor]
                poll = "500ms"
                \(sensor)
                [schedule]
                light = "\(TestHome.clock(hoursFromNow: hours.light))"
                dark = "\(TestHome.clock(hoursFromNow: hours.dark))"
                night = "\(window)"
                night_end = "\(TestHome.clock(hoursFromNow: 9))"
                [nightfilter]
                \(night)
                """)
        daemon = try RunningDaemon(
            wrapper: wrapper, home: home, testbed: testbed, environment: environment)
    }

    /// How often a sensor is read while a fed level lasts.
    ///
    /// The daemon itself reports its end, after `fed.hold`.
    func reads(of device: String, duringFeedOf lux: Double) throws -> Int {
        let client = try daemon.busClient()
        let reads = try testbed.reads(of: device, Self.attribute)
        let feed = try daemon.appearancectl("feed", "\(lux)")
        try #require(feed.status == .exited(0), "\(feed.errors)")
        try client.waitForChange(of: "LightLevel") { $0.number == lux }
        try client.waitForChange(of: "LightLevel") { $0.number != lux }
        return reads.takeReads()
    }

    // MARK: The sensor

    static let hub = "/sys/devices/HID-SENSOR-200041.1.auto"
    static let attribute = "in_illuminance_raw"

    /// Returns the attributes of a HID light sensor in a laptop.
    static func als(_ lux: Double) -> [String: String] {
        ["name": "als\n", attribute: "\(Int(lux * 1000))\n", "in_illuminance_scale": "0.001000\n"]
    }

    /// Plugs in such a sensor under a number, a part of the same hub each time.
    @discardableResult
    static func plugIn(_ number: Int = 0, lux: Double = 300, into testbed: SensorTestbed) throws
        -> String
    {
        if number == 0 {
            try testbed.add("HID-SENSOR-200041.1.auto", subsystem: "platform", attributes: [:])
        }
        return try testbed.add("iio:device\(number)", parent: hub, attributes: als(lux))
    }

    /// Has a sensor show one light after the other, each until it has been read.
    func show(_ values: [Double], on device: String) throws {
        let reads = try testbed.reads(of: device, Self.attribute)
        for lux in values {
            try reads.waitForReads {
                try testbed.set(device, Self.attribute, to: "\(Int(lux * 1000))\n")
            }
        }
    }

    /// Shows light that flickers a little, as real light does, until the sensor is believed.
    func showUntilTrusted(_ lux: Double, on device: String) throws {
        let watch = try daemon.varlinkClient(streaming: "Watch")
        try show([lux, lux + 1, lux, lux + 1, lux], on: device)
        try watch.waitForReply { $0["status"]["sensor"] == "trusted" }
    }

    // MARK: Output

    /// Returns the output of `appearancectl sensors --json`.
    func sensors() throws -> [JSON] {
        let run = try daemon.appearancectl("sensors", "--json")
        try #require(run.status == .exited(0) && run.errors == "", "\(run.errors)")
        return try JSON(parsing: run.output).items
    }

    /// Returns the output of `appearancectl status --json`.
    func status() throws -> JSON {
        let run = try daemon.appearancectl("status", "--json")
        try #require(run.status == .exited(0) && run.errors == "", "\(run.errors)")
        return try JSON(parsing: run.output)
    }

    /// How many lines of the log contain a text.
    func logged(_ text: String) -> Int {
        daemon.process.text(on: .errors).split(separator: "\n").count { $0.contains(text) }
    }

    /// Waits for a line of the log; those before it stay for later.
    @discardableResult
    func waitForLog(_ text: String) throws -> String {
        try daemon.process.waitForLineLeavingOthers("“\(text)” in the log", on: .errors) {
            $0.contains(text)
        }
    }
}
