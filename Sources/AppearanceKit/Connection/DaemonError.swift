package import AppearanceProtocol
internal import Glibc

/// Why the daemon could not be asked, or what it said to it.
package enum DaemonError: Error, Equatable {
    /// `XDG_RUNTIME_DIR` is unset or no absolute path: this is no login session.
    case noRuntimeDirectory
    /// Nobody listens at this path.
    case notRunning(path: String)
    /// The daemon does not do what was asked.
    case refused(VarlinkError)
    /// The daemon sent what cannot be understood.
    case protocolViolation(String)
    /// No answer within so many seconds.
    case timedOut(seconds: Int)
    /// The daemon went away.
    case disconnected
    /// Whoever waits for the answer went away.
    case hungUp
    /// A system call failed; `reason` is the system's own text.
    case system(call: String, reason: String)

    static func system(_ call: String, errno code: Int32) -> DaemonError {
        .system(call: call, reason: String(cString: strerror(code)))
    }

    init(_ failure: FollowError) {
        self = .system(failure.call, errno: failure.code)
    }
}
