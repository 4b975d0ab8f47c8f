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

/// The version of xdg-desktop-portal, which decides which files it reads.
struct PortalVersion: Equatable, CustomStringConvertible {
    private let numbers: [Int]

    /// What the option that names it shows.
    static func question(_ program: String) -> Command { Command(program, "--version") }

    /// `nil` for an answer without a version.
    init?(_ answer: CommandResult) {
        guard case .said(let text) = answer else { return nil }
        numbers = (text.excerpt.split(separator: " ").last ?? "")
            .split(separator: ".").compactMap { Int($0) }
        guard !numbers.isEmpty else { return nil }
    }

    var description: String { numbers.map(String.init).joined(separator: ".") }

    /// Whether it reads no portals.conf, and `.portal` files from one folder only.
    var readsOneFolder: Bool { isBefore([1, 17]) }

    /// Whether it reads the first of its portals.conf files and then no other.
    var readsOneFile: Bool { !readsOneFolder && isBefore([1, 21]) }

    private func isBefore(_ other: [Int]) -> Bool { numbers.lexicographicallyPrecedes(other) }
}

/// The desktop portal that the session bus starts.
struct InstalledPortal {
    let program: String
    let version: PortalVersion?
    /// The folder of `.portal` files that it was installed with.
    let backends: String

    /// Finds it by its D-Bus service file; `nil` if there is none.
    ///
    /// `version` is that of the portal that runs; without one, the program is asked for it.
    init?(_ folders: PortalFolders, version: PortalVersion? = nil) {
        let service = "/dbus-1/services/\(BusNames.portal).service"
        guard let data = folders.data.first(where: { FileWriting.exists($0 + service) }),
            let bytes = try? FileReading.bytes(of: data + service, limit: 1 << 16),
            let line = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
                .first(where: { $0.hasPrefix("Exec=") }),
            let program = line.dropFirst("Exec=".count).split(separator: " ").first
        else { return nil }
        self.program = String(program)
        self.version =
            version ?? PortalVersion(CommandRunner.ask([PortalVersion.question(self.program)])[0])
        backends = data + PortalFolders.backendsBelow
    }
}

/// The backend file of appearanced where the portal does not read it.
struct UnreadBackend {
    /// Why, in a sentence.
    let cause: String
    /// The command by which root, once, puts the file where the portal reads it.
    let command: String

    /// `nil` if the portal reads it where it is, or reads all folders.
    init?(_ portal: InstalledPortal?, _ folders: PortalFolders) {
        guard let portal, let version = portal.version, version.readsOneFolder,
            folders.onlyBackends == nil
        else { return nil }
        let name = "/" + ShippedPortal.fileName
        guard !FileWriting.exists(portal.backends + name) else { return nil }
        let source =
            ([folders.ownBackends] + folders.otherBackends).map { $0 + name }
            .first(where: FileWriting.exists) ?? folders.ownBackends + name
        cause =
            "xdg-desktop-portal \(version) reads only \(portal.backends), and appearanced.portal is"
            + " not there."
        command =
            "sudo install -D -m 644 \(source.shellWord) \((portal.backends + name).shellWord)"
    }
}
