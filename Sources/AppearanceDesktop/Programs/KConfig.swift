package import AppearanceModel

/// The light and dark settings in Plasma's settings files.
package struct KDEGlobals: Equatable, Sendable {
    /// The values that were applied last.
    private var values: [PlasmaSetting: String] = [:]
    private var automatic: Bool?
    /// Whether windows are light or dark; `nil` if unknown.
    package private(set) var windowTone: Tone?

    /// The command that turns off automatic switching.
    package static let stopSwitching =
        "kwriteconfig6 --notify --file kdeglobals --group KDE --key AutomaticLookAndFeel false"
    /// The sentence for the log if Plasma switches by itself.
    package static let switchingProblem =
        "Plasma switches by itself (AutomaticLookAndFeel in kdeglobals); to let appearanced do"
        + " it, turn that off in System Settings, Colors & Themes, Global Theme, or with"
        + " `\(stopSwitching)`"

    /// The colour scheme that was applied last; `nil` for Plasma's default.
    package var colorScheme: String? { values[.colorScheme] }
    /// The global theme that was applied last; `nil` for Plasma's default.
    package var lookAndFeel: String? { values[.lookAndFeel] }

    /// Whether Plasma switches by the time of day, as Plasma 6.5 can.
    package var switchesByItself: Bool { automatic ?? false }

    /// Reads the texts of such files, in order of precedence.
    package init(_ texts: [String]) {
        for text in texts {
            KConfigText.read(text) { group, name, value in store(value, of: name, in: group) }
        }
    }

    /// Reads the text of one file.
    package init(_ text: String) { self.init([text]) }

    /// Returns the value of a setting, or Plasma's default; `nil` if it is not in these files.
    package func value(of setting: DesktopSetting) -> String? {
        guard case .kconfig(let setting) = setting.place else { return nil }
        return values[setting] ?? setting.builtIn
    }

    /// Returns the tone of a setting: that of the windows for a setting of their colours, if known,
    /// otherwise that of its value.
    package func tone(of setting: DesktopSetting, _ configuration: DesktopSettings) -> Tone {
        let isOfWindows = setting == .kdeColorScheme || setting == .kdeLookAndFeel
        if isOfWindows, let windowTone { return windowTone }
        return value(of: setting).map { setting.tone(of: $0, configuration) } ?? .light
    }

    /// Stores a value that no earlier file has.
    private mutating func store(_ value: Substring, of name: Substring, in group: Substring) {
        switch (group, name) {
        case ("KDE", "AutomaticLookAndFeel"):
            automatic = automatic ?? ["true", "on", "yes", "1"].contains(value.lowercased())
        case ("Colors:Window", "BackgroundNormal"):
            windowTone = windowTone ?? Self.tone(ofColor: value)
        default:
            let setting = PlasmaSetting.allCases.first {
                $0.place.group == group && $0.place.key == name
            }
            if let setting, values[setting] == nil, !value.isEmpty {
                values[setting] = String(value)
            }
        }
    }

    /// Returns the tone of a colour: Plasma's own portal counts a window as dark below a grey of
    /// 192, with the weights of `qGray`.
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

/// A value in Plasma's settings files that a program of Plasma sets; the raw value is its place.
package enum PlasmaSetting: String, CaseIterable, Hashable, Sendable {
    case lookAndFeel = "kdeglobals KDE LookAndFeelPackage"
    case colorScheme = "kdeglobals General ColorScheme"
    case iconTheme = "kdeglobals Icons Theme"
    case cursorTheme = "kcminputrc Mouse cursorTheme"

    /// The file in the user's configuration, the group and the key.
    package var place: (file: String, group: String, key: String) {
        let words = rawValue.split(separator: " ").map(String.init)
        return (words[0], words[1], words[2])
    }

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

/// The settings files of Plasma's programs.
///
/// https://api.kde.org/kconfig-index.html
package enum KConfigText {
    /// The directory of a global theme's settings, below that of the user's configuration.
    static let defaultsFolder = "/kdedefaults"

    /// Returns the possible paths of a settings file, in order of precedence: the user's, a global
    /// theme's, the system's.
    ///
    /// - Parameters:
    ///   - name: The name of the file.
    ///   - home: `$XDG_CONFIG_HOME`, or its default.
    ///   - directories: `$XDG_CONFIG_DIRS`, or its default.
    /// - Returns: The paths, whether there is a file or not.
    static func paths(
        of name: String, home: String, directories: [String]
    ) -> [String] {
        ([home, home + defaultsFolder] + directories).map { "\($0)/\(name)" }
    }

    /// Reads the entries of a text, each with group, key and value; invalid lines are ignored,
    /// and a comment has a key that nobody reads.
    static func read(
        _ text: String,
        _ receive: (_ group: Substring, _ key: Substring, _ value: Substring) -> Void
    ) {
        var group: Substring = ""
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmed
            if line.first == "[" {
                group = line.last == "]" ? line.dropFirst().dropLast() : ""
            } else if let sign = line.firstIndex(of: "=") {
                let name = line[..<sign].trimmed.withoutMarks
                receive(group, name, line[line.index(after: sign)...].trimmed)
            }
        }
    }
}

extension Substring {
    /// The text without the blanks around it.
    var trimmed: Substring {
        let start = drop { $0 == " " || $0 == "\t" }
        guard let end = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
        return start[...end]
    }

    /// The key without the marks that may follow it, as in `ColorScheme[$i]`.
    fileprivate var withoutMarks: Substring {
        firstIndex(of: "[").map { self[..<$0] } ?? self
    }
}
