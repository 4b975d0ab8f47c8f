internal import AppearanceModel
internal import Console
internal import Glibc

extension Evidence {
    /// Checks that apps read the current appearance from the desktop portal.
    func portalFindings() throws(CommandLineError) -> [Finding] {
        guard settings.portal.enabled else {
            throw CommandLineError("The portal backend is off (portal.enabled is false).")
        }
        if portal.value?.frontend == nil, let units = units.value, units.portalLacksSession {
            return [
                .broken(
                    "The portal cannot start, so no app follows by it.",
                    because: Self.lackOfSession, fix: Self.graphicalSessionCommands)
            ]
        }
        let portal = try portal.get()
        guard portal.isInstalled else {
            return [
                .warning(
                    "There is no desktop portal.",
                    because:
                        "xdg-desktop-portal is not installed, so Firefox, GTK 4 and sandboxed apps"
                        + " do not follow.",
                    fix: PackageManager.install("xdg-desktop-portal xdg-desktop-portal-gtk"))
            ]
        }
        guard let file = portal.fileThatStartsEveryBackend else { return [try comparison(portal)] }
        let slow = slowStart(file, portal)
        do throws(CommandLineError) {
            return [slow, try comparison(portal)]
        } catch {
            return [slow]
        }
    }

    /// The reason why a portal does not start in a session of a compositor alone.
    static let lackOfSession =
        "xdg-desktop-portal.service starts only in a session that has graphical-session.target, and"
        + " nothing has started that. Let the compositor start the target at each of its starts, after"
        + " import-environment; in sway: exec systemctl --user start compositor-session.target"

    /// The commands that start `graphical-session.target`, which refuses to be started itself, and the portal:
    /// the bus waits for its last start for two minutes.
    static let graphicalSessionCommands =
        "mkdir -p ~/.config/systemd/user"
        + #" && printf '[Unit]\nBindsTo=graphical-session.target\nWants=graphical-session-pre.target\n"#
        + #"After=graphical-session-pre.target\n' > ~/.config/systemd/user/compositor-session.target"#
        + " && systemctl --user daemon-reload && systemctl --user start compositor-session.target"
        + " && systemctl --user start xdg-desktop-portal"

    private func comparison(_ portal: PortalEvidence) throws(CommandLineError) -> Finding {
        guard let frontend = portal.frontend else { return try idle(portal) }
        return finding(frontend, portal, try status().appearance)
    }

    private func slowStart(_ file: String, _ portal: PortalEvidence) -> Finding {
        let finding = "The portal may start slowly or fail."
        let cause =
            "\(file) lists * for settings, so the portal starts every installed backend; that of"
            + " GNOME does not answer on another desktop."
        let fix = "appearancectl portal install && " + restartPortal
        return portal.frontend == nil
            ? .broken(finding, because: cause, fix: fix, action: .installPortal)
            : .warning(finding, because: cause, fix: fix, action: .installPortal)
    }

    /// Returns the finding for a portal that does not run yet.
    private func idle(_ portal: PortalEvidence) throws(CommandLineError) -> Finding {
        guard !portal.prefersAppearanced, !followsDesktop else {
            throw CommandLineError("xdg-desktop-portal is not running; it starts when an app asks.")
        }
        return .warning(
            "Apps that use the portal will not follow.", because: portal.reasonNotUsed,
            fix: fix(portal), action: action(portal))
    }

    private func finding(
        _ frontend: PortalEvidence.Frontend, _ portal: PortalEvidence, _ appearance: Appearance,

    ) -> Finding {
        guard let scheme = frontend.colorScheme else {
            return .broken(
                "The portal reports no color scheme to apps.",
                because: frontend.appearance == nil
                    ? portal.reasonNotUsed : "None of its backends provides color-scheme.",
                fix: fix(portal), action: action(portal))
        }
        // Only appearanced provides its own key, which is read at the same time as the other.
        let appearance = frontend.appearance.flatMap(Appearance.init) ?? appearance
        let agrees = (scheme == 1) == (appearance != .light)
        let value =
            ["0": "no preference", "1": "dark", "2": "light"]["\(scheme)"]
            ?? "an unknown value (\(scheme))"
        switch (agrees, frontend.appearance) {
        case (true, appearance.rawValue?):
            return .ok("Apps read \(value), from appearanced.")
        case (true, _) where followsDesktop:
            return .ok("Apps read \(value), from the desktop's own setting.")
        case (true, _):
            return .warning(
                "Apps read \(value), but will not follow a change.",
                because: portal.reasonNotUsed, fix: fix(portal), action: action(portal))
        case (false, appearance.rawValue?):
            return .broken(
                "Apps read \(value), but the appearance is \(appearance.rawValue).",
                because: "The portal asks another backend before appearanced.",
                fix: fix(portal), action: action(portal))
        case (false, _):
            return .broken(
                "Apps read \(value), but the appearance is \(appearance.rawValue).",
                because: portal.reasonNotUsed, fix: fix(portal), action: action(portal))
        }
    }

    private func fix(_ portal: PortalEvidence) -> String {
        if portal.ownSwitch != nil { return "appearancectl setup" }
        if let unread = portal.unread {
            let install = portal.hasBackendFile ? "" : "appearancectl portal install; "
            return "\(install)\(unread.command) && \(restartPortal)"
        }
        return (portal.prefersAppearanced ? "" : "appearancectl portal install && ")
            + restartPortal
    }

    /// Returns the step that does the same as `fix`; `nil` if root has to copy a file.
    private func action(_ portal: PortalEvidence) -> RepairAction? {
        if portal.ownSwitch != nil { return .setFollow }
        if portal.unread != nil { return nil }
        return portal.prefersAppearanced ? restartPortalAction : .installPortal
    }

    /// Checks the portal's file chooser, without which Chromium does not use the portal.
    func fileChooserFinding() throws(CommandLineError) -> Finding {
        let portal = try portal.get()
        guard let frontend = portal.frontend else {
            throw CommandLineError("xdg-desktop-portal is not running.")
        }
        guard let hasChooser = frontend.hasFileChooser else {
            throw CommandLineError("The portal does not list its interfaces.")
        }
        guard !hasChooser else {
            return .ok("The portal offers it, so Chromium reads settings too.")
        }
        let restart = " && " + restartPortal
        let finding =
            "Chromium and its derivatives do not follow: the portal offers no file chooser."
        let choosers = portal.routes.backends
            .filter { $0.interfaces.contains(PortalRoutes.fileChooser) }.map(\.name)
        guard let chooser = choosers.first else {
            return .broken(
                finding, because: "No installed backend has one.",
                fix: PackageManager.install("xdg-desktop-portal-gtk") + restart)
        }
        let route = portal.routes.route(
            for: PortalRoutes.fileChooser, firstFileOnly: portal.readsOneFileOnly)
        if let route,
            route.backends.contains(where: { portal.routes.has($0, for: PortalRoutes.fileChooser) })
        {
            return .broken(
                finding, because: "\(route.path) names one that does not run or started later.",
                fix: restartPortal, action: restartPortalAction)
        }
        let path = route?.path ?? portal.routes.preferences.first?.path
        guard let path else {
            return .broken(
                finding, because: "\(chooser.excerpt) has one, but does not name this desktop.",
                fix: "appearancectl portal install" + restart, action: .installPortal)
        }
        let line = "\(PortalRoutes.fileChooser)=\(chooser.excerpt)"
        // Of two lines of a key the last one counts.
        let edit =
            FileReading.text(of: path)?.contains("\n\(PortalRoutes.fileChooser)=") == true
            ? "s/^\(PortalRoutes.fileChooser)=.*/\(line)/" : "/^\\[preferred\\]/a \(line)"
        return .broken(
            finding,
            because: "\(chooser.excerpt) has one, but \(path) excludes it.",
            fix: (access(path, W_OK) == 0 ? "" : "sudo ") + "sed -i '\(edit)' \(path.shellWord)"
                + restart)
    }
}
