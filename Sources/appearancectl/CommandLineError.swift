internal import AppearanceKit
internal import AppearanceModel
internal import AppearanceProtocol
internal import Console
internal import Glibc
internal import Linux
internal import SettingsFile

extension CommandLineError {
    /// Creates an error from that of a daemon, a follower or a system call; `nil` for any other.
    init?(daemon error: any Error) {
        switch error {
        case let error as CommandLineError: self = error
        case let error as DaemonError: self.init(error)
        case let error as SettingsError: self.init(error)
        case let error as AppearanceError: self.init(error.description)
        case let error as IOError: self.init("\(error)")
        case let shape as JSONError: self.init(.protocolViolation(shape.path))
        default: return nil
        }
    }

    /// Creates the error of a settings file; diagnostics begin with their position.
    init(_ error: SettingsError) {
        if case .invalid = error {
            self.init(placed: "\(error)")
        } else {
            self.init("\(error)")
        }
    }

    private init(_ error: DaemonError) {
        let status: ExitStatus =
            switch error {
            case .noRuntimeDirectory, .notRunning, .foreignOwner: .notRunning
            case .refused, .protocolViolation, .timedOut, .disconnected, .hungUp, .system: .refused
            }
        self.init(Self.text(error), status)
    }

    private static func text(_ error: DaemonError) -> String {
        switch error {
        case .noRuntimeDirectory:
            """
            XDG_RUNTIME_DIR \(runtimeDirectoryProblem), so appearanced cannot be found.
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
            \(foreignOwner(path, userID)), and is not used.
            Use the folder of your own session:
              export XDG_RUNTIME_DIR=/run/user/$(id -u)
            """
        case .refused(let error): text(error)
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
    static func foreignOwner(_ path: String, _ userID: UInt32) -> String {
        "the socket \(path) belongs to a program of user \(userID), not of user \(geteuid())"
    }

    /// The problem with the variable, as the end of a sentence.
    static var runtimeDirectoryProblem: String {
        let value = CurrentProcess.variable("XDG_RUNTIME_DIR") ?? ""
        return value.isEmpty ? "is not set" : "is \"\(value)\", which is not an absolute path"
    }

    private static func text(_ error: VarlinkError) -> String {
        switch error {
        case .noSuchEvent(let until, let next):
            """
            No \(until) is near: \(nextTime(next)).
            Give a time instead: --for 8h, or --until 07:00
            """
        case .limitsExceeded(let limit):
            "limit reached: appearanced allows \(limit)."
        case .calledByHook(let hook):
            """
            the hook \(hook.excerpt) cannot change the mode while it runs: each change runs it again.
            A hook can set everything else; see appearanced(1), HOOKS.
            """
        case .invalidParameter(let parameter):
            "appearanced rejects this value of \"\(parameter)\"."
        case .methodNotFound(let method), .methodNotImplemented(let method):
            """
            The running appearanced does not implement \(method).
            After an upgrade: systemctl --user restart appearanced
            """
        case .interfaceNotFound(let interface):
            "The program on the socket of appearanced does not implement \(interface)."
        case .permissionDenied: "appearanced answers only the user it runs as."
        case .expectedMore, .unknown: "appearanced refuses: \(error.name)"
        }
    }

    private static func nextTime(_ next: WallTime?) -> String {
        guard let next else { return "there is none within a year" }
        return "the next one is \(LocalTime(next).text(now: .now))"
    }
}
