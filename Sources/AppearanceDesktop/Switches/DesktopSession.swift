/// What the desktop's programs depend on in the environment of a session.
package struct DesktopSession: Equatable, Sendable {
    /// Whether there is a display to talk to.
    package let hasDisplay: Bool
    /// `XDG_CONFIG_DIRS` as Plasma sets it for its session; `nil` without a home.
    ///
    /// A global theme writes its settings to `kdedefaults`, and Plasma's programs read them only with
    /// this value. A user's service manager is older than the session, and has another.
    let plasmaDirectories: String?

    /// Reads an environment; `configHome` is `$XDG_CONFIG_HOME`, or what stands for it.
    package init(configHome: String?, _ environment: (String) -> String?) {
        hasDisplay = ["WAYLAND_DISPLAY", "DISPLAY"].contains { environment($0)?.isEmpty == false }
        plasmaDirectories = configHome.map { home in
            let defaults = home + KConfigText.defaultsFolder
            let present = environment("XDG_CONFIG_DIRS").flatMap { $0.isEmpty ? nil : $0 }
            let others = (present ?? KConfigText.usualDirectories).split(separator: ":")
            return ([defaults] + others.map(String.init).filter { $0 != defaults })
                .joined(separator: ":")
        }
    }
}

extension DesktopCommand {
    /// What to add to the environment of the program in a session.
    package func environment(in session: DesktopSession) -> [String: String] {
        var additions = environment
        if !session.hasDisplay { additions.merge(withoutDisplay) { $1 } }
        if isPlasmas { additions["XDG_CONFIG_DIRS"] = session.plasmaDirectories }
        return additions
    }
}
