/// An illuminance in lux: finite, and 0 or more.
public struct Lux: Hashable, Comparable, Sendable {
    /// The illuminance in lux.
    public let value: Double

    /// Nil unless the value is finite and not negative.
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
