/// Whom the desktop portal asks for what, by its files as they are now.
struct PortalRoutes {
    /// A file that says whom to ask.
    struct Preference {
        let path: String
        let file: PortalsFile
    }

    /// Those that count for this desktop, the first to count first.
    let preferences: [Preference]
    /// Every backend that is installed.
    let backends: [BackendFile]

    static let settings = "org.freedesktop.impl.portal.Settings"
    static let fileChooser = "org.freedesktop.impl.portal.FileChooser"

    init(_ folders: PortalFolders, onlyFolder: String?) {
        preferences = ([folders.own] + folders.others).compactMap { folder in
            folders.file(in: folder).flatMap { path in
                Self.text(path).map { Preference(path: path, file: PortalsFile($0)) }
            }
        }
        let directories = onlyFolder.map { [$0] } ?? [folders.ownBackends] + folders.otherBackends
        backends =
            directories
            .flatMap(FileWriting.files).filter { $0.hasSuffix(".portal") }
            .compactMap { path in Self.text(path).flatMap { BackendFile($0, path: path) } }
    }

    /// Who is asked, and which file says so; nil where no file says anything.
    func route(
        for interface: String, firstFileOnly: Bool
    ) -> (backends: [String], path: String)? {
        for preference in preferences.prefix(firstFileOnly ? 1 : preferences.count) {
            if let backends = preference.file.backends(for: interface) {
                return (backends, preference.path)
            }
        }
        return nil
    }

    /// Whether a backend of a name is installed, for an interface.
    func has(_ backend: String, for interface: String) -> Bool {
        backends.contains {
            ($0.name == backend || backend == "*") && $0.interfaces.contains(interface)
        }
    }

    private static func text(_ path: String) -> String? {
        (try? FileReading.bytes(of: path, limit: 1024 * 1024)).map {
            String(decoding: $0, as: UTF8.self)
        }
    }
}

/// A `.portal` file: what a backend of the portal does.
struct BackendFile {
    /// By which portals.conf knows it.
    let name: String
    let interfaces: [String]
    /// The desktops it was made for, where nothing else is said.
    let desktops: [String]

    init?(_ text: String, path: String) {
        guard let file = path.split(separator: "/").last else { return nil }
        name = String(file.dropLast(".portal".count))
        func list(_ key: String) -> [String] {
            text.split(whereSeparator: \.isNewline).first { $0.hasPrefix(key + "=") }
                .map { $0.dropFirst(key.count + 1).split(separator: ";").map(String.init) } ?? []
        }
        interfaces = list("Interfaces")
        desktops = list("UseIn").map { $0.lowercased() }
    }
}
