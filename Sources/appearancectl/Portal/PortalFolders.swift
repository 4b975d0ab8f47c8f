internal import AppearanceDesktop
internal import AppearanceModel
internal import Glibc

/// Where the desktop portal looks, in its own order, for this user and this desktop.
struct PortalFolders {
    /// The names of the desktop, lower-cased, the most particular first; empty where it has none.
    let desktops: [String]
    /// The user's own folder of portals.conf files.
    let own: String
    /// All other folders of such files, the first to count first.
    let others: [String]
    /// The user's own folder of `.portal` files, and all others.
    let ownBackends: String
    let otherBackends: [String]
    /// The folder of `.portal` files that replaces all others; `nil` if the environment names none.
    let onlyBackends: String?
    /// The folders of data, the user's own first.
    let data: [String]

    /// Where the `.portal` files lie in a folder of data.
    static let backendsBelow = "/xdg-desktop-portal/portals"

    /// Nil where there is no home to write to.
    init?(_ environment: (String) -> String?) {
        func folders(_ name: String, otherwise fallback: String) -> [String] {
            let value = environment(name) ?? ""
            return (value.isEmpty ? fallback : value).split(separator: ":").map(String.init)
                .filter { $0.hasPrefix("/") }
        }
        func home(_ name: String, _ below: String) -> String? {
            if let path = environment(name), path.hasPrefix("/") { return path }
            return environment("HOME").flatMap { $0.hasPrefix("/") ? $0 + "/" + below : nil }
        }
        guard let configuration = home("XDG_CONFIG_HOME", ".config"),
            let data = home("XDG_DATA_HOME", ".local/share")
        else { return nil }
        desktops = (environment("XDG_CURRENT_DESKTOP") ?? "").split(separator: ":")
            .map { $0.lowercased() }.filter { !$0.contains("/") }
        let dataFolders = folders("XDG_DATA_DIRS", otherwise: "/usr/local/share:/usr/share")
        let shared = [data] + dataFolders
        self.data = shared
        onlyBackends = environment("XDG_DESKTOP_PORTAL_DIR")
        let below = "/xdg-desktop-portal"
        own = configuration + below
        others =
            (folders("XDG_CONFIG_DIRS", otherwise: "/etc/xdg") + ["/etc"] + shared)
            .map { $0 + below }
        ownBackends = data + Self.backendsBelow
        otherBackends = dataFolders.map { $0 + Self.backendsBelow }
    }

    /// The name of a desktop whose own portal backend tells apps what its own switch says; nil for
    /// any other.
    var desktopWithItsOwnSwitch: String? {
        Desktop.nameWithOwnSwitch(in: desktops.joined(separator: ":"))
    }

    /// The one file in a folder that counts for this desktop; nil if none is there.
    func file(in folder: String) -> String? {
        (desktops.map { $0 + "-portals.conf" } + ["portals.conf"])
            .map { folder + "/" + $0 }.first { access($0, F_OK) == 0 }
    }

    /// The user's file for this desktop where there is none yet.
    var newFile: String {
        own + "/" + (desktops.first.map { $0 + "-portals.conf" } ?? "portals.conf")
    }
}
