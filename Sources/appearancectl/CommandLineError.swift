internal import AppearanceModel
internal import AppearanceProtocol
internal import Console
internal import DaemonClient
internal import Diagnosis
internal import Linux
internal import SettingsFile

extension CommandLineError {
    /// Creates an error from that of a daemon, a follower or a system call; `nil` for any other.
    init?(daemon error: any Error) {
        switch error {
        case let error as CommandLineError: self = error
        case let error as DaemonError: self.init(error)
        case let error as SettingsError: self.init(error)
        case let error as NightFilterError: self.init(error)
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

    private init(_ error: NightFilterError) {
        let status: ExitStatus =
            switch error {
            case .noRuntimeDirectory, .notInstalled, .notRunning: .notRunning
            case .noTemperature: .usage
            case .notWritten: .refused
            }
        self.init("\(error)", status)
    }

    private init(_ error: DaemonError) {
        let status: ExitStatus =
            switch error {
            case .noRuntimeDirectory, .notRunning, .foreignOwner: .notRunning
            case .refused, .protocolViolation, .timedOut, .unconfirmed, .disconnected, .hungUp,
                .system:
                .refused
            }
        self.init(Self.text(error), status)
    }

    private static func text(_ error: DaemonError) -> String {
        if case .refused(let refusal) = error { return text(refusal) }
        return error.advice
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
