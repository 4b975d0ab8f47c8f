package import AppearanceModel

/// What Plasma's file of settings that all its programs share says of light and dark.
package struct KDEGlobals: Equatable, Sendable {
    /// The colour scheme that was applied last; nil where it is Plasma's default.
    package private(set) var colorScheme: String?
    /// The global theme that was applied last; nil where it is Plasma's default.
    package private(set) var lookAndFeel: String?
    /// Whether Plasma itself goes by the time of day, as Plasma 6.5 can.
    package private(set) var switchesByItself = false
    /// Whether its windows are light or dark; nil where nothing says so.
    package private(set) var windowTone: Tone?

    /// What turns that off in a terminal.
    package static let stopSwitching =
        "kwriteconfig6 --notify --file kdeglobals --group KDE --key AutomaticLookAndFeel false"

    /// Reads the text of the file; what it cannot make sense of is left out.
    package init(_ text: String) {
        var group: Substring = ""
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmed
            if line.first == "[" {
                group = line.last == "]" ? line.dropFirst().dropLast() : ""
            } else if line.first != "#", let sign = line.firstIndex(of: "=") {
                let name = line[..<sign].trimmed.withoutMarks
                take(line[line.index(after: sign)...].trimmed, of: name, in: group)
            }
        }
    }

    /// The value of a setting that lies in this file.
    package func value(of setting: DesktopSetting) -> String? {
        switch setting {
        case .kdeColorScheme: colorScheme
        case .kdeLookAndFeel: lookAndFeel
        case .colorScheme, .gtkTheme, .xfceTheme, .xfceWindowTheme: nil
        }
    }

    private mutating func take(_ value: Substring, of name: Substring, in group: Substring) {
        switch (group, name) {
        case ("General", "ColorScheme"): colorScheme = value.isEmpty ? nil : String(value)
        case ("KDE", "LookAndFeelPackage"): lookAndFeel = value.isEmpty ? nil : String(value)
        case ("KDE", "AutomaticLookAndFeel"):
            switchesByItself = ["true", "on", "yes", "1"].contains(value.lowercased())
        case ("Colors:Window", "BackgroundNormal"): windowTone = Self.tone(ofColor: value)
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

extension Substring {
    fileprivate var trimmed: Substring {
        let start = drop { $0 == " " || $0 == "\t" }
        guard let end = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
        return start[...end]
    }

    /// A key without the marks that may follow it, as in `ColorScheme[$i]`.
    fileprivate var withoutMarks: Substring {
        firstIndex(of: "[").map { self[..<$0] } ?? self
    }
}
