import AppearanceModel

/// A light level on the scale on which it is steadied: Libm.log10(1 + lux).
///
/// Perception of light is roughly logarithmic; the 1 keeps a reading of zero legal and keeps
/// coarse counts near zero from exploding.
package struct LogLux: Hashable, Comparable, Sendable {
    package var value: Double

    package init(value: Double) { self.value = value }
    package init(lux: Double) { value = Libm.log10(1 + lux) }

    /// The level in lux.
    package var lux: Double { max(0, Libm.pow(10, value) - 1) }

    package static func < (left: LogLux, right: LogLux) -> Bool { left.value < right.value }
}
