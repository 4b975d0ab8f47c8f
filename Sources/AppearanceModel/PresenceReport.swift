/// A program in a circumstance in which an automatic change may wait.
package struct ChangeHolder: Hashable, Sendable {
    package let kind: SwitchSettings.Hold
    /// The name of the program, bounded by who reads it; empty if unknown.
    package let who: String

    package init(_ kind: SwitchSettings.Hold, who: String) {
        self.kind = kind
        self.who = who
    }
}

/// The user's presence as a program sees it, which replaces its last report.
package struct PresenceReport: Hashable, Sendable {
    package var holders: [ChangeHolder]
    /// Whether there was no input for the configured time; `nil` if the program does not see the input.
    package var isQuiet: Bool?
    /// Whether the desktop is idle; `nil` if the program does not see it.
    package var isIdle: Bool?

    package init(holders: [ChangeHolder] = [], isQuiet: Bool? = nil, isIdle: Bool? = nil) {
        self.holders = holders
        self.isQuiet = isQuiet
        self.isIdle = isIdle
    }
}
