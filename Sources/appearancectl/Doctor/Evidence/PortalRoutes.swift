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

extension PortalEvidence {
    /// Whether by the files as they are we are asked for settings, and first.
    var asksUs: Bool {
        guard routes.has(PortalsFile.backend, for: PortalRoutes.settings) else { return false }
        if knowsNoFiles { return isMadeForThisDesktop }
        guard let route else { return isMadeForThisDesktop }
        return route.backends.first == PortalsFile.backend
    }

    /// The file by which the portal asks us for settings, and every other backend too; `nil` if none
    /// does.
    var fileThatStartsEveryBackend: String? {
        guard !knowsNoFiles else { return nil }
        return routes.preferences.first { $0.file.startsEveryBackend }?.path
    }

    private var route: (backends: [String], path: String)? {
        routes.route(for: PortalRoutes.settings, firstFileOnly: readsOneFileOnly)
    }

    private var isMadeForThisDesktop: Bool {
        let ours = routes.backends.first { $0.name == PortalsFile.backend }
        return ours.map { !Set($0.desktops).isDisjoint(with: desktops) } ?? false
    }

    /// Why the portal does not ask us, in a sentence.
    var whyNotUs: String {
        if let ownSwitch {
            return "On \(ownSwitch) the portal goes by the desktop's own setting, which does not"
                + " follow."
        }
        if let unread { return unread.cause }
        guard routes.has(PortalsFile.backend, for: PortalRoutes.settings) else {
            return "No folder of the portal's has an appearanced.portal."
        }
        let desktop =
            desktops.first.map { "the desktop \($0.excerpt)" } ?? "a desktop without a name"
        if let route, !knowsNoFiles, route.backends.first != PortalsFile.backend {
            let list = route.backends.joined(separator: ", ").excerpt
            return "\(route.path) has it ask \(list.isEmpty ? "nobody" : list) instead."
        }
        if asksUs, cameBeforeTheService {
            return "The portal was started before appearanced was enabled, and has given it up."
        }
        if asksUs { return "The portal was started before its files were as they are now." }
        if knowsNoFiles {
            return "This portal is older than portals.conf, and appearanced.portal is not for"
                + " \(desktop)."
        }
        return "No portals.conf for \(desktop) names appearanced."
    }
}
