import AppearanceDesktop
import AppearanceModel
import DBus

/// Detects the running desktop, for a daemon that may have been started long before it.
///
/// The environment comes first. A user's service manager has no desktop in its environment until a
/// session has set it, so the bus is asked next: for the names that desktops own, and for the
/// portal's, which comes with every session and is the time to ask the service manager again.
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
    /// The environment of the user's service manager, if it was asked.
    private(set) var variables: [String: String] = [:]

    private let environment: ServiceEnvironment
    private let connection: BusConnection
    private let changed: () -> Void
    private var owned: Set<String> = []
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
        desktop = names.map(Desktop.init(currentDesktop:))
    }

    /// Starts to detect, if the environment has no desktop.
    func start() {
        guard environment.currentDesktop == nil, !isFollowing else { return }
        isFollowing = true
        for name in Self.marks.map(\.name) + [Self.portalName] {
            connection.followOwner(of: name) { [weak self] owner in
                self?.learn(name, isOwned: owner != nil)
            }
        }
    }

    private func learn(_ name: String, isOwned: Bool) {
        if isOwned { owned.insert(name) } else { owned.remove(name) }
        questions += 1
        if let mark = Self.marks.first(where: { owned.contains($0.name) }) {
            return conclude(mark.desktop)
        }
        let question = questions
        askManager { [weak self] environment in
            guard let self, question == questions else { return }
            variables = environment
            conclude(desktop(in: environment), names: environment["XDG_CURRENT_DESKTOP"])
        }
    }

    private func conclude(_ next: Desktop?, names: String? = nil) {
        guard next != desktop || names != self.names else { return }
        desktop = next
        self.names = names
        changed()
    }

    private func desktop(in environment: [String: String]) -> Desktop? {
        if let names = environment["XDG_CURRENT_DESKTOP"], !names.isEmpty {
            return Desktop(currentDesktop: names)
        }
        let hasDisplay =
            self.environment.desktopSession.hasDisplay || owned.contains(Self.portalName)
            || environment["WAYLAND_DISPLAY"] != nil || environment["DISPLAY"] != nil
        return hasDisplay ? .other : nil
    }

    /// Asks for the environment of the user's service manager; empty if there is none.
    ///
    /// https://www.freedesktop.org/software/systemd/man/latest/org.freedesktop.systemd1.html
    private func askManager(_ answer: @escaping ([String: String]) -> Void) {
        let question = try? Message.call(
            to: "org.freedesktop.systemd1", path: "/org/freedesktop/systemd1",
            interface: Message.propertiesInterface, member: "Get"
        ) {
            $0.string("org.freedesktop.systemd1.Manager")
            $0.string("Environment")
        }
        guard let question else { return answer([:]) }
        connection.call(question) { result in
            guard case .variant(.array(_, let entries))? = (try? result.get())?.first
            else { return answer([:]) }
            let pairs = entries.compactMap { entry -> (String, String)? in
                guard let text = entry.text, let sign = text.firstIndex(of: "=") else { return nil }
                return (String(text[..<sign]), String(text[text.index(after: sign)...]))
            }
            answer(Dictionary(pairs) { $1 })
        }
    }
}
