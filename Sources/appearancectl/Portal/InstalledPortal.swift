internal import Glibc

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
