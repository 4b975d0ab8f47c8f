internal import AppearanceKit
internal import AppearanceModel

/// The session bus, on which everything is told.
struct SessionBusCheck: Check {
    let name = "session bus"

    func examine(_ evidence: Evidence) throws(Unavailable) -> [Finding] {
        switch evidence.sessionBus {
        case .said:
            _ = try evidence.names.get()
            return [.ok("It answers.")]
        case .refused(let why):
            return [
                .broken(
                    "The session bus cannot be reached.", because: cause(why, evidence),
                    fix: fix(evidence))
            ]
        case .silent:
            return [
                .broken(
                    "The session bus does not answer.",
                    because: "Whoever it is that listens at its address says nothing.",
                    fix: fix(evidence))
            ]
        case .missing, .endless:
            throw whyNot(evidence)
        }
    }

    private func whyNot(_ evidence: Evidence) -> Unavailable {
        if case .failure(let unknown) = evidence.names { unknown } else { Unavailable("") }
    }

    private func cause(_ words: String, _ evidence: Evidence) -> String {
        let names = ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"]
        guard names.contains(where: { evidence.variables[$0] != nil }) else {
            return "Neither \(names[0]) nor \(names[1]) is set: this is no login session."
        }
        return words.excerpt + (words.hasSuffix(".") ? "" : ".")
    }

    /// A session has its bus below its runtime directory, whatever a terminal believes.
    private func fix(_ evidence: Evidence) -> String {
        let usual = evidence.variables["XDG_RUNTIME_DIR"].map { $0 + "/bus" }
        let address = evidence.variables["DBUS_SESSION_BUS_ADDRESS"]
        if let usual, FileWriting.exists(usual), address?.contains(usual) != true {
            return "export DBUS_SESSION_BUS_ADDRESS=unix:path=\(usual.shellWord)"
        }
        if case .success = evidence.units { return "systemctl --user restart dbus.socket" }
        return "exec dbus-run-session -- \"$SHELL\""
    }
}

/// The names on the session bus: the service's own, and that of its portal backend.
struct NamesCheck: Check {
    let name = "bus names"

    func examine(_ evidence: Evidence) throws(Unavailable) -> [Finding] {
        let names = try evidence.names.get()
        let own = names[BusNames.own]
        guard evidence.isServiceUp || own != nil else {
            throw Unavailable("appearanced is not running.")
        }
        guard let own else {
            return [
                .broken(
                    "Nobody has the name \(BusNames.own).",
                    because: "The service that runs is on another session bus, or on none.",
                    fix: evidence.restartService)
            ]
        }
        guard evidence.configuration.configuration.portal.enabled else {
            return [.ok("appearanced has its own; the portal's is not wanted (portal.enabled).")]
        }
        guard let backend = names[BusNames.ownBackend] else {
            return [
                .broken(
                    "Nobody has the name \(BusNames.ownBackend).",
                    because: "The service answers for itself, and not for the portal.",
                    fix: evidence.restartService)
            ]
        }
        guard backend.connection == own.connection else { return [taken(by: backend)] }
        return [.ok("appearanced has its own and that of its portal backend.")]
    }

    private func taken(by owner: BusNames.Owner) -> Finding {
        .broken(
            "\(owner.words) has the name \(BusNames.ownBackend).",
            because: "The portal asks it in our place; we take the name when it is free.",
            fix: owner.process.map { "kill \($0)" } ?? "")
    }
}

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
