// Sensors with known deviations, one row each. No other place names a vendor or a product; each row
// has its report.
//
// Dropouts between good readings, jitter, zeros after a suspend and stuck values need no row: they
// are detected in the readings, on any machine.

import AppearanceModel

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
