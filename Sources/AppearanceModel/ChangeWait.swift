/// A circumstance for which an automatic change waits.
package struct WaitCause: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        /// The window in use fills the screen.
        case fullscreen
        /// A game runs.
        case gamemode
        /// A program asks the desktop for no interruption.
        case inhibitors
        /// The screen is shared or recorded.
        case screencast
        /// A program runs that the configuration names.
        case programs
        /// There is input of the keyboard or the pointer.
        case input
        /// The desktop is not idle.
        case use
        /// The session has not been locked since the change was due.
        case unlocked
        /// The daemon has started, and the programs that report have not been heard yet.
        case start
    }

    package var kind: Kind
    /// The name of the program; empty if unknown, or if there is none.
    package var who: String

    package init(_ kind: Kind, who: String = "") {
        self.kind = kind
        self.who = who
    }
}

/// The wait of an automatic change that is due.
package struct ChangeWait: Equatable, Sendable {
    package var cause: WaitCause
    /// The time at which the change comes all the same.
    package var atMost: WallTime

    package init(_ cause: WaitCause, atMost: WallTime) {
        self.cause = cause
        self.atMost = atMost
    }
}
