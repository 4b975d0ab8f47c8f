internal import Console

/// The backends that the desktop portal uses for each interface, by its current files.
struct PortalRoutes {
    /// A portals.conf with its path.
    struct Preference {
        let path: String
        let file: PortalsFile
    }

    /// The files for this desktop, in order of precedence.
    let preferences: [Preference]
    /// The installed backends.
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

    /// Returns the backends for an interface and the file that names them; `nil` if none does.
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

    /// Returns whether a backend of this name is installed that has the interface.
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

/// A `.portal` file, which describes a backend of the portal.
struct BackendFile {
    /// The name of the backend in portals.conf.
    let name: String
    let interfaces: [String]
    /// The desktops that use it by default.
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

extension PortalEvidence {
    /// Whether the current files name appearanced first for settings.
    var prefersAppearanced: Bool {
        guard routes.has(PortalsFile.backend, for: PortalRoutes.settings) else { return false }
        if ignoresPortalsFiles { return isMadeForThisDesktop }
        guard let route else { return isMadeForThisDesktop }
        return route.backends.first == PortalsFile.backend
    }

    /// The file that names both appearanced and `*`, every installed backend, for settings; `nil`
    /// if none does.
    var fileThatStartsEveryBackend: String? {
        guard !ignoresPortalsFiles else { return nil }
        return routes.preferences.first { $0.file.startsEveryBackend }?.path
    }

    private var route: (backends: [String], path: String)? {
        routes.route(for: PortalRoutes.settings, firstFileOnly: readsOneFileOnly)
    }

    private var isMadeForThisDesktop: Bool {
        let ours = routes.backends.first { $0.name == PortalsFile.backend }
        return ours.map { !Set($0.desktops).isDisjoint(with: desktops) } ?? false
    }

    /// The reason, as a sentence, why the portal does not use appearanced.
    var reasonNotUsed: String {
        if let ownSwitch {
            return "On \(ownSwitch) the portal reads the desktop's own setting, which does not"
                + " follow."
        }
        if let unread { return unread.cause }
        guard routes.has(PortalsFile.backend, for: PortalRoutes.settings) else {
            return "appearanced.portal is missing from the portal's folders."
        }
        let desktop =
            desktops.first.map { "the desktop \($0.excerpt)" } ?? "a desktop without a name"
        if let route, !ignoresPortalsFiles, route.backends.first != PortalsFile.backend {
            let list = route.backends.joined(separator: ", ").excerpt
            return "\(route.path) names \(list.isEmpty ? "no backend" : list) instead."
        }
        if prefersAppearanced, startedBeforeDaemon {
            return "The portal started before appearanced was enabled, and does not retry."
        }
        if prefersAppearanced { return "The portal started before its files were changed." }
        if ignoresPortalsFiles {
            return
                "This version of the portal does not read portals.conf, and appearanced.portal does"
                + " not name \(desktop)."
        }
        return "No portals.conf for \(desktop) names appearanced."
    }
}
