internal import AppearanceKit

/// The service's socket, which this program and AppearanceKit ask.
struct SocketCheck: Check {
    let name = "socket"

    func examine(_ evidence: Evidence) throws(Unavailable) -> [Finding] {
        switch evidence.service {
        case .answers: return [.ok("It answers.")]
        case .asleep: throw Unavailable("appearanced is not running, and asking would start it.")
        case .fails(let failure): return [try finding(failure, evidence)]
        }
    }

    private func finding(
        _ failure: DaemonError, _ evidence: Evidence
    ) throws(Unavailable) -> Finding {
        let restart = evidence.restartService
        switch failure {
        case .noRuntimeDirectory:
            return .broken(
                "There is no place for the socket.",
                because: "XDG_RUNTIME_DIR \(CommandLineError.runtimeDirectoryProblem):"
                    + " this is no login session.",
                fix: "export XDG_RUNTIME_DIR=/run/user/$(id -u)")
        case .notRunning(let path):
            guard let owner = (try? evidence.names.get())?[BusNames.own] else {
                throw Unavailable("appearanced is not running.")
            }
            return .broken(
                "Nobody listens at \(path).",
                because: "\(owner.words) has appearanced's name on the bus,"
                    + " and is another program or has another XDG_RUNTIME_DIR.",
                fix: owner.process.map { "kill \($0); \(restart)" } ?? restart)
        case .timedOut(let seconds):
            return .broken(
                "appearanced does not answer.",
                because: "It listens, and said nothing for \(seconds) s.",
                fix: evidence.replaceService)
        case .refused, .protocolViolation, .disconnected, .hungUp, .system:
            return .broken(
                "appearanced does not answer as it should.",
                because: (CommandLineError(failure)?.text ?? "").excerpt, fix: restart)
        }
    }
}
