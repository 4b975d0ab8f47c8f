internal import AppearanceModel
internal import Console

/// The extension of GNOME Shell that turns the screen black and red, which is installed with the
/// night filter.
struct ShellExtension {
    private static let name = "nightfilter@appearanced.github.io"

    /// The enabled extensions, as gsettings lists them; empty without GNOME.
    let enabled: String
    /// The folders of data, the user's own first.
    let dataFolders: [String]

    /// The command that enables it besides the others; `nil` if it is enabled or not installed.
    ///
    /// By the setting, because the running shell does not know an extension that was installed
    /// after the login.
    var enabling: Command? {
        guard enabled.hasSuffix("]"), !enabled.holds("'\(Self.name)'"),
            dataFolders.contains(where: {
                FileWriting.exists("\($0)/gnome-shell/extensions/\(Self.name)/metadata.json")
            })
        else { return nil }
        let others = enabled.hasSuffix("[]") ? "[" : enabled.dropLast() + ", "
        return Command(
            "gsettings", "set", "org.gnome.shell", "enabled-extensions",
            "\(others)'\(Self.name)']")
    }
}
