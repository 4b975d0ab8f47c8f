internal import AppearanceModel

/// The desktop portal: whether apps that ask it hear what is in effect.
struct PortalCheck: Check {
    let name = "portal"

    func examine(_ evidence: Evidence) throws(Unavailable) -> [Finding] {
        guard evidence.configuration.configuration.portal.enabled else {
            throw Unavailable("Apps are not to be answered (portal.enabled is false).")
        }
        let portal = try evidence.portal.get()
        guard portal.isInstalled else {
            return [
                .warning(
                    "Apps have no portal to ask.",
                    because: "xdg-desktop-portal is not installed, so Firefox, GTK 4 and what runs"
                        + " in a sandbox hear of no appearance.",
                    fix: PackageManager.install("xdg-desktop-portal xdg-desktop-portal-gtk"))
            ]
        }
        guard let file = portal.fileThatStartsEveryBackend else {
            return [try compared(portal, evidence)]
        }
        let slow = slowStart(file, portal, evidence)
        do throws(Unavailable) {
            return [slow, try compared(portal, evidence)]
        } catch {
            return [slow]
        }
    }

    private func compared(_ portal: PortalEvidence, _ evidence: Evidence) throws(Unavailable)
        -> Finding
    {
        guard let frontend = portal.frontend else { return try sleeping(portal, evidence) }
        guard let answers = evidence.service.answers else {
            throw Unavailable("appearanced does not answer, so there is nothing to compare.")
        }
        return finding(frontend, portal, answers.status.appearance, evidence)
    }

    private func slowStart(
        _ file: String, _ portal: PortalEvidence, _ evidence: Evidence
    ) -> Finding {
        let finding = "The portal may start slowly, or not at all."
        let cause =
            "\(file) lists * for settings, so the portal starts every installed backend; the one of"
            + " GNOME does not answer on another desktop."
        let fix = "appearancectl portal install && " + evidence.restartPortal
        return portal.frontend == nil
            ? .broken(finding, because: cause, fix: fix)
            : .warning(finding, because: cause, fix: fix)
    }

    /// What it will do when an app wakes it.
    private func sleeping(_ portal: PortalEvidence, _ evidence: Evidence) throws(Unavailable)
        -> Finding
    {
        guard !portal.asksUs, !evidence.followsDesktop else {
            throw Unavailable("xdg-desktop-portal is not running; it starts when an app asks.")
        }
        return .warning(
            "Apps will not hear of appearanced.", because: portal.whyNotUs,
            fix: fix(portal, evidence))
    }

    private func finding(
        _ frontend: PortalEvidence.Frontend, _ portal: PortalEvidence, _ appearance: Appearance,
        _ evidence: Evidence
    ) -> Finding {
        guard let scheme = frontend.colorScheme else {
            return .broken(
                "Apps that ask the portal hear nothing.",
                because: frontend.appearance == nil
                    ? portal.whyNotUs : "No backend that is asked has a color-scheme.",
                fix: fix(portal, evidence))
        }
        // Only we know the key of ours: what is heard by it is read at the same time as the other.
        let appearance = frontend.appearance.flatMap(Appearance.init) ?? appearance
        let agrees = (scheme == 1) == (appearance != .light)
        let heard =
            ["0": "nothing of light or dark", "1": "dark", "2": "light"]["\(scheme)"]
            ?? "what is not known (\(scheme))"
        switch (agrees, frontend.appearance) {
        case (true, appearance.rawValue?):
            return .ok("Apps that ask hear \(heard), from appearanced.")
        case (true, _) where evidence.followsDesktop:
            return .ok("Apps that ask hear \(heard), by way of the desktop's own setting.")
        case (true, _):
            return .warning(
                "Apps that ask hear \(heard), and will not hear of a change.",
                because: portal.whyNotUs, fix: fix(portal, evidence))
        case (false, appearance.rawValue?):
            return .broken(
                "Apps that ask hear \(heard), and it is \(appearance.rawValue).",
                because: "The portal asks appearanced, and another backend before it.",
                fix: fix(portal, evidence))
        case (false, _):
            return .broken(
                "Apps that ask hear \(heard), and it is \(appearance.rawValue).",
                because: portal.whyNotUs, fix: fix(portal, evidence))
        }
    }

    private func fix(_ portal: PortalEvidence, _ evidence: Evidence) -> String {
        if portal.ownSwitch != nil, !evidence.desktop.isCOSMIC { return "appearancectl setup" }
        if let unread = portal.unread {
            let install = portal.hasBackendFile ? "" : "appearancectl portal install; "
            return "\(install)\(unread.command) && \(evidence.restartPortal)"
        }
        return (portal.asksUs ? "" : "appearancectl portal install && ") + evidence.restartPortal
    }
}

/// The choosing of files by the portal, without which Chromium asks it for nothing else either.
struct FileChooserCheck: Check {
    let name = "file chooser"

    func examine(_ evidence: Evidence) throws(Unavailable) -> [Finding] {
        let portal = try evidence.portal.get()
        guard let frontend = portal.frontend else {
            throw Unavailable("xdg-desktop-portal is not running.")
        }
        guard let hasOne = frontend.hasFileChooser else {
            throw Unavailable("The portal does not say what it offers.")
        }
        guard !hasOne else {
            return [.ok("The portal offers it, so Chromium asks for settings too.")]
        }
        return [missing(portal, evidence)]
    }

    private func missing(_ portal: PortalEvidence, _ evidence: Evidence) -> Finding {
        let restart = " && " + evidence.restartPortal
        let finding =
            "Chromium, and what is built on it, does not follow: the portal offers no file chooser."
        let choosers = portal.routes.backends
            .filter { $0.interfaces.contains(PortalRoutes.fileChooser) }.map(\.name)
        guard let chooser = choosers.first else {
            return .broken(
                finding, because: "No backend that is installed has one.",
                fix: PackageManager.install("xdg-desktop-portal-gtk") + restart)
        }
        let route = portal.routes.route(
            for: PortalRoutes.fileChooser, firstFileOnly: portal.readsOneFileOnly)
        if let route,
            route.backends.contains(where: { portal.routes.has($0, for: PortalRoutes.fileChooser) })
        {
            return .broken(
                finding, because: "\(route.path) names one, which does not run or came later.",
                fix: evidence.restartPortal)
        }
        let path = route?.path ?? portal.routes.preferences.first?.path
        guard let path else {
            return .broken(
                finding, because: "\(chooser.excerpt) has one, and is not for this desktop.",
                fix: "appearancectl portal install" + restart)
        }
        return .broken(
            finding,
            because: "\(path) keeps the portal from asking \(chooser.excerpt), which has one.",
            fix: "sed -i '/^\\[preferred\\]/a \(PortalRoutes.fileChooser)=\(chooser.excerpt)'"
                + " \(path.shellWord)" + restart)
    }
}
