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
