/// Why the service ends; the raw value is the exit code.
package enum ExitReason: Int32, Error, Sendable {
    /// It was told to.
    case stopped = 0
    /// The configuration that was asked for cannot be taken.
    case configuration = 1
    /// The command line makes no sense.
    case usage = 2
    /// Another one is running.
    case alreadyRunning = 3
    /// There is no session bus.
    case noBus = 4
    /// The runtime directory or the socket cannot be used.
    case noSocket = 5
}
