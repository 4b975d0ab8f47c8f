internal import AppearanceKit
internal import AppearanceModel
internal import AppearanceProtocol
internal import Glibc

/// Why it was not done and what to do about it, in words.
struct CommandLineError: Error, Equatable {
    let text: String
    let status: ExitStatus
    /// Whether each line begins with its place in a file, as compilers write it.
    var isPlaced = false

    /// A refusal of our own, in a sentence.
    init(_ text: String, _ status: ExitStatus = .refused) {
        self.text = text
        self.status = status
    }

    /// The mistakes in a file, each on a line that begins with its place.
    init(placed lines: String) {
        self.init(lines)
        isPlaced = true
    }

    /// The lines as they are printed.
    var lines: String { isPlaced ? text : "appearancectl: " + text }

    /// Nil for an error that is not ours to word.
    init?(_ error: any Error) {
        switch error {
        case let complaint as CommandLineError: self = complaint
        case let failure as DaemonError: self.init(failure)
        case let failure as FollowError: self.init(failure.description)
        case let shape as JSONError: self.init(.protocolViolation(shape.path))
        default: return nil
        }
    }

    private init(_ failure: DaemonError) {
        status =
            switch failure {
            case .noRuntimeDirectory, .notRunning: .notRunning
            case .refused, .protocolViolation, .timedOut, .disconnected, .hungUp, .system: .refused
            }
        text = Self.text(failure)
    }

    private static func text(_ failure: DaemonError) -> String {
        switch failure {
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
        case .refused(let error): text(error)
        case .protocolViolation(let what):
            """
            appearanced answers in a way that is not understood here (\(what)).
            Are both of the same version? After an upgrade: systemctl --user restart appearanced
            """
        case .timedOut(let seconds):
            """
            appearanced did not answer within \(seconds) s.
            See what it does: systemctl --user status appearanced
            """
        case .disconnected:
            """
            appearanced hung up without an answer.
            See why: journalctl --user -u appearanced
            """
        case .hungUp: "nobody reads the answer."
        case .system(let call, let reason): "\(call): \(reason)"
        }
    }

    /// What is wrong with the variable.
    static var runtimeDirectoryProblem: String {
        let value = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? ""
        return value.isEmpty ? "is not set" : "is \"\(value)\", which is no absolute path"
    }

    private static func text(_ error: VarlinkError) -> String {
        switch error {
        case .noSuchEvent(let until, let next):
            """
            There is no \(until) to wait for: \(nextTime(next)).
            Say when instead: --for 8h, or --until 07:00
            """
        case .limitsExceeded(let limit):
            "appearanced allows \(limit), and that is reached."
        case .invalidParameter(let parameter):
            "appearanced does not take this value for \"\(parameter)\"."
        case .methodNotFound(let method), .methodNotImplemented(let method):
            """
            The running appearanced does not know \(method).
            After an upgrade: systemctl --user restart appearanced
            """
        case .interfaceNotFound(let interface):
            "What listens on the socket of appearanced does not speak \(interface)."
        case .permissionDenied: "appearanced answers only to the user it runs as."
        case .expectedMore, .unknown: "appearanced refuses: \(error.name)"
        }
    }

    private static func nextTime(_ next: WallTime?) -> String {
        guard let next else { return "none comes within a year" }
        return "the next one is \(LocalTime(next).text(now: .now))"
    }
}

/// What the program's end tells a script.
enum ExitStatus: Int32 {
    case done = 0
    /// The daemon was asked and did not do it, or could not be asked.
    case refused = 1
    case usage = 2
    case notRunning = 3

    /// Ends the program.
    func exit() -> Never { Glibc.exit(rawValue) }
}
