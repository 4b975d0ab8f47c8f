import AppearanceModel
import AppearanceTestSupport
import Foundation
import LightSensors
import Linux
import Testing

/// Each row of the table, held to a machine and a sensor as its report shows them.
@Suite(.bounded, .serialized, .requires(.sensorTestbed), .inTestbed)
struct QuirkTests {
    /// A sensor in a machine, and the expected result.
    struct Case: Sendable, CustomTestStringConvertible {
        var report: String
        var vendor = ""
        var product: String
        var sensor: String
        var subsystem = "iio"
        var attributes: [String: String]
        var light: Double?
        var unit = LightUnit.lux
        /// A part of its report.
        var note: String

        var testDescription: String { "\(sensor) in \(product)" }
    }

    static let cases = [
        Case(
            report: "lightum/issues/46", vendor: "Apple Inc.", product: "MacBookAir6,2",
            sensor: "applesmc", subsystem: "hwmon", attributes: ["light": "(4,0)\n"],
            light: 4 * 100 / 255.0, unit: .percent, note: "it counts in steps of 0.4 %"),
        Case(
            report: "ControlPlane/pull/505", vendor: "Apple Inc.", product: "MacBookPro11,3",
            sensor: "applesmc", subsystem: "hwmon", attributes: ["light": "(255,255)\n"],
            light: nil, unit: .percent, note: "100 % is its value under a closed lid"),
        Case(
            report: "wluma/issues/157", vendor: "ASUSTeK COMPUTER INC.",
            product: "ASUS Zenbook S 14 UX5406SA_UX5406SA", sensor: "als",
            attributes: ["in_illuminance_raw": "7056\n", "in_illuminance_scale": "0.001000000\n"],
            light: 7.056, note: "read once a second at most"),
        Case(
            report: "bugtracker/issues/436", product: "Nokia N900", sensor: "tsl2563",
            attributes: ["in_illuminance0_input": "250000\n"], light: 100_000,
            note: "multiplied by 0.4"),
        Case(
            report: "bugtracker/issues/436", product: "Motorola Droid 4 XT894",
            sensor: "isl29030", attributes: ["in_illuminance_input": "4000000\n"],
            light: 100_000, note: "multiplied by 0.025"),
        Case(
            report: "iio-sensor-proxy/issues/172", vendor: "ASUSTeK COMPUTER INC.",
            product: "UX330UAK", sensor: "acpi-als", attributes: ["in_illuminance_raw": "400\n"],
            light: 400, note: "was seen to report 400 permanently"),
        Case(
            report: "illuminanced/issues/2", vendor: "ASUSTeK COMPUTER INC.", product: "UX410UQK",
            sensor: "acpi-als", attributes: ["in_illuminance_raw": "400\n"], light: 400,
            note: "was seen to report 400 permanently"),
        Case(
            report: "AsahiLinux/linux/issues/457", product: "Apple MacBook Air (13-inch, M2, 2022)",
            sensor: "aop-sensors-als", attributes: ["in_illuminance_input": "0\n"], light: 0,
            note: "until its calibration, apple/aop-als-cal.bin, is installed"),
    ]

    /// The listing of one sensor in a machine of the testbed.
    private func listing(
        of sensor: String, _ attributes: [String: String], in subsystem: String = "iio",
        vendor: String, product: String
    ) throws -> SensorListing {
        let stage = try SensorsInTestbed(hasOne: false)
        if vendor.isEmpty {
            try write(product + "\0", to: "sys/firmware/devicetree/base/model", in: stage)
        } else {
            try write(vendor + "\n", to: "sys/class/dmi/id/sys_vendor", in: stage)
            try write(product + "\n", to: "sys/class/dmi/id/product_name", in: stage)
        }
        try stage.testbed.add(
            subsystem == "iio" ? "iio:device0" : "hwmon3", subsystem: subsystem,
            attributes: attributes.merging(["name": sensor + "\n"]) { $1 })
        stage.source.start(LightEventLog().record)
        return try #require(try stage.list().first)
    }

    private func write(_ text: String, to path: String, in stage: SensorsInTestbed) throws {
        let file = URL(filePath: stage.testbed.root).appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    @Test(arguments: cases)
    func `a known sensor is corrected, and its listing says so`(_ known: Case) throws {
        let listing = try listing(
            of: known.sensor, known.attributes, in: known.subsystem, vendor: known.vendor,
            product: known.product)
        #expect(listing.name == known.sensor)
        #expect(listing.unit == known.unit)
        #expect(listing.source == known.subsystem)
        if let light = known.light {
            #expect(listing.light.map { abs($0 - light) < 1e-6 } == true, "\(listing)")
            #expect(listing.problem == nil)
        } else {
            #expect(listing.light == nil)
            #expect(listing.problem?.hasSuffix("under a closed lid") == true)
        }
        #expect(listing.note?.contains(known.note) == true)
        #expect(listing.note?.contains(known.report) == true)
    }

    @Test(arguments: cases)
    func `a quirk of one machine does not apply to another`(_ known: Case) throws {
        guard known.sensor != "aop-sensors-als" else { return }
        let listing = try listing(
            of: known.sensor, known.attributes, in: known.subsystem, vendor: "LENOVO",
            product: "20XW")
        #expect(listing.note == nil)
        #expect(listing.unit == known.unit)
    }

    @Test func `every row of the table has a case`() {
        for row in QuirkTable.rows {
            #expect(Self.cases.contains { row.report.hasSuffix($0.report) }, "\(row.report)")
            #expect(row.report.hasPrefix("https://"))
            #expect(!row.sensors.isEmpty && !row.words.isEmpty)
        }
    }

    @Test func `two rows of one sensor add up`() {
        let late2013 = QuirkTable.rows(for: "applesmc") {
            Machine(vendor: "Apple Inc.", product: "MacBookPro11,3")
        }
        #expect(late2013.count == 2)
        #expect(late2013.correction == Correction(isCoarse: true, maximumMeansClosed: true))
        #expect([Quirk]().correction == .none)
        #expect([Quirk]().note == nil)
    }

    @Test func `the machine is identified only if a quirk needs it`() {
        _ = QuirkTable.rows(for: "aop-sensors-als") {
            Issue.record("no request was made")
            return Machine(vendor: "", product: "")
        }
    }
}
