/// How a process ended.
package enum ExitStatus: Equatable, Sendable {
    /// By itself, with this status.
    case exited(Int32)
    /// By this signal.
    case killed(signal: Int32)
}
