// Sensors that are known not to be as they should, one row each. Nothing else in the program knows a
// vendor or a product by name: what is particular to a machine stands here, with its report.
//
// What needs no row: drop-outs between good readings, jitter, zeros after a suspend and values that
// never move are found in the readings themselves, whatever the machine.

import AppearanceModel

/// The rows, and what they come to for one sensor.
package enum QuirkTable {
    package static let rows: [Quirk] = [
        Quirk(
            sensors: ["applesmc"], vendor: "Apple", products: [],
            correction: Correction(isCoarse: true),
            words: "it counts in steps of 0.4 %, so the same value for long is no sign of trouble",
            report: "https://github.com/poliva/lightum/issues/46"),
        Quirk(
            sensors: ["applesmc"], vendor: "Apple", products: ["MacBookPro11,2", "MacBookPro11,3"],
            correction: Correction(maximumMeansClosed: true),
            words: "100 % is what it says under a shut lid, so that is no reading",
            report: "https://github.com/dustinrue/ControlPlane/pull/505"),
        Quirk(
            sensors: ["als"], vendor: "ASUS", products: ["UX5406"],
            correction: Correction(shortestGap: .seconds(1)),
            words: "it hangs when read too often, so it is read once a second at most",
            report: "https://github.com/max-baz/wluma/issues/157"),
        Quirk(
            sensors: ["tsl2563"], vendor: nil, products: ["Nokia N900"],
            correction: Correction(factor: 0.4),
            words: "its driver says 250000 lux in the sun, so its readings count times 0.4",
            report: "https://github.com/maemo-leste/bugtracker/issues/436"),
        Quirk(
            sensors: ["isl29028", "isl29030"], vendor: nil, products: ["Motorola Droid 4"],
            correction: Correction(factor: 0.025),
            words: "its driver says 4000000 lux in the sun, so its readings count times 0.025",
            report: "https://github.com/maemo-leste/bugtracker/issues/436"),
        Quirk(
            sensors: ["acpi-als"], vendor: "ASUS", products: ["UX330UAK"], correction: .none,
            words: "on this model it was seen to say 400 for ever",
            report: "https://github.com/hadess/iio-sensor-proxy/issues/172"),
        Quirk(
            sensors: ["acpi-als"], vendor: "ASUS", products: ["UX410U"], correction: .none,
            words: "on this model it was seen to say 400 for ever",
            report: "https://github.com/mikhail-m1/illuminanced/issues/2"),
        Quirk(
            sensors: ["aop-sensors-als"], vendor: nil, products: [], correction: .none,
            words: "it says 0 for ever until its calibration, apple/aop-als-cal.bin, is installed",
            report: "https://github.com/AsahiLinux/linux/issues/457"),
    ]

    /// Every row that speaks of a sensor of this name; who asks is spared looking for the machine
    /// where no row cares.
    package static func rows(for sensor: String, in machine: () -> Machine) -> [Quirk] {
        let named = rows.filter { $0.isOf(sensor) }
        guard named.contains(where: \.asksForMachine) else { return named }
        let machine = machine()
        return named.filter { $0.isOf(machine) }
    }
}

extension [Quirk] {
    /// All that is to be done about the sensor.
    package var correction: Correction { reduce(.none) { $0.and($1.correction) } }

    /// All that is known of it, with the reports; nil for nothing.
    package var note: String? {
        isEmpty ? nil : map { "\($0.words) (\($0.report))" }.joined(separator: "; ")
    }
}
