package import AppearanceModel
import Linux

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
        guard let content = SysfsAttribute.read(path).value else { return "" }
        let line = content.prefix { $0 != 0 && $0 != UInt8(ascii: "\n") }
        return String(decoding: line.filter { $0 >= 32 && $0 < 127 }, as: UTF8.self)
    }
}
