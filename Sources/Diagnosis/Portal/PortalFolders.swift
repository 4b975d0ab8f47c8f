internal import AppearanceDesktop
internal import AppearanceModel
internal import Console
internal import Glibc

/// The folders that the desktop portal reads for this user and desktop, in its own order.
package struct PortalFolders {
    /// The names of the desktop in lower case, the most specific first; empty if it has none.
    let desktops: [String]
    /// The user's folder of portals.conf files.
    let own: String
    /// The other folders of such files, in order of precedence.
    let others: [String]
    /// The user's folder of `.portal` files.
    let ownBackends: String
    /// The folders of `.portal` files, the user's own first.
    let allBackends: [String]
    /// The folder of `.portal` files that replaces all others; `nil` if the environment names none.
    let onlyBackends: String?
    /// The data folders, the user's own first.
    let data: [String]

    /// The path of the `.portal` files in a data folder.
    static let backendsBelow = "/xdg-desktop-portal/portals"

    /// Creates the folders from the environment; `nil` without a home directory.
    package init?(_ environment: (String) -> String?) {
        let directories = BaseDirectories(environment)
        guard let configuration = directories.configuration,
            let data = directories.data
        else { return nil }
        desktops = (environment("XDG_CURRENT_DESKTOP") ?? "").split(separator: ":")
            .map { $0.lowercased() }.filter { !$0.contains("/") }
        let shared = directories.allData
        self.data = shared
        onlyBackends = environment("XDG_DESKTOP_PORTAL_DIR")
        let below = "/xdg-desktop-portal"
        own = configuration + below
        others =
            (directories.systemConfiguration + ["/etc"] + shared)
            .map { $0 + below }
        ownBackends = data + Self.backendsBelow
        allBackends = shared.map { $0 + Self.backendsBelow }
    }

    /// The name of a desktop whose portal backend reports its own switch to apps; `nil` for any
    /// other.
    package var desktopWithOwnSwitch: String? {
        Desktop.nameWithOwnSwitch(in: desktops.joined(separator: ":"))
    }

    /// Returns the file of a folder that the portal reads for this desktop; `nil` if none exists.
    func file(in folder: String) -> String? {
        (desktops.map { $0 + "-portals.conf" } + ["portals.conf"])
            .map { folder + "/" + $0 }.first { access($0, F_OK) == 0 }
    }

    /// The backend file of appearanced in the first folder that has one, read by the portal or not;
    /// `nil` if none has.
    var shippedFile: String? {
        allBackends.map { "\($0)/\(ShippedPortal.fileName)" }.first(where: FileWriting.exists)
    }

    /// The path of a new file of the user for this desktop.
    var newFile: String {
        own + "/" + (desktops.first.map { $0 + "-portals.conf" } ?? "portals.conf")
    }
}

/// The version of xdg-desktop-portal, which determines the files that it reads.
struct PortalVersion: Equatable, CustomStringConvertible {
    private let numbers: [Int]

    static func command(_ program: String) -> Command { Command(program, "--version") }

    /// Parses the output of `command`; `nil` without a version.
    init?(_ result: CommandResult) {
        guard case .output(let text) = result else { return nil }
        numbers = (text.excerpt.split(separator: " ").last ?? "")
            .split(separator: ".").compactMap { Int($0) }
        guard !numbers.isEmpty else { return nil }
    }

    var description: String { numbers.map(String.init).joined(separator: ".") }

    /// Whether it reads no portals.conf, and `.portal` files from one folder only.
    var readsOneFolder: Bool { isBefore([1, 17]) }

    /// Whether it reads only the first portals.conf that it finds.
    var readsOneFile: Bool { !readsOneFolder && isBefore([1, 21]) }

    private func isBefore(_ other: [Int]) -> Bool { numbers.lexicographicallyPrecedes(other) }
}

/// The desktop portal that the session bus starts.
struct InstalledPortal {
    let program: String
    let version: PortalVersion?
    /// The folder of `.portal` files that belongs to the installation.
    let backends: String

    /// Finds the portal by its D-Bus service file; `nil` if there is none.
    ///
    /// Without `version`, that of the running portal, it runs the program to get it.
    init?(_ folders: PortalFolders, version: PortalVersion? = nil) {
        let service = "/dbus-1/services/\(BusNames.portal).service"
        guard let data = folders.data.first(where: { FileWriting.exists($0 + service) }),
            let line = FileReading.text(of: data + service, limit: 1 << 16)?.split(
                whereSeparator: \.isNewline
            )
            .first(where: { $0.hasPrefix("Exec=") }),
            let program = line.dropFirst("Exec=".count).split(separator: " ").first
        else { return nil }
        self.program = String(program)
        self.version =
            version ?? PortalVersion(CommandRunner.run([PortalVersion.command(self.program)])[0])
        backends = data + PortalFolders.backendsBelow
    }
}

/// The backend file of appearanced in a folder that the portal does not read.
package struct UnreadBackend {
    package let cause: String
    /// The command with which root copies the file to a folder that the portal reads.
    package let command: String

    /// Compares the folders; `nil` if the portal reads the file.
    init?(_ portal: InstalledPortal?, _ folders: PortalFolders) {
        guard let portal, let version = portal.version, version.readsOneFolder,
            folders.onlyBackends == nil
        else { return nil }
        let name = "/" + ShippedPortal.fileName
        guard !FileWriting.exists(portal.backends + name) else { return nil }
        let source = folders.shippedFile ?? folders.ownBackends + name
        cause =
            "xdg-desktop-portal \(version) reads only \(portal.backends), and appearanced.portal is"
            + " not there."
        command = "sudo install -D -m 644 \(source.shellWord) \((portal.backends + name).shellWord)"
    }
}
