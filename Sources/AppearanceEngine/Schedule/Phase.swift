/// What the sun and the clock say, before any light sensor is asked.
package enum Phase: String, CaseIterable, Hashable, Sendable {
    /// From the `light` time to the `dark` time.
    case day
    /// From the `dark` time to the `light` time.
    case evening
    /// In the night window, by day as well as in the evening.
    case night
}
