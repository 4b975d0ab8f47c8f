// Sensors with known deviations, one row each. No other place names a vendor or a product; each row
// has its report.
//
// Dropouts between good readings, jitter, zeros after a suspend and stuck values need no row: they
// are detected in the readings, on any machine.

package import AppearanceModel
import Linux

/// The rows that apply to one sensor, and their combination.
package enum QuirkTable {
    package static let rows: [Quirk] = [
        Quirk(
            sensors: ["applesmc"], vendor: "Apple", products: [],
            correction: Correction(isCoarse: true),
            words: "it counts in steps of 0.4 %, so an unchanged value is no sign of a fault",
            report: "https://github.com/poliva/lightum/issues/46"),
        Quirk(
            sensors: ["applesmc"], vendor: "Apple", products: ["MacBookPro11,2", "MacBookPro11,3"],
            correction: Correction(maximumMeansClosed: true),
            words: "100 % is its value under a closed lid, so it is ignored",
            report: "https://github.com/dustinrue/ControlPlane/pull/505"),
        Quirk(
            sensors: ["als"], vendor: "ASUS", products: ["UX5406"],
            correction: Correction(shortestGap: .seconds(1)),
            words: "it hangs when read too often, so it is read once a second at most",
            report: "https://github.com/max-baz/wluma/issues/157"),
        Quirk(
            sensors: ["tsl2563"], vendor: nil, products: ["Nokia N900"],
            correction: Correction(factor: 0.4),
            words: "its driver reports 250000 lux in sunlight; readings are multiplied by 0.4",
            report: "https://github.com/maemo-leste/bugtracker/issues/436"),
        Quirk(
            sensors: ["isl29028", "isl29030"], vendor: nil, products: ["Motorola Droid 4"],
            correction: Correction(factor: 0.025),
            words: "its driver reports 4000000 lux in sunlight; readings are multiplied by 0.025",
            report: "https://github.com/maemo-leste/bugtracker/issues/436"),
        Quirk(
            sensors: ["acpi-als"], vendor: "ASUS", products: ["UX330UAK"], correction: .none,
            words: "on this model it was seen to report 400 permanently",
            report: "https://github.com/hadess/iio-sensor-proxy/issues/172"),
        Quirk(
            sensors: ["acpi-als"], vendor: "ASUS", products: ["UX410U"], correction: .none,
            words: "on this model it was seen to report 400 permanently",
            report: "https://github.com/mikhail-m1/illuminanced/issues/2"),
        Quirk(
            sensors: ["aop-sensors-als"], vendor: nil, products: [], correction: .none,
            words: "it reports 0 until its calibration, apple/aop-als-cal.bin, is installed",
            report: "https://github.com/AsahiLinux/linux/issues/457"),
    ]

    /// Selects every row for a sensor of this name; the machine is read only if a row depends on
    /// it.
    package static func rows(for sensor: String, in machine: () -> Machine) -> [Quirk] {
        let named = rows.filter { $0.isOf(sensor) }
        guard named.contains(where: \.asksForMachine) else { return named }
        let machine = machine()
        return named.filter { $0.isOf(machine) }
    }
}

extension [Quirk] {
    /// The combined correction.
    package var correction: Correction { reduce(.none) { $0.and($1.correction) } }

    /// The known deviations, with the reports; `nil` if there are none.
    package var note: String? {
        isEmpty ? nil : map { "\($0.words) (\($0.report))" }.joined(separator: "; ")
    }
}

/// One row of the table: the sensor, the correction, and the report.
package struct Quirk: Sendable {
    /// The names that the driver may give the sensor.
    package var sensors: Set<String>
    /// A part of the vendor's name; `nil` for any.
    package var vendor: String?
    /// Parts of the product's name, one of which must occur; empty for any product.
    package var products: [String]
    package var correction: Correction
    /// The deviation and its correction, for a person.
    package var words: String
    /// The address of the report.
    package var report: String

    /// Returns whether the row is about a sensor of this name, on any machine.
    func isOf(_ sensor: String) -> Bool { sensors.contains(sensor) }

    /// Whether the row is about certain machines only.
    var asksForMachine: Bool { vendor != nil || !products.isEmpty }

    /// Returns whether the row is about the sensors of this machine.
    func isOf(_ machine: Machine) -> Bool {
        (vendor.map(machine.vendor.holds) ?? true)
            && (products.isEmpty || products.contains(where: machine.product.holds))
    }
}

/// The correction for a sensor with a known deviation.
package struct Correction: Hashable, Sendable {
    /// The factor of every reading, if a driver has a wrong scale.
    package var factor = 1.0
    /// Whether its steps are so wide that the same value for hours does not mean that it is stuck.
    package var isCoarse = false
    /// Whether the end of its range is its value under a closed lid.
    package var maximumMeansClosed = false
    /// The minimum interval between two readings.
    package var shortestGap: Microseconds?

    /// The correction that changes nothing.
    package static let none = Correction()

    package init(
        factor: Double = 1, isCoarse: Bool = false, maximumMeansClosed: Bool = false,
        shortestGap: Microseconds? = nil
    ) {
        self.factor = factor
        self.isCoarse = isCoarse
        self.maximumMeansClosed = maximumMeansClosed
        self.shortestGap = shortestGap
    }

    /// Returns this correction combined with another one.
    func and(_ other: Correction) -> Correction {
        let gaps = [shortestGap, other.shortestGap].compactMap(\.self)
        return Correction(
            factor: factor * other.factor, isCoarse: isCoarse || other.isCoarse,
            maximumMeansClosed: maximumMeansClosed || other.maximumMeansClosed,
            shortestGap: gaps.max())
    }
}

/// The identity of a computer: from its firmware's DMI, or from its device tree.
package struct Machine: Equatable, Sendable {
    /// The manufacturer, such as `Apple Inc.`; empty if unknown.
    package var vendor: String
    /// The model, such as `MacBookPro11,3` or, with a device tree, `Nokia N900`; empty if unknown.
    package var product: String

    package init(vendor: String, product: String) {
        self.vendor = vendor
        self.product = product
    }

    /// This computer; below another root in a test.
    package static func read(below root: String = "") -> Machine {
        let dmi = root + "/sys/class/dmi/id/"
        let product = text(dmi + "product_name")
        guard product.isEmpty else {
            return Machine(vendor: text(dmi + "sys_vendor"), product: product)
        }
        return Machine(
            vendor: "", product: text(root + "/sys/firmware/devicetree/base/model"))
    }

    /// Reads a line of text; the device tree ends it with a NUL.
    private static func text(_ path: String) -> String {
        guard case .success(let content) = Descriptor.readAttribute(path) else { return "" }
        let line = content.prefix { $0 != 0 && $0 != UInt8(ascii: "\n") }
        return String(decoding: line.filter { $0 >= 32 && $0 < 127 }, as: UTF8.self)
    }
}
