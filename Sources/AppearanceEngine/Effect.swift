package import AppearanceModel

/// Everything the engine can ask for, as data: a run can be recorded, compared and replayed.
package enum Effect: Equatable, Sendable {
    /// The state changed: tell everyone.
    case publish(Snapshot)
    /// The light moved, the state did not.
    case publishLight(LightReading?)
    /// Come back with `.deadline` at this time of the boot clock, or earlier.
    case wakeAtBoot(BootTime)
    /// Come back with `.deadline` at this time of the wall clock; nil to stay away.
    case wakeAtWall(WallTime?)
    /// Read the chosen sensor like this from now on.
    case poll(PollPlan)
    /// Keep this for the next start.
    case save(SavedState)
    /// The event could not be obeyed, and nothing changed.
    case object(Rejection)
}

/// Why an event could not be obeyed.
package enum Rejection: Hashable, Sendable {
    /// The event that would end it does not come within a day; when it next does, if known.
    case noSuchEvent(ModeEnd, next: WallTime?)
    /// A temporary `auto` means nothing.
    case autoCannotEnd
    /// So many hold the appearance already that one more is a mistake.
    case tooManyHolders(limit: Int)
}

/// What outlives a restart.
package struct SavedState: Equatable, Sendable {
    package var mode: Mode
    package var until: WallTime?
    /// Where the mode was chosen, if that was the desktop's own switch.
    package var chosenIn: Desktop?
    package var appearance: Appearance
    /// Whether light or schedule decided the appearance, and nobody has held it since.
    package var isAutomatic: Bool
    /// The appearance that a pause holds, and that is shown again after a choice; `nil` for none.
    package var held: Appearance?
    package var paused: Bool
    package var pausedUntil: WallTime?
    /// Light that was reported from outside the sensors and still counts.
    package var reported: Reported?
    /// Keys of the sensors that have been seen to move.
    package var movers: [String]
    package var savedAt: WallTime

    /// A light level that was reported, by whom and when.
    package struct Reported: Equatable, Sendable {
        package var source: String
        package var lux: Lux
        package var at: WallTime

        package init(source: String, lux: Lux, at time: WallTime) {
            self.source = source
            self.lux = lux
            at = time
        }
    }

    package init(
        mode: Mode, until: WallTime?, chosenIn: Desktop? = nil, appearance: Appearance,
        isAutomatic: Bool = true, held: Appearance? = nil, paused: Bool, pausedUntil: WallTime?,
        reported: Reported? = nil, movers: [String], savedAt: WallTime
    ) {
        self.mode = mode
        self.until = until
        self.chosenIn = chosenIn
        self.appearance = appearance
        self.isAutomatic = isAutomatic
        self.held = held
        self.paused = paused
        self.pausedUntil = pausedUntil
        self.reported = reported
        self.movers = movers
        self.savedAt = savedAt
    }
}
