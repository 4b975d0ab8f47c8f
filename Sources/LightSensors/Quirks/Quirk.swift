internal import AppearanceModel

/// One row of the table: which sensor, what is done about it, and who reported it.
package struct Quirk: Sendable {
    /// The names that the driver may give the sensor.
    package var sensors: Set<String>
    /// A part of the vendor's name; nil for any.
    package var vendor: String?
    /// Parts of the product's name, any of which will do; none for any product.
    package var products: [String]
    package var correction: Correction
    /// What is known of it and done about it, as a person reads it.
    package var words: String
    /// Where it was reported.
    package var report: String

    /// Whether it speaks of a sensor of this name; its machine is another matter.
    func isOf(_ sensor: String) -> Bool { sensors.contains(sensor) }

    /// Whether it matters which machine the sensor is in.
    var asksForMachine: Bool { vendor != nil || !products.isEmpty }

    /// Whether it speaks of the sensors in this machine.
    func isOf(_ machine: Machine) -> Bool {
        (vendor.map(machine.vendor.holds) ?? true)
            && (products.isEmpty || products.contains(where: machine.product.holds))
    }
}
