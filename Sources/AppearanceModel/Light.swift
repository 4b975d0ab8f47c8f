/// An illuminance in lux: finite, and 0 or more.
public struct Lux: Hashable, Comparable, Sendable {
    /// The illuminance in lux.
    public let value: Double

    /// The illuminance; `nil` unless the value is finite and not negative.
    public init?(_ value: Double) {
        guard value.isFinite, value >= 0 else { return nil }
        self.value = value
    }

    /// Compares two illuminances.
    public static func < (left: Lux, right: Lux) -> Bool { left.value < right.value }
}

/// The unit of a light reading.
public enum LightUnit: String, Hashable, Sendable {
    /// Illuminance.
    case lux
    /// Percent of an uncalibrated sensor's range.
    case percent
}

/// A light level with its unit.
public struct LightReading: Hashable, Sendable {
    /// The level, in `unit`.
    public var value: Double
    /// The unit of `value`.
    public var unit: LightUnit

    /// A level with its unit.
    public init(value: Double, unit: LightUnit) {
        self.value = value
        self.unit = unit
    }
}

extension LightReading {
    /// A level in lux.
    package init(_ lux: Lux) { self.init(value: lux.value, unit: .lux) }
}

/// One valid reading of a light sensor.
package struct LightSample: Equatable, Sendable {
    package var at: BootTime
    package var light: LightReading

    package init(at time: BootTime, light: LightReading) {
        self.at = time
        self.light = light
    }

    /// A reading in lux.
    package init(at time: BootTime, lux: Lux) {
        self.init(at: time, light: LightReading(lux))
    }
}

/// The light levels at which the appearance changes: two bands that never overlap.
public struct Thresholds: Equatable, Sendable {
    /// At or below this, light becomes dark.
    public var darkBelow: Double
    /// At or above this, dark becomes light.
    public var lightAbove: Double
    /// At or below this, dark becomes night.
    public var nightBelow: Double
    /// At or above this, night becomes dark.
    public var nightAbove: Double

    /// Two bands, by themselves in lux; night ≤ its upper end ≤ dark ≤ its upper end.
    public init(
        darkBelow: Double = 40, lightAbove: Double = 80, nightBelow: Double = 3,
        nightAbove: Double = 8
    ) {
        self.darkBelow = darkBelow
        self.lightAbove = lightAbove
        self.nightBelow = nightBelow
        self.nightAbove = nightAbove
    }

    /// The thresholds for a sensor that reports percent of its range: one percent counts as 5 lux.
    package static let percent = Thresholds(
        darkBelow: 8, lightAbove: 16, nightBelow: 1, nightAbove: 3)
}
