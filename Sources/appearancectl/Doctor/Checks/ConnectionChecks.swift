internal import AppearanceKit
internal import AppearanceModel
internal import Console

/// A check of the session bus.
struct SessionBusCheck: Check {
    let name = "session bus"

    func examine(_ evidence: Evidence) throws(CommandLineError) -> [Finding] {
        switch evidence.sessionBus {
        case .output:
            _ = try evidence.names.get()
            return [.ok("It answers.")]
        case .failed(let message):
            return [
                .broken(
                    "The session bus cannot be reached.", because: cause(message, evidence),
                    fix: fix(evidence))
            ]
        case .timedOut:
            return [
                .broken(
                    "The session bus does not answer.",
                    because: "The bus address accepts connections but does not answer.",
                    fix: fix(evidence))
            ]
        case .missing, .tooLong:
            throw reason(evidence)
        }
    }

    private func reason(_ evidence: Evidence) -> CommandLineError {
        if case .failure(let reason) = evidence.names { reason } else { CommandLineError("") }
    }

    private func cause(_ message: String, _ evidence: Evidence) -> String {
        let names = ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"]
        guard names.contains(where: { evidence.variables[$0] != nil }) else {
            return "Neither \(names[0]) nor \(names[1]) is set: this is not a login session."
        }
        return message.excerpt + (message.hasSuffix(".") ? "" : ".")
    }

    /// Returns the command that reaches the bus in the runtime directory, or restarts the bus.
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

/// A check of the daemon's names on the session bus: its own, and that of its portal backend.
struct NamesCheck: Check {
    let name = "bus names"

    func examine(_ evidence: Evidence) throws(CommandLineError) -> [Finding] {
        let names = try evidence.names.get()
        let own = names[BusNames.own]
        guard evidence.isServiceUp || own != nil else {
            throw CommandLineError("appearanced is not running.")
        }
        guard let own else {
            return [
                .broken(
                    "The name \(BusNames.own) has no owner.",
                    because: "The running daemon is on another session bus, or on none.",
                    fix: evidence.restartService)
            ]
        }
        guard evidence.configuration.configuration.portal.enabled else {
            return [.ok("appearanced has its name; the portal backend is off (portal.enabled).")]
        }
        guard let backend = names[BusNames.ownBackend] else {
            return [
                .broken(
                    "The name \(BusNames.ownBackend) has no owner.",
                    because: "The daemon runs without its portal backend.",
                    fix: evidence.restartService)
            ]
        }
        guard backend.connection == own.connection else { return [foreign(backend)] }
        return [.ok("appearanced has its name and that of its portal backend.")]
    }

    private func foreign(_ owner: BusNames.Owner) -> Finding {
        .broken(
            "\(owner.text) has the name \(BusNames.ownBackend).",
            because: "The portal asks that program; appearanced acquires the name when it is free.",
            fix: owner.process.map { "kill \($0)" } ?? "")
    }
}

/// A check of the daemon's socket, which this program and AppearanceKit use.
struct SocketCheck: Check {
    let name = "socket"

    func examine(_ evidence: Evidence) throws(CommandLineError) -> [Finding] {
        switch evidence.service {
        case .answers: return [.ok("It answers.")]
        case .asleep:
            throw CommandLineError("appearanced is not running, and a connection would start it.")
        case .fails(let error): return [try finding(error, evidence)]
        }
    }

    private func finding(
        _ error: DaemonError, _ evidence: Evidence
    ) throws(CommandLineError) -> Finding {
        let restart = evidence.restartService
        switch error {
        case .noRuntimeDirectory:
            return .broken(
                "The socket has no folder.",
                because: "XDG_RUNTIME_DIR \(CommandLineError.runtimeDirectoryProblem):"
                    + " this is not a login session.",
                fix: "export XDG_RUNTIME_DIR=/run/user/$(id -u)")
        case .notRunning(let path):
            guard let owner = (try? evidence.names.get())?[BusNames.own] else {
                throw CommandLineError("appearanced is not running.")
            }
            return .broken(
                "No program listens at \(path).",
                because: "\(owner.text) has appearanced's name on the bus,"
                    + " and is another program or has another XDG_RUNTIME_DIR.",
                fix: owner.process.map { "kill \($0); \(restart)" } ?? restart)
        case .timedOut(let seconds):
            return .broken(
                "appearanced does not answer.",
                because: "It accepts connections and did not answer within \(seconds) s.",
                fix: evidence.replaceService)
        case .refused, .protocolViolation, .disconnected, .hungUp, .system:
            return .broken(
                "The answer of appearanced is an error.",
                because: (CommandLineError(daemon: error)?.text ?? "").excerpt, fix: restart)
        }
    }
}
