import Foundation

/// A light sensor as reports, drivers and the kernel's ABI show it: one entry of the fixtures.
package struct IIODevice: Sendable, CustomStringConvertible {
    /// A sysfs attribute: its file's text, or the error that reading it gives.
    package enum Attribute: Equatable, Sendable {
        case text(String)
        case error(String)
    }

    /// The result that the fixture requires.
    package struct Expectation: Sendable {
        /// Whether it is a light sensor.
        package var isLightSensor: Bool
        /// The lux after offset and scale; `nil` if not given.
        package var lux: Double?
        /// Whether a reading is a valid value.
        package var isValid: Bool
        /// False for a sensor whose valid readings are wrong.
        package var isTrusted: Bool
        /// Whether its error means that the device is gone.
        package var isGone: Bool
        /// Whether its value counts lux; false for channels without a unit.
        package var hasUnit: Bool
    }

    /// Later values of attributes with the lux they give.
    package struct Update: Sendable {
        package var attributes: [String: String]
        package var lux: Double
    }

    package var name: String
    package var source: String
    package var subsystem: String
    /// The path in the report; the device's own name is its last part.
    package var sysfsPath: String
    package var attributes: [String: Attribute]
    package var properties: [String: String]
    package var expectation: Expectation
    package var updates: [Update]
    /// Lux at 1 Hz, where the report has a trace.
    package var luxSeries: [Double]

    /// The attribute for the values of a trace.
    package static let seriesAttribute = "in_illuminance_input"

    package var description: String { name }

    /// Every device of `Tests/Fixtures/iio_devices.json`.
    package static func all() throws -> [IIODevice] {
        let file = try JSON(parsing: Repository.text(of: "Tests/Fixtures/iio_devices.json"))
        return try file["devices"].items.map(IIODevice.init)
    }

    /// The device of that name, or of a name that begins so.
    package static func named(_ name: String) throws -> IIODevice {
        let found = try all().first { $0.name == name || $0.name.hasPrefix(name) }
        guard let found else { throw HarnessFailure("no device fixture “\(name)”") }
        return found
    }

    init(_ entry: JSON) throws {
        guard let name = entry["name"].string, let subsystem = entry["subsystem"].string,
            let path = entry["sysfs_path"].string
        else { throw HarnessFailure("a device without name, subsystem or path: \(entry)") }
        self.name = name
        self.subsystem = subsystem
        sysfsPath = path
        source = entry["source"].string ?? ""
        attributes = entry["sysattrs"].members.mapValues { value in
            value["error"].string.map(Attribute.error) ?? .text(value.string ?? value.text)
        }
        // Of some attributes a report only has the names.
        for name in entry["sysattrs_present"].items.compactMap(\.string) {
            attributes[name] = attributes[name] ?? .text("")
        }
        properties = entry["udev"].members.compactMapValues(\.string)
        let expect = entry["expect"]
        expectation = Expectation(
            isLightSensor: expect["is_light_sensor"].bool ?? true,
            lux: expect["lux"].number, isValid: expect["valid"].bool ?? true,
            isTrusted: expect["trusted"].bool ?? true, isGone: expect["device_gone"].bool ?? false,
            hasUnit: expect["unit"].string != "unitless")
        updates = entry["updates"].items.map { update in
            Update(
                attributes: update.members.compactMapValues(\.string),
                lux: update["lux"].number ?? .nan)
        }
        luxSeries = entry["lux_series"].items.compactMap(\.number)
        // A trace has no attribute name: it gets one that begins with it.
        if let first = luxSeries.first {
            attributes[Self.seriesAttribute] = .text("\(first)\n")
            expectation.lux = first
        }
    }
}
