internal import AppearanceConfig
internal import AppearanceDesktop
internal import DBus

/// Where a desktop's night light is set, and where is kept what it was, by the environment alone.
struct NightLightPlace {
    /// The directory of what outlives a restart; nil without a home.
    let stateDirectory: String?
    private let configHome: String?
    private let configDirectories: String?
    /// The session bus; nil where there is none.
    let busAddress: String?
    /// The desktop that the environment names; nil where it names none.
    let currentDesktop: String?

    init(_ environment: (String) -> String?) {
        let directories = BaseDirectories(environment)
        stateDirectory = directories.state
        configHome = directories.configuration
        configDirectories = environment("XDG_CONFIG_DIRS")
        busAddress = BusAddress.ofSession(environment)
        currentDesktop = environment("XDG_CURRENT_DESKTOP").flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The files of a name in which KConfig looks for settings; the first is the user's own.
    func settingsPaths(of name: String) -> [String] {
        configHome.map {
            KConfigText.paths(of: name, home: $0, directories: configDirectories)
        } ?? []
    }
}
