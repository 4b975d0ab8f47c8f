/// Texts as gsettings writes and reads them.
///
/// https://docs.gtk.org/glib/gvariant-text-format.html#strings
enum GVariantText {
    /// Returns a text in single quotes.
    static func quoted(_ text: String) -> String {
        var result = "'"
        for character in text.unicodeScalars {
            switch character {
            case "'", "\\":
                result += "\\"
                result.unicodeScalars.append(character)
            case "\n": result += "\\n"
            default: result.unicodeScalars.append(character)
            }
        }
        return result + "'"
    }

    /// Returns the text between the quotes; `nil` for anything but one text.
    static func string(_ text: String) -> String? {
        var rest = text.unicodeScalars[...]
        guard let quote = rest.popFirst(), quote == "'" || quote == "\"", rest.popLast() == quote
        else { return nil }
        var result = String.UnicodeScalarView()
        while let character = rest.popFirst() {
            guard character != quote else { return nil }
            guard character == "\\" else {
                result.append(character)
                continue
            }
            guard let escaped = rest.popFirst() else { return nil }
            result.append(escaped == "n" ? "\n" : escaped)
        }
        return String(result)
    }
}

/// dconf's signal of a change: a prefix and the changed paths below it, such as
/// `/org/gnome/desktop/` and `["interface/color-scheme"]`; a path that ends in a slash stands for
/// all below it.
///
/// https://gitlab.gnome.org/GNOME/dconf/-/blob/main/common/dconf-changeset.c
package enum DConfNotice {
    /// The name of the sender; its interface and member follow.
    package static let sender = "ca.desrt.dconf"
    package static let interface = "ca.desrt.dconf.Writer"
    package static let member = "Notify"

    /// Returns the path of a key; the schemas of MATE are in the folder of its desktop.
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
