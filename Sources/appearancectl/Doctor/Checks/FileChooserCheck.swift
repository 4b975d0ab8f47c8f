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
