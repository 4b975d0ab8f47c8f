import AppearanceTestSupport
import Foundation

/// The real xdg-desktop-portal in a session, with the backend file that is installed.
final class PortalFrontend {
    private let process: ChildProcess

    /// Starts it; it has its name when this returns.
    init(in session: Session) throws {
        let portals = session.home.path + "/portals"
        try session.home.write(
            Repository.text(of: "config/appearanced.portal"), to: portals + "/appearanced.portal")
        let environment = session.home.environment.merging(session.bus.environment) { $1 }
            .merging(["XDG_DESKTOP_PORTAL_DIR": portals, "XDG_CURRENT_DESKTOP": "sway"]) { $1 }
        let client = try BusClient(
            environment: environment, name: "org.freedesktop.portal.Desktop",
            path: "/org/freedesktop/portal/desktop",
            interface: "org.freedesktop.portal.Settings")
        process = try ChildProcess(Requirement.portalFrontend, [], environment: environment)
        try client.waitForOwner()
    }

    /// Kills it.
    func kill() throws {
        process.signal(9)
        try process.expectExit()
    }
}
