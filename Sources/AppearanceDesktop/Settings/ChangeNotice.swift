/// A notice that a setting may have changed.
package enum ChangeNotice: Hashable, Sendable {
    /// dconf's signal for a path: a key, or with a slash at its end all keys below.
    case dconf(String)
    /// xfconf's signal for a property of a channel, by the end of its name.
    case xfconf(channel: String, suffix: String)
    /// A change of the file at a path.
    case file(String)
    /// A new owner of a name on the session bus.
    case owner(String)
}

extension DesktopSetting {
    /// Returns the notices of changes of the setting in a session.
    package func notices(in session: DesktopSession) -> [ChangeNotice] {
        switch place {
        case .gsettings(let schema, let key):
            [.dconf(DConfNotice.path(schema: schema, key: key))]
        case .xfconf(let channel, let property): [.xfconf(channel: channel, suffix: property)]
        case .xfconfScreens(let channel, let suffix): [.xfconf(channel: channel, suffix: suffix)]
        // It comes after the daemon, and comes again after a crash.
        case .plasmashell:
            session.files(PlasmaWallpaper.fileName).map(ChangeNotice.file)
                + [.owner(PlasmaWallpaper.busName)]
        case .kconfig: session.plasmaPaths.map(ChangeNotice.file)
        case .file(let path, _, _), .wholeFile(let path):
            session.files(path).map(ChangeNotice.file)
        // No client of a display is told of a picture.
        case .x11Root, .layerShell: []
        }
    }
}

/// dconf's signal of a change: a prefix and the changed paths below it, such as
/// `/org/gnome/desktop/` and `["interface/color-scheme"]`; a path that ends in a slash stands for
/// all below it.
///
/// https://gitlab.gnome.org/GNOME/dconf/-/blob/main/common/dconf-changeset.c
package enum DConfNotice {
    /// Returns the path of a key, or of a schema if the key is empty; the schemas of MATE are in the
    /// folder of its desktop.
    package static func path(schema: String, key: String) -> String {
        let mate = "org.mate."
        let words =
            schema.hasPrefix(mate)
            ? "org.mate.desktop." + schema.dropFirst(mate.count).map { $0 == "-" ? "." : $0 }
            : schema
        return "/" + String(words.map { $0 == "." ? "/" : $0 }) + "/" + key
    }

    /// Returns whether a signal concerns a path: a key, or with a slash at its end all keys below.
    package static func names(_ path: String, prefix: String, changes: [String]) -> Bool {
        changes.contains { change in
            let changed = prefix + change
            return changed == path || changed.hasSuffix("/") && path.hasPrefix(changed)
                || path.hasSuffix("/") && changed.hasPrefix(path)
        }
    }
}
