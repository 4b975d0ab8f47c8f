/// A value in Plasma's settings files that a program of Plasma sets.
package enum PlasmaSetting: CaseIterable, Hashable, Sendable {
    case lookAndFeel, colorScheme, iconTheme, cursorTheme

    /// A file in the user's configuration; the raw value is its name.
    package enum File: String, CaseIterable, Sendable {
        case kdeglobals, kcminputrc
    }

    package var file: File {
        switch self {
        case .lookAndFeel, .colorScheme, .iconTheme: .kdeglobals
        case .cursorTheme: .kcminputrc
        }
    }

    /// The group of the key.
    package var group: String {
        switch self {
        case .lookAndFeel: "KDE"
        case .colorScheme: "General"
        case .iconTheme: "Icons"
        case .cursorTheme: "Mouse"
        }
    }

    package var key: String {
        switch self {
        case .lookAndFeel: "LookAndFeelPackage"
        case .colorScheme: "ColorScheme"
        case .iconTheme: "Theme"
        case .cursorTheme: "cursorTheme"
        }
    }

    /// Plasma's default.
    var builtIn: String {
        switch self {
        case .lookAndFeel: "org.kde.breeze.desktop"
        case .colorScheme: "BreezeLight"
        case .iconTheme: "breeze"
        case .cursorTheme: "breeze_cursors"
        }
    }

    /// Returns the command that sets a value.
    func writing(_ value: String) -> DesktopCommand {
        let (program, arguments) =
            switch self {
            case .lookAndFeel: ("plasma-apply-lookandfeel", ["--apply", value])
            case .colorScheme: ("plasma-apply-colorscheme", [value])
            case .iconTheme: ("plasma-changeicons", [value])
            case .cursorTheme: ("plasma-apply-cursortheme", [value])
            }
        return DesktopCommand(
            program, arguments, withoutDisplay: ["QT_QPA_PLATFORM": "offscreen"], isPlasmas: true,
            packages: ["plasma-workspace"])
    }
}
