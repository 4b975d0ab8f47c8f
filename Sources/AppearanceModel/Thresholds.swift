/// Where light turns into an appearance: two bands that never overlap.
public struct Thresholds: Hashable, Sendable {
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

    /// What is assumed of a sensor that says how much of its range it sees: as if a percent were
    /// 5 lux.
    package static let percent = Thresholds(
        darkBelow: 8, lightAbove: 16, nightBelow: 1, nightAbove: 3)
}
