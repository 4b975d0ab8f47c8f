package import AppearanceModel

/// An event of the sun and its instant.
package struct SolarOccurrence: Hashable, Sendable {
    package var event: SolarEvent
    /// To the whole second.
    package var at: WallTime

    package init(event: SolarEvent, at: WallTime) {
        self.event = event
        self.at = at
    }
}
