/// The readings that a plan lets a reader keep to itself, the last few of them.
///
/// While light is steady nobody is told of readings that stay in the band. When one leaves it, those
/// before it are handed in as well, so that what is smoothed over time has not missed them.
package struct HeldReadings: Equatable, Sendable {
    /// More than this add nothing to a mean that forgets.
    private static let most = 16

    private var samples: [LightSample] = []

    package init() {}

    /// Takes a reading; answers what is to be handed in now, oldest first, often nothing.
    package mutating func take(_ sample: LightSample, under plan: PollPlan) -> [LightSample] {
        if case .steady(_, let band) = plan, band.contains(sample.light.value) {
            if samples.count == Self.most { samples.removeFirst() }
            samples.append(sample)
            return []
        }
        defer { samples.removeAll(keepingCapacity: true) }
        return samples.isEmpty ? [sample] : samples + [sample]
    }
}
