internal import AppearanceDesktop
internal import AppearanceModel
internal import Console
internal import Linux

/// A check of the variables that name the desktop and the display.
///
/// systemd starts the portal and the daemon with its own variables, not with those of a terminal.
struct SessionVariablesCheck: Check {
    let name = "session variables"

    private static let desktop = "XDG_CURRENT_DESKTOP"
    private static let displays = ["WAYLAND_DISPLAY", "DISPLAY"]

    func examine(_ evidence: Evidence) throws(CommandLineError) -> [Finding] {
        let own = evidence.variables
        let manager = try evidence.managerVariables.get()
        let set = ([Self.desktop] + Self.displays).filter { own[$0]?.isEmpty == false }
        guard !set.isEmpty else {
            throw CommandLineError("This is not a graphical session.")
        }
        let different = set.filter { manager[$0] != own[$0] }
        guard different.isEmpty else { return [mismatch(different, own, manager)] }
        guard set.contains(Self.desktop) else {
            return [
                .warning(
                    "The name of the desktop is not set.",
                    because: "\(Self.desktop) is not set, here or in systemd, so the portal reads"
                        + " no portals.conf of a desktop.",
                    fix: "export \(Self.desktop)=sway  # or the name of yours, then:"
                        + " systemctl --user import-environment \(Self.desktop)")
            ]
        }
        return [.ok("systemd has the desktop and the display of this session.")]
    }

    private func mismatch(
        _ names: [String], _ own: [String: String], _ manager: [String: String]
    ) -> Finding {
        let pairs = names.map { name in
            "\(name) is \(own[name]?.excerpt ?? "") here and"
                + " \(manager[name]?.excerpt ?? "not set") in systemd"
        }
        return .warning(
            "The environment of systemd is not that of this session.",
            because: pairs.joined(separator: "; ")
                + ". If your compositor does not start a systemd session, add this line to its"
                + " autostart.",
            fix: "systemctl --user import-environment \(names.joined(separator: " "))"
                + " && systemctl --user try-restart xdg-desktop-portal")
    }
}

/// A check of the desktop's own settings, if they are configured to follow.
struct DesktopSettingsCheck: Check {
    let name = "desktop settings"

    func examine(_ evidence: Evidence) throws(CommandLineError) -> [Finding] {
        let desktop = evidence.desktop
        if evidence.configuration.problem != nil {
            throw CommandLineError(
                "The configuration is invalid, so it is unknown whether they follow.")
        }
        guard desktop.control != nil else {
            throw CommandLineError(
                "They do not follow (desktop.follow is none); appearancectl setup changes that.")
        }
        if let (program, command) = desktop.missing.first { return [missing(program, command)] }
        guard let status = evidence.service.answers?.status else {
            throw CommandLineError("appearanced does not answer.")
        }
        let configured = evidence.configuration.configuration.desktop.resolved(on: desktop.names)
        var findings: [Finding] = []
        var names: [String] = []
        for (setting, value) in desktop.values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let settings = setting.resolved(configured, File.resolved)
            guard let target = setting.value(in: status.appearance, settings) else { continue }
            let present = try value.get()
            if present == nil, let remedy = setting.remedyWithoutValue {
                findings.append(
                    .warning("The \(setting.name) does not follow.", because: "\(remedy).", fix: "")
                )
                continue
            }
            let tone = present.map { setting.tone(of: $0, settings) } ?? setting.toneIfUnset
            let value = present ?? ""
            // A value of somebody else may differ, but not one that is configured for another appearance.
            let isOfAnother = Appearance.allCases.contains {
                setting.value(in: $0, settings) == present
            }
            let agrees = present == target || tone == status.appearance.tone && !isOfAnother
            names.append(setting.name)
            guard !agrees else { continue }
            findings.append(mismatch(setting, value, target, status, settings))
        }
        guard !names.isEmpty || !findings.isEmpty else {
            throw CommandLineError("There is no session bus to read them.")
        }
        // The programs that change them take a moment.
        guard findings.isEmpty || WallTime.now - status.since > .seconds(5) else {
            throw CommandLineError("The appearance has just changed; they may follow shortly.")
        }
        return findings.isEmpty
            ? [.ok("They match \(status.appearance.rawValue): \(names.joined(separator: ", ")).")]
            : findings
    }

    private func missing(_ program: String, _ command: DesktopCommand) -> Finding {
        .broken(
            "The desktop's own settings do not follow.",
            because: "\(program), which reads and changes them, is missing.",
            fix: command.installation)
    }

    private func mismatch(
        _ setting: DesktopSetting, _ value: String, _ target: String, _ status: Snapshot,
        _ settings: DesktopSettings
    ) -> Finding {
        let finding =
            "\(setting.name) is \(value.isEmpty ? "not set" : value.excerpt), but the appearance is"
            + " \(status.appearance.rawValue)."
        let command = setting.writing(target)
        let fix = command?.name == nil ? command?.shellText ?? "" : ""
        switch settings.external {
        case .ignore:
            return .warning(
                finding,
                because: "Another program or the user changed it (desktop.external is ignore).",
                fix: fix)
        case .adopt:
            return .broken(
                finding, because: "Another program set it, or appearanced could not.", fix: fix)
        }
    }
}

/// A check for hooks that never run, or that failed.
struct HooksCheck: Check {
    let name = "hooks"

    func examine(_ evidence: Evidence) throws(CommandLineError) -> [Finding] {
        let hooks = evidence.hooks
        let flawed = hooks.catalog.entries.compactMap { entry -> Finding? in
            guard case .flawed(let flaw) = entry.state else { return nil }
            return .warning(
                "\(entry.hook.path) never runs.", because: "As a hook, \(flaw.text).",
                fix: flaw.fix(entry.hook.path, hooks.folders) ?? "")
        }
        let failed = hooks.catalog.hooks.compactMap { hook -> Finding? in
            guard let run = hooks.records.runs[hook.name], !run.isSuccess else { return nil }
            return .warning(
                "The hook \(hook.name) fails.", because: "Its last run \(run.result).",
                fix: "appearancectl hooks test \(hook.name.shellWord) \(run.argument)")
        }
        guard flawed.isEmpty, failed.isEmpty else { return flawed + failed }
        let count = hooks.catalog.hooks.count
        guard count > 0 else { throw CommandLineError("There are none.") }
        return [.ok("\(count == 1 ? "1 hook runs" : "\(count) hooks run") at each change.")]
    }
}
