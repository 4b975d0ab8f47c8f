// Every reader of text that others write, as a function of bytes: for a fuzzer, which looks for the
// bytes that break it, and for the tests, which read earlier findings again.

/// A reader that is given any bytes.
package enum FuzzTarget: String, CaseIterable, Sendable {
    /// A configuration file.
    case configuration
    /// Messages of a client on the socket.
    case varlink
    /// Replies of the daemon, read by a client.
    case reply
    /// The attributes of a light sensor.
    case sysfs
    /// The state file.
    case state
    /// A recorded course of light.
    case trace
    /// A run that was written down.
    case record
    /// The past decisions.
    case history
    /// A time zone: its file, its rule, its table.
    case zone
    /// A file of design tokens.
    case tokens
    /// The messages of the bus, as an app reads them.
    case bus

    /// Runs the reader, and returns the error in its result, or `nil`.
    ///
    /// The fuzzer detects a reader that traps, hangs or reads out of bounds.
    package func flaw(in bytes: [UInt8]) -> String? {
        switch self {
        case .configuration: ConfigurationFuzzing.flaw(in: bytes)
        case .varlink: VarlinkFuzzing.flaw(in: bytes)
        case .reply: ReplyFuzzing.flaw(in: bytes)
        case .sysfs: SysfsFuzzing.flaw(in: bytes)
        case .state: StateFuzzing.flaw(in: bytes)
        case .trace: TraceFuzzing.flaw(in: bytes)
        case .record: RecordFuzzing.flaw(in: bytes)
        case .history: HistoryFuzzing.flaw(in: bytes)
        case .zone: ZoneFuzzing.flaw(in: bytes)
        case .tokens: TokenFuzzing.flaw(in: bytes)
        case .bus: BusFuzzing.flaw(in: bytes)
        }
    }
}
