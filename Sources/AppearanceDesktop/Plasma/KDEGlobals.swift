package import AppearanceModel

/// What Plasma's file of settings that all its programs share says of light and dark.
package struct KDEGlobals: Equatable, Sendable {
    /// The colour scheme that was applied last; nil where it is Plasma's default.
    package private(set) var colorScheme: String?
    /// The global theme that was applied last; nil where it is Plasma's default.
    package private(set) var lookAndFeel: String?
    private var automatic: Bool?
    /// Whether its windows are light or dark; nil where nothing says so.
    package private(set) var windowTone: Tone?

    /// What turns that off in a terminal.
    package static let stopSwitching =
        "kwriteconfig6 --notify --file kdeglobals --group KDE --key AutomaticLookAndFeel false"

    /// Whether Plasma itself goes by the time of day, as Plasma 6.5 can.
    package var switchesByItself: Bool { automatic ?? false }

    /// Where it may lie, the first to count first.
    ///
    /// - Parameters:
    ///   - home: `$XDG_CONFIG_HOME`, or what stands for it.
    ///   - directories: `$XDG_CONFIG_DIRS`; nil or empty for the usual place.
    /// - Returns: The paths, whether there is a file or not.
    package static func paths(home: String, directories: String?) -> [String] {
        KConfigText.paths(of: "kdeglobals", home: home, directories: directories)
    }

    /// Reads the texts of such files, the first to count first.
    package init(_ texts: [String]) {
        for text in texts { read(text) }
    }

    /// Reads the text of one file.
    package init(_ text: String) { self.init([text]) }

    /// Takes what no file before has said; what makes no sense is left out.
    private mutating func read(_ text: String) {
        KConfigText.read(text) { group, name, value in take(value, of: name, in: group) }
    }

    /// What Plasma shows where nobody has chosen any.
    static let builtInColorScheme = "BreezeLight"
    static let builtInLookAndFeel = "org.kde.breeze.desktop"

    /// The value of a setting that lies in this file, Plasma's own where none does.
    package func value(of setting: DesktopSetting) -> String? {
        switch setting {
        case .kdeColorScheme: colorScheme ?? Self.builtInColorScheme
        case .kdeLookAndFeel: lookAndFeel ?? Self.builtInLookAndFeel
        case .colorScheme, .gtkTheme, .xfceTheme, .xfceWindowTheme: nil
        }
    }

    private mutating func take(_ value: Substring, of name: Substring, in group: Substring) {
        let text = value.isEmpty ? nil : String(value)
        switch (group, name) {
        case ("General", "ColorScheme"): colorScheme = colorScheme ?? text
        case ("KDE", "LookAndFeelPackage"): lookAndFeel = lookAndFeel ?? text
        case ("KDE", "AutomaticLookAndFeel"):
            automatic = automatic ?? ["true", "on", "yes", "1"].contains(value.lowercased())
        case ("Colors:Window", "BackgroundNormal"):
            windowTone = windowTone ?? Self.tone(ofColor: value)
        default: break
        }
    }

    /// Plasma's own portal counts a window as dark below a grey of 192, with the weights of `qGray`.
    ///
    /// https://doc.qt.io/qt-6/qcolor.html#qGray
    private static func tone(ofColor text: Substring) -> Tone? {
        let numbers = text.split(separator: ",").prefix(3).map { Int($0.trimmed) }
        guard numbers.count == 3, let red = numbers[0], let green = numbers[1],
            let blue = numbers[2], [red, green, blue].allSatisfy((0...255).contains)
        else { return nil }
        return (red * 11 + green * 16 + blue * 5) / 32 < 192 ? .dark : .light
    }
}
