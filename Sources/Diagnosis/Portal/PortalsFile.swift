internal import AppearanceDesktop
internal import Console

// A change replaces one line of a portals.conf and keeps every other byte. A comment beside the
// line has the original, so that restoring it needs no other file.
//
// https://flatpak.github.io/xdg-desktop-portal/docs/portals.conf.html

/// The text of a portals.conf.
struct PortalsFile: Equatable {
    static let backend = "appearanced"
    /// The backends after appearanced if no file lists any.
    static let usualBackends = ["gtk"]
    private static let settings = "org.freedesktop.impl.portal.Settings"
    private static let group = "[preferred]"
    private static let mark = "# appearancectl portal install: "
    private static let markBefore = mark + "before, this was "
    private static let markAdded = mark + "this line was added"
    private static let markSection = mark + "this section was added"

    private(set) var lines: [String]
    /// Whether the last line has an end.
    private let isEnded: Bool

    init(_ text: String) {
        // By scalars: as a Character, a carriage return with a newline is one unit.
        lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
        isEnded = lines.last == ""
        if isEnded { lines.removeLast() }
    }

    var text: String {
        lines.joined(separator: "\n") + (isEnded && !lines.isEmpty ? "\n" : "")
    }

    /// The file without its first line.
    var withoutFirstLine: PortalsFile {
        var file = self
        file.lines = Array(lines.dropFirst())
        return file
    }

    /// The backends for settings, in order, by their own line or the default.
    var backends: [String]? { backends(for: Self.settings) }

    /// Returns the backends for an interface, in order, by its own line or the default.
    func backends(for interface: String) -> [String]? {
        value(of: interface) ?? value(of: "default")
    }

    /// Whether the line about settings names appearanced.
    var namesAppearanced: Bool { value(of: Self.settings)?.contains(Self.backend) ?? false }

    /// Whether the line about settings names appearanced and also `*`, every installed backend.
    ///
    /// The portal starts every backend on the line. xdg-desktop-portal-gnome never answers outside
    /// of GNOME: the portal then takes 25 s to start (1.20), or fails after 90 s (1.22).
    var startsEveryBackend: Bool {
        namesAppearanced && value(of: Self.settings)?.contains("*") == true
    }

    /// Puts appearanced first among the backends for settings, before the present ones; removes
    /// `*`.
    ///
    /// - Parameter others: The backends if the file lists none.
    mutating func putFirst(otherwise others: [String]) {
        guard backends?.first != Self.backend || !namesAppearanced || startsEveryBackend else {
            return
        }
        let listed = backends ?? others
        var rest = listed.filter { ![Self.backend, "none", "*"].contains($0) }
        if rest.isEmpty, listed.contains("*") { rest = Self.usualBackends }
        let line = Self.settings + "=" + ([Self.backend] + rest).joined(separator: ";")
        if let index = index(of: Self.settings) {
            let isOurs = namesAppearanced && index > 0 && lines[index - 1].hasPrefix(Self.mark)
            lines.replaceSubrange(
                index...index, with: (isOurs ? [] : [Self.markBefore + lines[index]]) + [line])
        } else if let start = lines.firstIndex(where: { Self.trimmed($0) == Self.group }) {
            lines.insert(contentsOf: [Self.markAdded, line], at: start + 1)
        } else {
            lines += [Self.group, Self.markSection, line]
        }
    }

    /// Restores the line that `putFirst` replaced, also if ours was changed since; from a line without a mark,
    /// removes only the name.
    mutating func restore() {
        guard let index = index(of: Self.settings), namesAppearanced else { return }
        let before = index > 0 ? lines[index - 1] : ""
        if before.hasPrefix(Self.markBefore) {
            lines.replaceSubrange(
                index - 1...index, with: [String(before.dropFirst(Self.markBefore.count))])
        } else if before == Self.markAdded {
            lines.removeSubrange(index - 1...index)
        } else if before == Self.markSection {
            let isAlone = index + 1 == lines.count || Self.trimmed(lines[index + 1]).hasPrefix("[")
            let hasHeading = index > 1 && Self.trimmed(lines[index - 2]) == Self.group
            lines.removeSubrange((isAlone && hasHeading ? index - 2 : index - 1)...index)
        } else {
            let rest = (value(of: Self.settings) ?? []).filter { $0 != Self.backend }
            if rest.isEmpty {
                lines.remove(at: index)
            } else {
                lines[index] = Self.settings + "=" + rest.joined(separator: ";")
            }
        }
    }

    // MARK: Reading

    private func value(of key: String) -> [String]? {
        guard let index = index(of: key), let equals = lines[index].firstIndex(of: "=")
        else { return nil }
        let list = lines[index][lines[index].index(after: equals)...]
        return list.split(separator: ";").map { Self.trimmed(String($0)) }.filter { !$0.isEmpty }
    }

    private func index(of key: String) -> Int? {
        SettingsText.index(of: key, in: "preferred", lines.map { $0[...] })
    }

    private static func trimmed(_ text: String) -> String {
        text.trimming { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\r\n" }
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

/// The shipped backend file, the same as config/appearanced.portal.
enum ShippedPortal {
    static let fileName = "appearanced.portal"

    static let text = """
        [portal]
        DBusName=org.freedesktop.impl.portal.desktop.appearanced
        Interfaces=org.freedesktop.impl.portal.Settings
        UseIn=sway;Hyprland;river;niri;labwc;wayfire;dwl;qtile;i3;bspwm;awesome;openbox;dwm;xmonad;\
        herbstluftwm;fluxbox;icewm

        """
}
