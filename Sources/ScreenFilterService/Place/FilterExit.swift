/// Why the filter ends; the raw value is the exit code.
package enum FilterExit: Int32, Error, Sendable {
    /// It was told to, or has done what it was asked for.
    case done = 0
    /// What was asked for cannot be done, or the configuration that was asked for cannot be taken.
    case refused = 1
    /// The command line makes no sense.
    case usage = 2
    /// Another one filters this display.
    case alreadyRunning = 3
    /// There is no display, or it went away.
    case noDisplay = 4
    /// The runtime directory cannot be used.
    case noRuntimeDirectory = 5
}
