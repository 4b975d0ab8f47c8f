internal import AppearanceDesktop
internal import AppearanceModel
internal import Console
internal import Linux

extension Evidence {
    /// Returns the variables that name the desktop and the display; throws without a graphical session.
    @discardableResult
    func graphicalVariables() throws(CommandLineError) -> [String] {
        let set = ["XDG_CURRENT_DESKTOP", "WAYLAND_DISPLAY", "DISPLAY"]
            .filter { variables[$0]?.isEmpty == false }
        guard !set.isEmpty else { throw CommandLineError("This is not a graphical session.") }
        return set
    }

    /// Checks the variables that name the desktop and the display.
    ///
    /// systemd starts the portal and the daemon with its own variables, not with those of a terminal.
    func sessionVariablesFinding() throws(CommandLineError) -> Finding {
        let manager = try managerVariables.get()
        let desktop = "XDG_CURRENT_DESKTOP"
        let set = try graphicalVariables()
        let different = unknownToManager(manager, set)
        guard different.isEmpty else {
            let pairs = different.map { name in
                "\(name) is \(variables[name]?.excerpt ?? "") here and"
                    + " \(manager[name]?.excerpt ?? "not set") in systemd"
            }
            return .warning(
                "The environment of systemd is not that of this session.",
                because: pairs.joined(separator: "; ")
                    + ". If your compositor does not start a systemd session, add this line to its"
                    + " autostart.",
                fix: "systemctl --user import-environment \(different.joined(separator: " "))"
                    + " && systemctl --user try-restart xdg-desktop-portal",
                action: .importVariables)
        }
        guard set.contains(desktop) else {
            return .warning(
                "The name of the desktop is not set.",
                because: "\(desktop) is not set, here or in systemd, so the portal reads"
                    + " no portals.conf of a desktop.",
                fix: "export \(desktop)=sway  # or the name of yours, then:"
                    + " systemctl --user import-environment \(desktop)")
        }
        return .ok("systemd has the desktop and the display of this session.")
    }

    /// Returns the variables of the session that systemd lacks, or has with another value.
    private func unknownToManager(_ manager: [String: String], _ set: [String]) -> [String] {
        set.filter { manager[$0] != variables[$0] }
    }

    /// The variables of the session that systemd lacks, or has with another value; empty if they are
    /// unknown.
    var variablesToImport: [String] {
        guard let manager = managerVariables.value, let set = try? graphicalVariables()
        else { return [] }
        return unknownToManager(manager, set)
    }

    /// Checks the desktop's own settings, if they are configured to follow.
    func desktopSettingsFindings() throws(CommandLineError) -> [Finding] {
        guard desktop.control != nil else {
            let canFollow = DesktopSwitch(.auto, on: desktop.desktop) != nil
            return [
                .skipped(
                    "They do not follow (desktop.follow is none); appearancectl setup changes that.",
                    action: settings.desktop.follow == .none && canFollow ? .setFollow : nil)
            ]
        }
        if let (program, command) = desktop.missing.first {
            return [
                .broken(
                    "The desktop's own settings do not follow.",
                    because: "\(program), which reads and changes them, is missing.",
                    fix: command.installation)
            ]
        }
        let status = try status()
        let configured = settings.desktop.resolved(on: desktop.names)
        var findings: [Finding] = []
        var names: [String] = []
        var unread: [Finding] = []
        for (setting, value) in desktop.values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let settings = setting.resolved(configured, File.resolved)
            guard let target = setting.value(in: status.appearance, settings) else { continue }
            let present: String?
            do throws(CommandLineError) { present = try value.get() } catch {
                // It must not hide a setting that is wrong.
                unread.append(.skipped(error.text))
                continue
            }
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
            if let first = unread.first { return [first] }
            throw CommandLineError("There is no session bus to read them.")
        }
        // The programs that change them take a moment.
        guard findings.isEmpty || time - status.since > .seconds(5) else {
            throw CommandLineError("The appearance has just changed; they may follow shortly.")
        }
        guard findings.isEmpty else { return findings + unread }
        return [.ok("They match \(status.appearance.rawValue): \(names.joined(separator: ", ")).")]
            + unread
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

    /// Checks for hooks that never run, or that failed.
    func hookFindings() throws(CommandLineError) -> [Finding] {
        let flawed = hooks.catalog.entries.compactMap { entry -> Finding? in
            guard case .flawed(let flaw) = entry.state else { return nil }
            return .warning(
                "\(entry.hook.path.withoutControls) never runs.",
                because: "\(flaw.rawValue.capitalizedFirst).",
                fix: flaw.fix(entry.hook.path, hooks.folders) ?? "")
        }
        var passed: [String] = []
        let failed = hooks.catalog.hooks.compactMap { hook -> Finding? in
            guard let run = hooks.records.runs[hook.name], !run.isSuccess else { return nil }
            let name = hook.name.withoutControls
            if hooks.hasPassedTest(hook.name, since: run) {
                passed.append("; \(name) failed last, but a later test has succeeded")
                return nil
            }
            return .warning(
                "The hook \(name) fails.", because: "Its last run \(run.result).",
                fix: HooksOfUser.testCommand(hook.name, run.argument))
        }
        guard flawed.isEmpty, failed.isEmpty else { return flawed + failed }
        let count = hooks.catalog.hooks.count
        guard count > 0 else { throw CommandLineError("There are none.") }
        let runs = count == 1 ? "1 hook runs" : "\(count) hooks run"
        return [.ok("\(runs) at each change\(passed.joined()).")]
    }

    /// Checks for other programs that switch the desktop between light and dark.
    func switcherFindings() -> [Finding] {
        var findings: [Finding] = []
        var followers: [String] = []
        for switcher in Switcher.known {
            switch switcher.state(in: self) {
            case .absent: break
            case .following(let how): followers.append("; \(switcher.name) follows by \(how)")
            case .switching(let cause, let fix):
                findings.append(
                    .warning(
                        "\(switcher.name) switches between light and dark too.", because: cause,
                        fix: fix))
            }
        }
        guard findings.isEmpty else { return findings }
        let other = programs.first(where: \.changesColours)
        let note = other.map {
            "; \($0.name) changes the colours of the screen, which is compatible"
        }
        return [.ok("None is running\(followers.joined())\(note ?? "").")]
    }
}
