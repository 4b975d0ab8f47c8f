/// How the chosen sensor is to be read.
package enum PollPlan: Hashable, Sendable {
    /// Not at all.
    case off
    /// Hand in every reading.
    case every(Microseconds)
    /// Hand in only what leaves the band; vouch for the rest, and hand in the last few of those
    /// before the one that left.
    case steady(Microseconds, band: LightBand)

    /// The time from one reading to the next; nil for no reading.
    package var interval: Microseconds? {
        switch self {
        case .off: nil
        case .every(let interval), .steady(let interval, _): interval
        }
    }
}

/// A range of light in the sensor's own unit, both ends in it.
package struct LightBand: Hashable, Sendable {
    package var lowest: Double
    package var highest: Double

    package init(_ lowest: Double, _ highest: Double) {
        self.lowest = lowest
        self.highest = highest
    }

    package func contains(_ value: Double) -> Bool { value >= lowest && value <= highest }
}
