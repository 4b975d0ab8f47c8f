// A desktop with several screens has a background picture for each, which a setting has as one value.

import AppearanceProtocol

/// The background pictures of all screens.
///
/// As a value they are the picture, if every screen shows the same one; otherwise JSON: for each
/// screen a list of its name, what shows the picture if it has a name, and the picture.
struct ScreenPictures: Equatable {
    let rows: [[String]]

    init(_ rows: [[String]]) { self.rows = rows }

    /// Reads JSON; `nil` if it is invalid.
    init?(decoding text: String) {
        guard let list = try? JSON(decoding: Array(text.utf8)).array else { return nil }
        let rows = list.compactMap { row in row.array?.compactMap(\.string) }
        guard rows.count == list.count, rows.allSatisfy({ $0.count > 1 }) else { return nil }
        self.rows = rows
    }

    /// Returns the value of the setting; `nil` if there is no screen.
    ///
    /// A picture of the configuration is shown by `kind`. The rows of JSON begin with the name of the
    /// program, if there is one.
    func value(shownBy kind: String? = nil, of program: String? = nil) -> String? {
        guard let picture = rows.first?.last else { return nil }
        let expected = [kind, picture].compactMap(\.self)
        let isSame = !picture.isEmpty && rows.allSatisfy { Array($0.dropFirst()) == expected }
        let named = ScreenPictures(rows.map { (program.map { [$0] } ?? []) + $0 })
        return isSame ? picture : named.encoded
    }

    /// The pictures as JSON, which is also a literal of JavaScript.
    var encoded: String {
        var writer = JSONWriter(capacity: 256)
        writer.array(rows) { writer, row in writer.array(row) { $0.string($1) } }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    var words: [String] { rows.flatMap(\.self) }
}

/// The background pictures of Plasma's screens, by the scripts of plasmashell.
///
/// https://develop.kde.org/docs/plasma/scripting/api/
package enum PlasmaWallpaper {
    /// The wallpaper plugin that shows one picture.
    static let plugin = "org.kde.image"
    /// The name of plasmashell on the session bus.
    package static let busName = "org.kde.plasmashell"
    /// The file in which plasmashell saves them.
    static let fileName = "plasma-org.kde.plasma.desktop-appletsrc"

    private static let group = "d.currentConfigGroup=['Wallpaper',p,'General']"
    private static let setter =
        "function s(d,p,i){d.wallpaperPlugin=p;\(group);d.writeConfig('Image',i)}"

    /// The script that prints the pictures as JSON.
    static let reading =
        "print(JSON.stringify(desktops().map(function(d){var p=d.wallpaperPlugin;\(group);"
        + "return[''+d.id,p,''+d.readConfig('Image','')]})))"

    /// Returns the script that sets a value.
    static func writing(_ value: String) -> String {
        if ScreenPictures(decoding: value) != nil {
            return "\(setter)\(value).forEach(function(r){var d=desktopById(r[0]);"
                + "if(d)s(d,r[1],r[2])})"
        }
        var literal = JSONWriter(capacity: 256)
        literal.string(value)
        return "\(setter)desktops().forEach(function(d){s(d,'\(plugin)',"
            + String(decoding: literal.bytes, as: UTF8.self) + ")})"
    }
}

/// The background pictures of Xfce's screens and workspaces, in properties such as
/// `/backdrop/screen0/monitorHDMI-1/workspace0/last-image`.
///
/// Properties without a workspace, such as `/backdrop/screen0/monitor0/last-image`, are those of Xfce 4.10. No
/// later one shows them, but the package desktop-base of Debian still has defaults for them.
enum XfceWallpaper {
    /// Reads a list of all properties with their values, which are in a column of their own.
    static func pictures(in list: some Sequence<Substring>, suffix: String) -> ScreenPictures {
        ScreenPictures(
            list.compactMap { line in
                // No name has a blank.
                let name = line.prefix { $0 != " " }
                guard name.hasSuffix(suffix),
                    name.split(separator: "/").dropLast().last?.hasPrefix("workspace") == true
                else { return nil }
                return [String(name), String(line[name.endIndex...].trimmed)]
            })
    }
}

/// The background picture of an X server's root window, by feh.
enum X11Wallpaper {
    private static let property = "_APPEARANCED_WALLPAPER"
    private static let pixmap = "_XROOTPMAP_ID"

    /// Reads what the script prints: our picture, or the path of the script that shows the user's; `nil` if
    /// neither.
    static func value(in lines: [Substring]) -> String? {
        let number = lines.first { $0.hasPrefix(pixmap) }?.split(separator: " ").last
        let ours = lines.first { $0.hasPrefix("\(property) = ") }
            .flatMap { GVariantText.string(String($0.dropFirst(property.count + 3))) }
        if let number, let ours, ours.hasPrefix("\(number) ") {
            return String(ours.dropFirst(number.count + 1))
        }
        return lines.last { $0.hasPrefix("/") }.map(String.init)
    }
}
