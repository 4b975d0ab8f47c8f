/// The settings of when an automatic change may come: `[switch]`.
package struct SwitchSettings: Equatable, Sendable {
    /// The time at which an automatic change comes.
    package enum When: String, CaseIterable, Sendable {
        /// At once.
        case now
        /// In a pause of the keyboard and the pointer.
        case pause
        /// Once the desktop is idle.
        case idle
        /// With the next lock of the session, so that it is seen after the unlock.
        case unlock
    }

    /// A circumstance in which an automatic change waits.
    package enum Hold: String, CaseIterable, Hashable, Sendable {
        /// The window in use fills the screen.
        case fullscreen
        /// A game runs, by GameMode.
        case gamemode
        /// A program asks the desktop for no interruption.
        case inhibitors
        /// The screen is shared or recorded.
        case screencast
        /// One of the named programs runs.
        case programs
    }

    package var when = When.now
    /// The length of a pause of the input.
    package var quiet = Microseconds.seconds(5)
    package var hold: [Hold] = [.fullscreen, .gamemode]
    /// The names of programs, as the kernel has them.
    package var programs: [String] = []
    /// How long a change waits at most.
    package var atMost = Microseconds.minutes(30)

    package init() {}

    /// Whether no change ever waits.
    package var isAtOnce: Bool { when == .now && hold.isEmpty }
}
