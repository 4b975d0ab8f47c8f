/// The options of the command line.
package struct ServiceOptions: Equatable, Sendable {
    /// A configuration file in place of the standard ones.
    package var configurationPath: String?
    /// Whether to check the configuration and exit.
    package var checksOnly = false
    /// A light recording to replay in place of a light sensor.
    package var tracePath: String?
    /// The file of the run recording.
    package var recordPath: String?
    /// The seconds of the recording that pass in one second.
    package var speed: Int64 = 1

    package init() {}
}

/// The reason of the exit; the raw value is the exit code.
package enum ExitReason: Int32, Error, Sendable {
    /// A signal asked for it.
    case stopped = 0
    /// The requested configuration is invalid.
    case configuration = 1
    /// The command line is invalid.
    case usage = 2
    /// Another daemon is running.
    case alreadyRunning = 3
    /// There is no session bus.
    case noBus = 4
    /// The runtime directory or the socket is unusable.
    case noSocket = 5
}
