internal import AppearanceDesktop
internal import AppearanceModel

/// The variables by which programs know their desktop and their display.
///
/// The portal and the service are started by systemd, with its variables and not with a terminal's.
struct SessionVariablesCheck: Check {
    let name = "session variables"

    private static let desktop = "XDG_CURRENT_DESKTOP"
    private static let displays = ["WAYLAND_DISPLAY", "DISPLAY"]

    func examine(_ evidence: Evidence) throws(Unavailable) -> [Finding] {
        let own = evidence.variables
        let manager = try evidence.managerVariables.get()
        let set = ([Self.desktop] + Self.displays).filter { own[$0]?.isEmpty == false }
        guard !set.isEmpty else {
            throw Unavailable("This is no graphical session, so there is nothing to compare.")
        }
        let different = set.filter { manager[$0] != own[$0] }
        guard different.isEmpty else { return [unlike(different, own, manager)] }
        guard set.contains(Self.desktop) else {
            return [
                .warning(
                    "No program can tell which desktop this is.",
                    because: "\(Self.desktop) is not set, here or in systemd, so the portal takes"
                        + " no desktop's own portals.conf.",
                    fix: "export \(Self.desktop)=sway  # or what yours is called, then:"
                        + " systemctl --user import-environment \(Self.desktop)")
            ]
        }
        return [.ok("systemd has the desktop and the display of this session.")]
    }

    private func unlike(
        _ names: [String], _ own: [String: String], _ manager: [String: String]
    ) -> Finding {
        let pairs = names.map { name in
            "\(name) is \(own[name]?.excerpt ?? "") here and"
                + " \(manager[name]?.excerpt ?? "not set") there"
        }
        return .warning(
            "What systemd starts does not know this session.",
            because: pairs.joined(separator: "; ")
                + ". Compositors that start no session of systemd's want this line in what they run at"
                + " their start.",
            fix: "systemctl --user import-environment \(names.joined(separator: " "))"
                + " && systemctl --user try-restart xdg-desktop-portal")
    }
}

/// The desktop's own settings, which follow where that is configured.
struct DesktopSettingsCheck: Check {
    let name = "desktop settings"

    func examine(_ evidence: Evidence) throws(Unavailable) -> [Finding] {
        let desktop = evidence.desktop
        if case .failure = evidence.configuration.content {
            throw Unavailable(
                "Whether they are to follow, the configuration does not say as it is.")
        }
        guard desktop.control != nil else {
            throw Unavailable(
                "They are not to follow (desktop.follow is none); appearancectl setup asks.")
        }
        if let command = desktop.missing.first { return [missing(command)] }
        guard let status = evidence.service.answers?.status else {
            throw Unavailable("appearanced does not answer, so there is nothing to compare.")
        }
        let settings = evidence.configuration.configuration.desktop.resolved(on: desktop.names)
        var findings: [Finding] = []
        var names: [String] = []
        for (setting, value) in desktop.values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            guard let wanted = setting.value(in: status.appearance, settings) else { continue }
            let value = try value.get() ?? ""
            let agrees = setting.tone(of: value, settings) == status.appearance.tone
            names.append(setting.name)
            guard !agrees else { continue }
            findings.append(astray(setting, value, wanted, status, settings))
        }
        guard !names.isEmpty else {
            throw Unavailable("There is no session bus to ask for them by.")
        }
        // The programs that turn them take a moment.
        guard findings.isEmpty || WallTime.now - status.since > .seconds(5) else {
            throw Unavailable("The appearance has just changed, and they may be on their way.")
        }
        if desktop.isCOSMIC {
            findings.append(
                .warning(
                    "COSMIC's own setting does not follow.",
                    because:
                        "COSMIC keeps it in a file of its own, which appearanced does not write"
                        + " yet; only programs that read GSettings follow.", fix: ""))
        }
        return findings.isEmpty
            ? [.ok("In step with \(status.appearance.rawValue): \(names.joined(separator: ", ")).")]
            : findings
    }

    private func missing(_ command: DesktopCommand) -> Finding {
        .broken(
            "The desktop's own settings do not follow.",
            because: "There is no program \(command.program), which reads and turns them.",
            fix: command.installation)
    }

    private func astray(
        _ setting: DesktopSetting, _ value: String, _ wanted: String, _ status: Snapshot,
        _ settings: DesktopSettings
    ) -> Finding {
        let finding =
            "\(setting.name) is \(value.isEmpty ? "not set" : value.excerpt), and it is"
            + " \(status.appearance.rawValue)."
        let fix = setting.writing(wanted).shellText
        switch settings.external {
        case .ignore:
            return .warning(
                finding, because: "Somebody turned it, which is theirs to do (desktop.external).",
                fix: fix)
        case .adopt:
            return .broken(
                finding, because: "Somebody else has set it, or the service could not.", fix: fix)
        }
    }
}
