internal import AppearanceModel
internal import AppearanceProtocol
package import DaemonClient
internal import Glibc
internal import Linux

extension DaemonError {
    /// The problem with its remedy, on one line or more.
    package var advice: String {
        switch self {
        case .noRuntimeDirectory:
            """
            XDG_RUNTIME_DIR \(Self.runtimeDirectoryProblem), so appearanced cannot be found.
            Run this inside your login session.
            """
        case .notRunning:
            """
            appearanced is not running. Start it, now and at every login:
              systemctl --user enable --now appearanced
            or try it by hand:
              appearanced
            """
        case .foreignOwner(let path, let userID):
            """
            \(Self.foreignOwner(path, userID)), and is not used.
            Use the folder of your own session:
              export XDG_RUNTIME_DIR=/run/user/$(id -u)
            """
        case .refused(let error): "appearanced refuses: \(error.name)"
        case .protocolViolation(let what):
            """
            invalid answer from appearanced (\(what)).
            Its version may differ from this program's. After an upgrade: systemctl --user restart appearanced
            """
        case .timedOut(let seconds):
            """
            appearanced did not answer within \(seconds) s.
            See its state: systemctl --user status appearanced
            """
        case .unconfirmed(let seconds):
            """
            appearanced did not answer within \(seconds) s. It received the request: if it continues, it makes the change.
            See its state: systemctl --user status appearanced
            """
        case .disconnected:
            """
            appearanced closed the connection without an answer.
            See its log: journalctl --user -u appearanced
            """
        case .hungUp: "the reader of the output has gone."
        case .system(let call, let reason): "\(call): \(reason)"
        }
    }

    /// The problem of a socket of another user, as the beginning of a sentence.
    package static func foreignOwner(_ path: String, _ userID: UInt32) -> String {
        "the socket \(path) belongs to a program of user \(userID), not of user \(geteuid())"
    }

    /// The problem with the variable, as the end of a sentence.
    package static var runtimeDirectoryProblem: String {
        BaseDirectories.problem(of: "XDG_RUNTIME_DIR") { CurrentProcess.variable($0) }
    }
}
