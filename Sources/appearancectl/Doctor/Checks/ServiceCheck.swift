internal import AppearanceKit

/// The service: whether it runs, and will run after the next login.
struct ServiceCheck: Check {
    let name = "service"

    func examine(_ evidence: Evidence) throws(Unavailable) -> [Finding] {
        let units = try? evidence.units.get()
        guard evidence.isServiceUp else {
            return [absence(units, evidence)]
        }
        return [presence(units, evidence)] + oldVersion(evidence)
    }

    // MARK: It runs

    private func presence(_ units: UnitEvidence?, _ evidence: Evidence) -> Finding {
        let name = "appearanced" + (evidence.service.answers.map { " " + $0.version.excerpt } ?? "")
        guard let units else { return .ok("\(name) runs. \(evidence.whyNoUnits)") }
        if units.isEnabled, units.isRunning {
            return .ok("\(name) runs, and will after the next login.")
        }
        guard units.isLoaded else {
            return .warning(
                "\(name) runs, and will not after the next login.",
                because: "systemd knows no appearanced.service: it was started by hand.",
                fix: "sudo make install && systemctl --user enable appearanced")
        }
        return .warning(
            "\(name) runs, and will not after the next login.",
            because: units.isRunning
                ? "The unit is not enabled."
                : "It was started by hand, and the unit is not enabled.",
            fix: "systemctl --user enable appearanced")
    }

    /// A service that was not restarted after an upgrade is still the old one.
    private func oldVersion(_ evidence: Evidence) -> [Finding] {
        guard let version = evidence.service.answers?.version,
            version != Appearancectl.version
        else { return [] }
        return [
            .warning(
                "The service is \(version.excerpt), and this program is"
                    + " \(Appearancectl.version).",
                because: "One of them was upgraded, and the service still runs as it was.",
                fix: evidence.restartService)
        ]
    }

    // MARK: It does not run

    private func absence(_ units: UnitEvidence?, _ evidence: Evidence) -> Finding {
        guard let units else {
            return .broken(
                "appearanced does not run.",
                because: "Nobody has started it. \(evidence.whyNoUnits)", fix: "appearanced &")
        }
        if units.startsAtTheSocket {
            return .ok("appearanced is not running; whoever asks its socket has it started.")
        }
        if units.isMasked {
            return .broken(
                "appearanced does not run.", because: "Its unit is masked, so nobody may start it.",
                fix: "systemctl --user unmask appearanced"
                    + " && systemctl --user enable --now appearanced")
        }
        guard units.isLoaded else {
            return .broken(
                "appearanced does not run.",
                because: "systemd knows no appearanced.service: it is not installed.",
                fix: "sudo make install && systemctl --user enable --now appearanced")
        }
        if units.hasFailed { return failure(units, evidence) }
        return .broken(
            "appearanced does not run.",
            because: units.isEnabled
                ? "It is enabled, and has been stopped." : "Its unit was never enabled.",
            fix: units.isEnabled
                ? "systemctl --user start appearanced"
                : "systemctl --user enable --now appearanced")
    }

    /// The service says by its exit status why it gave up.
    private func failure(_ units: UnitEvidence, _ evidence: Evidence) -> Finding {
        let restart = "systemctl --user restart appearanced"
        let (cause, fix): (String, String) =
            switch units.exitStatus {
            case 1:
                ("Its configuration cannot be taken.", "appearancectl config check && \(restart)")
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
                    "It ended with status \(units.exitStatus)"
                        + " (\(units.service["Result"]?.excerpt ?? "unknown"));"
                        + " journalctl --user -u appearanced says why.", restart
                )
            }
        return .broken("appearanced has failed.", because: cause, fix: fix)
    }

    private static func kill(_ evidence: Evidence) -> String {
        guard let process = (try? evidence.names.get())?[BusNames.own]?.process else { return "" }
        return "kill \(process) && "
    }

    /// The cause of the exit statuses 217 and 218.
    static let namespacesForbidden = "The kernel forbids user namespaces, which the unit asks for."

    /// The commands that put the drop-in beside a unit, to be followed by one that starts the unit.
    static func installingDropIn(for unit: String) -> String {
        "install -D -m 644 \(dropIn) ~/.config/systemd/user/\(unit).service.d/"
            + "without-user-namespace.conf && systemctl --user daemon-reload && "
    }

    /// Where the installation has put it.
    private static var dropIn: String {
        ["/usr/local", "/usr"]
            .map { $0 + "/share/doc/appearanced/examples/without-user-namespace.conf" }
            .first(where: FileWriting.exists) ?? "systemd/without-user-namespace.conf"
    }
}

extension Evidence {
    /// Whether somebody who may be the service listens.
    var isServiceUp: Bool {
        switch service {
        case .answers: true
        case .asleep, .fails(.notRunning), .fails(.noRuntimeDirectory): false
        case .fails: true
        }
    }

    /// Why nothing is known of the units.
    var whyNoUnits: String {
        if case .failure(let unknown) = units { unknown.why } else { "" }
    }
}
