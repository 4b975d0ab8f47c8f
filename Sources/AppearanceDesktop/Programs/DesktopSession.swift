package import AppearanceModel

/// The environment of the desktop's programs in a session.
package struct DesktopSession: Equatable, Sendable {
    private let directories: BaseDirectories
    /// Whether the environment has a display, which a program without `variables` uses.
    package private(set) var hasDisplay: Bool
    /// `XDG_CONFIG_DIRS` as Plasma sets it for its session; `nil` without a home.
    ///
    /// A global theme writes its settings to `kdedefaults`, and Plasma's programs read them only
    /// with this value. A user's service manager is older than the session, and has another.
    let plasmaDirectories: String?
    /// The variables of the display that the environment lacks, or has of an earlier session.
    private(set) var variables: [String: String] = [:]

    /// Reads an environment.
    package init(_ environment: (String) -> String?) {
        let directories = BaseDirectories(environment)
        self.directories = directories
        hasDisplay = Self.hasDisplay(environment)
        plasmaDirectories = directories.configuration.map { home in
            let defaults = home + KConfigText.defaultsFolder
            return directories.systemConfiguration
                .filter { $0 != defaults }.reduce(defaults) { "\($0):\($1)" }
        }
    }

    /// The directory of the user's configuration; `nil` without a home.
    package var configHome: String? { directories.configuration }
}

extension DesktopSession {
    /// The variables that name the display.
    package static let displayVariables: Set = [
        "DISPLAY", "XAUTHORITY", "WAYLAND_DISPLAY", "HYPRLAND_INSTANCE_SIGNATURE",
    ]

    /// Returns whether an environment has a display.
    package static func hasDisplay(_ environment: (String) -> String?) -> Bool {
        ["WAYLAND_DISPLAY", "DISPLAY"].contains { environment($0)?.isEmpty == false }
    }

    /// Returns the file at a path below the user's configuration; none without a home.
    func files(_ path: String) -> [String] { configHome.map { ["\($0)/\(path)"] } ?? [] }

    /// Returns the possible paths of a settings file in KConfig's format, in order of precedence; the
    /// first is the user's own.
    package func kconfigPaths(of name: String) -> [String] {
        configHome.map {
            KConfigText.paths(of: name, home: $0, directories: directories.systemConfiguration)
        } ?? []
    }

    /// The possible paths of Plasma's shared settings, in order of precedence.
    package var plasmaPaths: [String] {
        ["kdeglobals", "kcminputrc"].flatMap(kconfigPaths)
    }

    /// Returns the session with the display of a service manager where the environment has none, or
    /// where the manager has one and its environment is to replace that of an earlier session.
    package func joined(
        with environment: [String: String], replacing isReplaced: Bool
    ) -> DesktopSession {
        let display = environment.filter { Self.displayVariables.contains($0.key) }
        guard !hasDisplay || (isReplaced && Self.hasDisplay { display[$0] }) else { return self }
        var session = self
        session.hasDisplay = false
        session.variables = display
        return session
    }
}

extension DesktopCommand {
    /// Returns the variables to add to the environment of the program in a session.
    package func environment(in session: DesktopSession) -> [String: String] {
        var additions = environment
        if needsDisplay { additions.merge(session.variables) { $1 } }
        if !session.hasDisplay { additions.merge(withoutDisplay) { $1 } }
        if isPlasmas { additions["XDG_CONFIG_DIRS"] = session.plasmaDirectories }
        return additions
    }
}

extension DesktopSession {
    /// Returns the desktop whose settings are to follow, by `XDG_CURRENT_DESKTOP`: the running one, or
    /// GNOME for Budgie 10.7.
    ///
    /// In Debian 12, this version turns its own switch on whenever GNOME's preference changes, to light
    /// too, which would count as the user's choice. `text` returns the text of a file, `nil` if there is none.
    package func desktop(named names: String, _ text: (_ path: String) -> String?) -> Desktop {
        let desktop = Desktop(currentDesktop: names)
        guard desktop == .budgie else { return desktop }
        for folder in directories.systemData {
            guard let version = text(folder + "/budgie/budgie-version.xml") else { continue }
            return version.holds("<str>10.7") ? .gnome : .budgie
        }
        return .budgie
    }
}

extension Desktop {
    /// Creates the running desktop from `XDG_CURRENT_DESKTOP`.
    ///
    /// The names are separated by colons, the most specific first, such as `ubuntu:GNOME`. Their
    /// case is ignored.
    ///
    /// https://specifications.freedesktop.org/desktop-entry-spec/latest/recognized-keys.html
    package init(currentDesktop names: String) {
        self =
            names.split(separator: ":")
            .lazy.compactMap { Self.known[$0.lowercased()] }.first ?? .other
    }

    /// Returns the name of the first desktop, in a value of `XDG_CURRENT_DESKTOP`, whose own portal
    /// backend publishes its own switch.
    package static func nameWithOwnSwitch(in names: String) -> String? {
        let own = [
            "gnome": "GNOME", "kde": "Plasma", "x-cinnamon": "Cinnamon", "cinnamon": "Cinnamon",
            "budgie": "Budgie", "pantheon": "elementary", "cosmic": "COSMIC", "unity": "Unity",
        ]
        return names.split(separator: ":").lazy.compactMap { own[$0.lowercased()] }.first
    }

    private static let known: [String: Desktop] = [
        "gnome": .gnome, "gnome-classic": .gnome, "gnome-flashback": .gnome, "kde": .kde,
        "xfce": .xfce, "mate": .mate, "x-cinnamon": .cinnamon, "cinnamon": .cinnamon,
        "budgie": .budgie, "pantheon": .pantheon, "cosmic": .cosmic,
        "i3": .x11, "bspwm": .x11, "openbox": .x11, "awesome": .x11, "dwm": .x11, "xmonad": .x11,
        "herbstluftwm": .x11, "fluxbox": .x11, "icewm": .x11,
        "sway": .layerShell, "river": .layerShell, "labwc": .layerShell, "wayfire": .layerShell,
        "niri": .layerShell, "dwl": .layerShell, "hyprland": .layerShell,
    ]
}

extension DesktopSettings {
    /// Returns the settings with `light_scheme = "auto"` resolved for a desktop.
    ///
    /// If appearanced serves the portal, it publishes 2 (light), and the portal also passes on the
    /// GTK backend's value of GSettings: 0 (no preference) for `default`, 2 for `prefer-light`. So
    /// that both agree, `prefer-light` is written there; and on Budgie, which writes it too. `names` is
    /// the value of `XDG_CURRENT_DESKTOP`, `nil` or empty if it is unknown.
    package func resolved(on names: String?) -> DesktopSettings {
        guard lightScheme == .auto, let names, !names.isEmpty else { return self }
        var settings = self
        let desktop = Desktop(currentDesktop: names)
        let writesDefault =
            [.gnome, .kde, .xfce].contains(desktop)
            || Desktop.nameWithOwnSwitch(in: names) != nil && desktop != .budgie
        settings.lightScheme = writesDefault ? .standard : .preferLight
        return settings
    }
}
