package import AppearanceModel

extension Desktop {
    /// The desktop that runs, by `XDG_CURRENT_DESKTOP`.
    ///
    /// These are names divided by colons, the most particular first, such as `ubuntu:GNOME`. The
    /// case of the letters is of no account.
    ///
    /// https://specifications.freedesktop.org/desktop-entry-spec/latest/recognized-keys.html
    package init(currentDesktop names: String) {
        self =
            names.split(separator: ":")
            .lazy.compactMap { Self.known[$0.lowercased()] }.first ?? .other
    }

    private static let known: [String: Desktop] = [
        "gnome": .gnome, "gnome-classic": .gnome, "gnome-flashback": .gnome, "kde": .kde,
        "xfce": .xfce,
    ]
}
