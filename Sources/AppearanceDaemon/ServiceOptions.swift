/// What the command line asks for.
package struct ServiceOptions: Equatable, Sendable {
    /// A configuration file in place of the usual ones.
    package var configurationPath: String?
    /// Only look at the configuration and say whether it can be taken.
    package var checksOnly = false
    /// A trace to replay in place of a light sensor.
    package var tracePath: String?
    /// A file to write the run down in, so that it can be replayed.
    package var recordPath: String?
    /// How many seconds of the trace pass in one.
    package var speed: Int64 = 1

    package init() {}
}
