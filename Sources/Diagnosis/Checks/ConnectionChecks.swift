internal import AppearanceModel
internal import Console
internal import DaemonClient
internal import Glibc
internal import Linux

extension Evidence {
    /// Checks the session bus.
    func sessionBusFinding() throws(CommandLineError) -> Finding {
        switch sessionBus {
        case .output, .missing, .tooLong:
            _ = try names.get()
            return .ok("It answers.")
        case .failed(let message):
            return .broken(
                "The session bus cannot be reached.", because: cause(message), fix: busFix)
        case .timedOut:
            return .broken(
                "The session bus does not answer.",
                because: "The bus address accepts connections but does not answer.", fix: busFix)
        }
    }

    private func cause(_ message: String) -> String {
        let names = ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"]
        guard names.contains(where: { variables[$0] != nil }) else {
            return "Neither \(names[0]) nor \(names[1]) is set: this is not a login session."
        }
        return message.excerpt + (message.hasSuffix(".") ? "" : ".")
    }

    /// The command that reaches the bus in the runtime directory, or restarts the bus.
    ///
    /// After su or sudo, the variables are missing or are those of another user.
    private var busFix: String {
        let own = "/run/user/\(getuid())"
        let isUsable = variables["XDG_RUNTIME_DIR"].map { access($0, W_OK | X_OK) == 0 } ?? false
        if !isUsable, FileWriting.exists(own + "/bus") {
            let address = BusAddress.ofSocket(own + "/bus")
            return "export XDG_RUNTIME_DIR=\(own) DBUS_SESSION_BUS_ADDRESS=\(address)"
        }
        let usual = variables["XDG_RUNTIME_DIR"].map { $0 + "/bus" }
        let address = variables["DBUS_SESSION_BUS_ADDRESS"] ?? ""
        if let usual, FileWriting.exists(usual), !BusAddress.sockets(in: address).contains(usual) {
            return "export DBUS_SESSION_BUS_ADDRESS=\(BusAddress.ofSocket(usual))"
        }
        return units.value != nil
            ? "systemctl --user restart dbus.socket" : "exec dbus-run-session -- \"$SHELL\""
    }

    /// Checks the daemon's names on the session bus: its own, and that of its portal backend.
    func busNamesFinding() throws(CommandLineError) -> Finding {
        let names = try names.get()
        let own = names[BusNames.own]
        guard isServiceUp || own != nil else {
            throw CommandLineError("appearanced is not running.")
        }
        guard let own else {
            if let finding = ownBusFinding { return finding }
            return .broken(
                "The name \(BusNames.own) has no owner.",
                because: "The running daemon is on another session bus, or on none.",
                fix: restartService, action: restartAction)
        }
        guard settings.portal.enabled else {
            return .ok("appearanced has its name; the portal backend is off (portal.enabled).")
        }
        guard let backend = names[BusNames.ownBackend] else {
            return .broken(
                "The name \(BusNames.ownBackend) has no owner.",
                because: "The daemon runs without its portal backend.", fix: restartService,
                action: restartAction)
        }
        guard backend.connection == own.connection else {
            return .broken(
                "\(backend.text) has the name \(BusNames.ownBackend).",
                because: "The portal asks that program; appearanced acquires the name when it is"
                    + " free.", fix: Self.kill(backend.process))
        }
        return .ok("appearanced has its name and that of its portal backend.")
    }

    /// The finding for a session with a bus of its own, on which no daemon can serve; `nil` if it has none.
    private var ownBusFinding: Finding? {
        guard let address = variables["DBUS_SESSION_BUS_ADDRESS"],
            let folder = variables["XDG_RUNTIME_DIR"],
            let socket = BusAddress.socketOfUser(besides: address, in: folder)
        else { return nil }
        let usual = BusAddress.ofSocket(socket)
        return .broken(
            "This session has a session bus of its own, and appearanced is not on it.",
            because:
                "dbus-run-session or dbus-launch has started \(address.excerpt), whose apps reach"
                + " neither appearanced nor its portal. Start the compositor without them, and let it run"
                + " 'dbus-update-activation-environment --systemd WAYLAND_DISPLAY XDG_CURRENT_DESKTOP'."
                + " Until then, the command below lets a shell and what it starts use your own bus.",
            fix: "export DBUS_SESSION_BUS_ADDRESS=\(usual)")
    }

    /// Checks the daemon's socket, which this program and AppearanceKit use.
    func socketFinding() throws(CommandLineError) -> Finding {
        switch service {
        case .answers: return .ok("It answers.")
        case .asleep:
            throw CommandLineError("appearanced is not running, and a connection would start it.")
        case .fails(let error): return try finding(error)
        }
    }

    private func finding(_ error: DaemonError) throws(CommandLineError) -> Finding {
        let restart = restartService
        switch error {
        case .noRuntimeDirectory:
            return .broken(
                "The socket has no folder.",
                because: "XDG_RUNTIME_DIR \(DaemonError.runtimeDirectoryProblem):"
                    + " this is not a login session.",
                fix: "export XDG_RUNTIME_DIR=/run/user/$(id -u)")
        case .notRunning(let path):
            guard let owner = names.value?[BusNames.own] else {
                throw CommandLineError("appearanced is not running.")
            }
            let variable = "XDG_RUNTIME_DIR"
            if units.value == nil, let process = owner.process,
                let folder = RunningProgram.variables(of: process)[variable],
                folder != variables[variable]
            {
                return .broken(
                    "No program listens at \(path).",
                    because: "\(owner.text) has appearanced's name on the bus, and its"
                        + " \(variable) is \(folder.excerpt).",
                    fix: "export \(variable)=\(folder.shellWord)")
            }
            return .broken(
                "No program listens at \(path).",
                because: "\(owner.text) has appearanced's name on the bus,"
                    + " and is another program or has another XDG_RUNTIME_DIR.",
                fix: owner.process.map { startService(after: $0) } ?? restart)
        case .foreignOwner(let path, let userID):
            return .broken(
                "The socket is not used.",
                because: DaemonError.foreignOwner(path, userID).excerpt + ".",
                fix: "export XDG_RUNTIME_DIR=/run/user/$(id -u)")
        case .timedOut(let seconds), .unconfirmed(let seconds):
            return .broken(
                "appearanced does not answer.",
                because: "It accepts connections and did not answer within \(seconds) s.",
                fix: replaceService, action: restartAction)
        case .refused, .protocolViolation, .disconnected, .hungUp, .system:
            return .broken(
                "The answer of appearanced is an error.",
                because: error.advice.excerpt, fix: restart,
                action: restartAction)
        }
    }
}
