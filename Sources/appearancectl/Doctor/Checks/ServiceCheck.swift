internal import AppearanceKit
internal import Console

/// A check that the daemon runs and starts at the next login.
struct ServiceCheck: Check {
    let name = "service"

    func examine(_ evidence: Evidence) throws(CommandLineError) -> [Finding] {
        let units = try? evidence.units.get()
        guard evidence.isServiceUp else {
            return [absence(units, evidence)]
        }
        return [presence(units, evidence)] + oldVersion(evidence)
    }

    // MARK: Running

    private func presence(_ units: UnitEvidence?, _ evidence: Evidence) -> Finding {
        let name = "appearanced" + (evidence.service.answers.map { " " + $0.version.excerpt } ?? "")
        guard let units else { return .ok("\(name) runs. \(evidence.unitsError)") }
        if units.isEnabled, units.isRunning {
            return .ok("\(name) runs and starts at login.")
        }
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
            fix: "systemctl --user enable appearanced")
    }

    /// Returns the finding for a daemon of another version than this program.
    private func oldVersion(_ evidence: Evidence) -> [Finding] {
        guard let version = evidence.service.answers?.version,
            version != Appearancectl.version
        else { return [] }
        return [
            .warning(
                "appearanced is \(version.excerpt), but this program is"
                    + " \(Appearancectl.version).",
                because: "The daemon was not restarted after an upgrade.",
                fix: evidence.restartService)
        ]
    }

    // MARK: Not running

    private func absence(_ units: UnitEvidence?, _ evidence: Evidence) -> Finding {
        guard let units else {
            return .broken(
                "appearanced does not run.",
                because: "It was not started. \(evidence.unitsError)", fix: "appearanced &")
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
        if units.hasFailed { return failure(units, evidence) }
        return .broken(
            "appearanced does not run.",
            because: units.isEnabled
                ? "It is enabled, but was stopped." : "Its unit is not enabled.",
            fix: units.isEnabled
                ? "systemctl --user start appearanced"
                : "systemctl --user enable --now appearanced")
    }

    /// Returns the finding for a daemon that failed, by its exit status.
    private func failure(_ units: UnitEvidence, _ evidence: Evidence) -> Finding {
        let restart = "systemctl --user restart appearanced"
        let (cause, fix): (String, String) =
            switch units.exitStatus {
            case 1:
                ("Its configuration is invalid.", "appearancectl config check && \(restart)")
            case 3: ("Another program has its name on the bus.", Self.kill(evidence) + restart)
            case 4:
                (
                    "It found no session bus.",
                    "systemctl --user start dbus.socket && \(restart)"
                )
            case 217, 218:
                (
                    Self.namespacesForbidden, Self.installingDropIn(for: "appearanced") + restart
                )
            default:
                (
                    "It exited with status \(units.exitStatus)"
                        + " (\(units.service["Result"]?.excerpt ?? "unknown"));"
                        + " see journalctl --user -u appearanced.", restart
                )
            }
        return .broken("appearanced has failed.", because: cause, fix: fix)
    }

    private static func kill(_ evidence: Evidence) -> String {
        guard let process = (try? evidence.names.get())?[BusNames.own]?.process else { return "" }
        return "kill \(process) && "
    }

    /// The cause of the exit statuses 217 and 218.
    static let namespacesForbidden = "The kernel forbids user namespaces, which the unit needs."

    /// Returns the command that installs the drop-in for a unit, without the start of the unit.
    static func installingDropIn(for unit: String) -> String {
        "install -D -m 644 \(dropIn) ~/.config/systemd/user/\(unit).service.d/"
            + "without-user-namespace.conf && systemctl --user daemon-reload && "
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
        case .asleep, .fails(.notRunning), .fails(.noRuntimeDirectory): false
        case .fails: true
        }
    }

    /// The reason why the units are unknown; empty if they are known.
    var unitsError: String {
        if case .failure(let error) = units { error.text } else { "" }
    }
}
