internal import AppearanceModel
internal import Console
internal import DaemonClient
internal import Linux

extension Evidence {
    /// Checks that the daemon runs and starts at the next login.
    func serviceFindings() throws(CommandLineError) -> [Finding] {
        isServiceUp ? frequentChanges + oldProgram + [presence] : [try absence()]
    }

    /// The finding for a program that changes the mode again and again, or a hook that tries to.
    private var frequentChanges: [Finding] {
        guard let warning = service.answers?.status.warning else { return [] }
        return [
            .warning(
                warning.withoutControls,
                because:
                    "It calls appearanced at each change, or in a loop. Remove the call, or end"
                    + " the program.",
                fix: "appearancectl log --since 10m")
        ]
    }

    // MARK: Running

    private var presence: Finding {
        let name = "appearanced" + (service.answers.map { " " + $0.version.excerpt } ?? "")
        guard let units = units.value else { return .ok("\(name) runs. \(unitsError)") }
        if units.isEnabled, units.isRunning { return .ok("\(name) runs and starts at login.") }
        guard units.isLoaded else {
            return .warning(
                "\(name) runs, but will not start at the next login.",
                because: "It was started by hand; systemd has no appearanced.service.",
                fix: "sudo make install && systemctl --user enable appearanced")
        }
        return .warning(
            "\(name) runs, but will not start at the next login.",
            because: units.isRunning
                ? "The unit is not enabled."
                : "It was started by hand, and the unit is not enabled.",
            fix: "systemctl --user enable appearanced", action: .enableService)
    }

    /// The finding for a daemon of another version than this program, or whose program was replaced.
    private var oldProgram: [Finding] {
        guard let version = service.answers?.version, version != projectVersion else {
            guard let process = daemonProcess,
                programs.contains(where: { $0.process == process && $0.isReplaced })
            else { return [] }
            return [
                .warning(
                    "appearanced was replaced, but the old program still runs.",
                    because: "The daemon was not restarted after an upgrade.",
                    fix: restartService, action: restartAction)
            ]
        }
        return [
            .warning(
                "appearanced is \(version.excerpt), but this program is"
                    + " \(projectVersion).",
                because: "The daemon was not restarted after an upgrade.",
                fix: restartService, action: restartAction)
        ]
    }

    // MARK: Not running

    private func absence() throws(CommandLineError) -> Finding {
        guard let units = units.value else {
            // The check of the socket has the cause, and a second daemon is none of its remedies.
            if case .fails(.noRuntimeDirectory) = service {
                throw CommandLineError("Without XDG_RUNTIME_DIR it cannot be found.")
            }
            if let owner = names.value?[BusNames.own] {
                throw CommandLineError("\(owner.text) has its name on the bus.")
            }
            return .broken(
                "appearanced does not run.",
                because: "It was not started. \(unitsError)", fix: "appearanced &")
        }
        if units.startsBySocket {
            return .ok("appearanced is not running; a connection to its socket starts it.")
        }
        if units.isMasked {
            return .broken(
                "appearanced does not run.", because: "Its unit is masked.",
                fix: "systemctl --user unmask appearanced"
                    + " && systemctl --user enable --now appearanced")
        }
        guard units.isLoaded else {
            return .broken(
                "appearanced does not run.",
                because: "It is not installed; systemd has no appearanced.service.",
                fix: "sudo make install && systemctl --user enable --now appearanced")
        }
        if units.hasFailed {
            let restart = "systemctl --user restart appearanced"
            let kill = names.value?[BusNames.own]?.process.map { "kill \($0) && " } ?? ""
            return failure(
                "appearanced", of: "appearanced", units.service,
                [
                    .alreadyRunning: ("Another program has its name on the bus.", kill + restart),
                    .noServer: (
                        "It found no session bus.",
                        "systemctl --user start dbus.socket && \(restart)"
                    ),
                ])
        }
        return .broken(
            "appearanced does not run.",
            because: units.isEnabled
                ? "It is enabled, but was stopped." : "Its unit is not enabled.",
            fix: units.isEnabled
                ? "systemctl --user start appearanced"
                : "systemctl --user enable --now appearanced",
            action: .enableService)
    }

    /// Returns the finding for a unit that failed, by its exit status; `others` has the causes and
    /// fixes of the statuses that only this program has.
    func failure(
        _ name: String, of unit: String, _ properties: [String: String],
        _ others: [ExitReason: (cause: String, fix: String)]
    ) -> Finding {
        let restart = "systemctl --user restart \(unit)"
        let status = properties["ExecMainStatus"]?.excerpt ?? "unknown"
        let result = properties["Result"]?.excerpt ?? "unknown"
        let reason = Int32(status).flatMap(ExitReason.init)
        let isSignal = ["signal", "core-dump", "oom-kill", "watchdog"].contains(result)
        let (cause, fix) =
            switch status {
            // The status is the number of the signal.
            case _ where isSignal:
                (
                    "Signal \(status) ended it (\(result)); see journalctl --user -u \(unit).",
                    restart
                )
            // Any other invalid configuration does not end it.
            case _ where reason == .invalidConfiguration:
                (
                    "The configuration that its --config names is invalid;"
                        + " see journalctl --user -u \(unit).", restart
                )
            case "217", "218":
                (
                    "The kernel forbids user namespaces, which the unit needs.",
                    "install -D -m 644 \(Self.dropIn) ~/.config/systemd/user/\(Self.folder(of: unit))/"
                        + "without-user-namespace.conf && systemctl --user daemon-reload && \(restart)"
                )
            case _:
                reason.flatMap { others[$0] } ?? (
                    "It exited with status \(status) (\(result)); see journalctl --user -u \(unit).",
                    restart
                )
            }
        let action: RepairAction = unit == "appearanced" ? .restartService : .enableFilter
        return .broken(
            "\(name) has failed.", because: cause, fix: fix, action: fix == restart ? action : nil)
    }

    /// The folder of drop-ins for a unit; that of the filter holds for the unit of its reset too.
    private static func folder(of unit: String) -> String {
        let filter = "appearance-"
        return (unit.hasPrefix(filter) ? filter : unit) + ".service.d"
    }

    /// The installed path of the drop-in.
    private static var dropIn: String {
        ["/usr/local", "/usr"]
            .map { $0 + "/share/doc/appearanced/examples/without-user-namespace.conf" }
            .first(where: FileWriting.exists) ?? "systemd/without-user-namespace.conf"
    }
}

extension Evidence {
    /// Whether a program, perhaps the daemon, listens on the socket.
    var isServiceUp: Bool {
        switch service {
        case .answers: true
        case .asleep, .fails(.notRunning), .fails(.noRuntimeDirectory), .fails(.foreignOwner): false
        case .fails: true
        }
    }

    /// The reason why the units are unknown; empty if they are known.
    var unitsError: String {
        if case .failure(let error) = units { error.text } else { "" }
    }
}
