package import AppearanceModel

/// What is done about a sensor that is known not to be as it should.
package struct Correction: Hashable, Sendable {
    /// What every reading is multiplied by, where a driver has its scale wrong.
    package var factor = 1.0
    /// Its steps are so wide that the same value for hours is no sign of being stuck.
    package var isCoarse = false
    /// The end of its range is what it says in the dark of a shut lid.
    package var maximumMeansClosed = false
    /// It must not be read sooner after the last time.
    package var shortestGap: Microseconds?

    /// Nothing to be done.
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

    /// This and another one.
    func and(_ other: Correction) -> Correction {
        let gaps = [shortestGap, other.shortestGap].compactMap(\.self)
        return Correction(
            factor: factor * other.factor, isCoarse: isCoarse || other.isCoarse,
            maximumMeansClosed: maximumMeansClosed || other.maximumMeansClosed,
            shortestGap: gaps.max())
    }
}
