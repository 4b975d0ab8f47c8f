/// What dconf tells the bus when something changed: a place, and what lies below it, as in
/// `/org/gnome/desktop/` and `["interface/color-scheme"]`; a place that ends in a slash is all that
/// lies below.
///
/// https://gitlab.gnome.org/GNOME/dconf/-/blob/main/common/dconf-changeset.c
package enum DConfNotice {
    /// The name of its sender, and its interface and member.
    package static let sender = "ca.desrt.dconf"
    package static let interface = "ca.desrt.dconf.Writer"
    package static let member = "Notify"

    /// Whether a notice is about a path: a key, or with a slash at its end all keys below.
    package static func names(_ path: String, prefix: String, changes: [String]) -> Bool {
        changes.contains { change in
            let changed = prefix + change
            return changed == path || changed.hasSuffix("/") && path.hasPrefix(changed)
                || path.hasSuffix("/") && changed.hasPrefix(path)
        }
    }
}
