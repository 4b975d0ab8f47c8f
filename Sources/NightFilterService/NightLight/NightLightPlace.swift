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

    /// The rules are those of the XDG Base Directory Specification: a path that is not absolute is as
    /// good as none. https://specifications.freedesktop.org/basedir-spec/latest/
    init(_ environment: (String) -> String?) {
        func path(_ name: String) -> String? {
            environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        let home = path("HOME")
        stateDirectory = (path("XDG_STATE_HOME") ?? home.map { "\($0)/.local/state" })
            .map { "\($0)/appearanced" }
        configHome = path("XDG_CONFIG_HOME") ?? home.map { "\($0)/.config" }
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
