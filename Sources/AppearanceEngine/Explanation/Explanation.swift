import AppearanceModel

/// A sentence, and what it speaks of: it stays until that changes, while live numbers move on.
struct Explanation: Sendable {
    /// What a new sentence is due for.
    struct Key: Equatable, Sendable {
        var mode: Mode
        var until: WallTime?
        var chosenIn: Desktop?
        var appearance: Appearance
        var reason: Reason
        var sensor: SensorState
        var isPaused: Bool
        var pausedUntil: WallTime?
        var inhibitors: [Inhibitor]
        var lightIsLost: Bool
        /// What the light asks for, steadied, where it has a say.
        var level: Appearance?
        /// Who reports the light.
        var source: String?
        var next: WallTime?
        var pending: Appearance?
        var pendingDue: BootTime?
        var isLidClosed: Bool
        var isSessionInUse: Bool
        var isWaking: Bool
    }

    var key: Key
    var sentence: String
}
