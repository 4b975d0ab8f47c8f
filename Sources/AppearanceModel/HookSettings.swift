/// The programs that the daemon runs when the appearance changes: `[hooks]`.
package struct HookSettings: Equatable, Sendable {
    /// The hooks that run when the daemon starts.
    package enum OnStart: String, CaseIterable, Sendable {
        /// Those that have not yet succeeded in the present appearance.
        case changed
        /// All of them.
        case always
        /// None; they run at the next change.
        case never
    }

    /// The number of hooks that may run at the same time.
    package var parallel = 4
    /// The time after which a hook is ended.
    package var timeout = Microseconds.seconds(30)
    package var onStart = OnStart.changed
    /// Whether the scripts of darkman run as well.
    package var darkman = false

    package init() {}
}
