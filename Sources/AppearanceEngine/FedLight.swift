import AppearanceModel

/// A light level that something else than a local sensor handed in.
struct FedLight: Equatable, Sendable {
    var source: String
    var lux: Lux
    var at: BootTime
    /// The same instant on the wall clock, which a restart of the machine does not reset.
    var reportedAt: WallTime

    init(source: String, lux: Lux, at now: Moment) {
        self.source = source
        self.lux = lux
        at = now.boot
        reportedAt = now.wall
    }

    /// Reported light from before a restart; `nil` when it counts no longer.
    init?(_ reported: SavedState.Reported, heldFor hold: Microseconds, at now: Moment) {
        let age = now.wall - reported.at
        // A clock that was set back since tells no age.
        guard age >= .zero, age < hold else { return nil }
        source = reported.source
        lux = reported.lux
        at = now.boot - age
        reportedAt = reported.at
    }

    /// What the state file keeps of it.
    var saved: SavedState.Reported {
        SavedState.Reported(source: source, lux: lux, at: reportedAt)
    }
}
