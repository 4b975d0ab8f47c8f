import AppearanceDesktop
import AppearanceModel
import DBus
import DesktopControl
import Linux

/// Detects the running desktop, for a daemon that may have been started long before it, or in an
/// earlier session.
///
/// The environment of a daemon that was started by hand comes first. One that the user's service
/// manager has started outlives sessions, so the manager's present environment replaces that of the
/// start. It has no desktop until a session has set it, so the bus is asked next, for the names that
/// desktops own. The manager reports no change of its environment; it is asked again when such a name
/// or the portal's, which comes with every session, has come or gone, and when the appearance changes.
final class DesktopDetector {
    private static let marks: [(name: String, desktop: Desktop)] = [
        ("org.gnome.Shell", .gnome), ("org.kde.plasmashell", .kde), ("org.kde.KWin", .kde),
        ("org.xfce.SessionManager", .xfce), ("org.mate.SettingsDaemon", .mate),
        ("org.Cinnamon", .cinnamon),
    ]
    private static let portalName = "org.freedesktop.portal.Desktop"

    /// The desktop; `nil` as long as there is none.
    private(set) var desktop: Desktop?
    /// The value of `XDG_CURRENT_DESKTOP`, if known.
    private(set) var names: String?
    /// The variables of the display in the environment of the user's service manager, if it was asked.
    private(set) var variables: [String: String] = [:]

    private let environment: ServiceEnvironment
    private let connection: BusConnection
    private let changed: () -> Void
    private var owned: Set<String> = []
    /// The last known environment of the user's service manager; empty without one.
    private var manager: [String: String] = [:]
    private var isFollowing = false
    /// The number of questions; answers to earlier ones are ignored.
    private var questions = 0

    /// Creates a detector; `changed` is called when another desktop is found.
    init(
        _ environment: ServiceEnvironment, on connection: BusConnection,
        _ changed: @escaping () -> Void
    ) {
        self.environment = environment
        self.connection = connection
        self.changed = changed
        names = environment.currentDesktop
        desktop = names.map(desktop(named:))
    }

    /// Starts to detect, unless the environment has the desktop.
    func start() {
        guard environment.isManaged || environment.currentDesktop == nil, !isFollowing else {
            return
        }
        isFollowing = true
        for name in Self.marks.map(\.name) + [Self.portalName] {
            connection.followOwner(of: name) { [weak self] owner in
                self?.update(name, isOwned: owner != nil)
            }
        }
    }

    /// Asks the service manager again, whose environment may be that of another session meanwhile.
    func refresh() {
        guard isFollowing else { return }
        questions += 1
        let question = questions
        connection.askManagerForEnvironment { [weak self] environment in
            guard let self, question == questions else { return }
            // A manager that is busy has ended no session.
            manager = environment ?? manager
            conclude()
        }
    }

    private func update(_ name: String, isOwned: Bool) {
        guard questions == 0 || isOwned != owned.contains(name) else { return }
        if isOwned { owned.insert(name) } else { owned.remove(name) }
        refresh()
    }

    private func conclude() {
        let names = manager["XDG_CURRENT_DESKTOP"]?.nonEmpty ?? environment.currentDesktop
        let variables = manager.filter { DesktopSession.displayVariables.contains($0.key) }
        let desktop = detected
        guard desktop != self.desktop || names != self.names || variables != self.variables
        else { return }
        self.desktop = desktop
        self.names = names
        self.variables = variables
        changed()
    }

    private var detected: Desktop? {
        if let names = manager["XDG_CURRENT_DESKTOP"]?.nonEmpty { return desktop(named: names) }
        // The window managers of Budgie and elementary own the name of GNOME Shell too.
        if let mark = Self.marks.first(where: { owned.contains($0.name) }) { return mark.desktop }
        if let names = environment.currentDesktop { return desktop(named: names) }
        let hasDisplay =
            environment.desktopSession.hasDisplay || owned.contains(Self.portalName)
            || DesktopSession.hasDisplay { manager[$0] }
        return hasDisplay ? .other : nil
    }

    private func desktop(named names: String) -> Desktop {
        environment.desktopSession.desktop(named: names) { File.text(of: $0, limit: 4096) }
    }
}
