internal import AppearanceModel
internal import Linux

/// The names of the themes that are installed for this user, sorted.
package struct InstalledThemes: Equatable, Sendable {
    /// The styles of GTK 3 programs, and of Xfce.
    package let gtk: [String]
    package let icons: [String]
    package let pointers: [String]
    /// The colour schemes of Plasma.
    package let plasma: [String]

    /// Lists the folders of themes below the user's data folders and the home.
    package init(_ environment: (String) -> String?) {
        let directories = BaseDirectories(environment)
        let data = [directories.data].compactMap(\.self) + directories.systemData
        let home = [directories.home].compactMap(\.self)
        let themes = data.map { "\($0)/themes" } + home.map { "\($0)/.themes" }
        let icons = data.map { "\($0)/icons" } + home.map { "\($0)/.icons" }
        gtk = Self.names(in: themes) { File.exists("\($0)/gtk-3.0/gtk.css") }
        // A folder of pointers alone has no sizes of icons.
        self.icons = Self.names(in: icons) { folder in
            guard let index = try? File.read("\(folder)/index.theme", limit: 1 << 20) else {
                return false
            }
            return String(decoding: index, as: UTF8.self).hasPart("Directories=")
        }
        pointers = Self.names(in: icons) { File.exists("\($0)/cursors") }
        let suffix = ".colors"
        plasma = Self.names(in: data.map { "\($0)/color-schemes" }) { $0.hasSuffix(suffix) }
            .map { String($0.dropLast(suffix.count)) }
    }

    private static func names(in folders: [String], where isTheme: (String) -> Bool) -> [String] {
        let found = folders.flatMap { folder in
            ((try? Directory.namesIfPresent(in: folder)) ?? []).filter {
                isTheme("\(folder)/\($0)")
            }
        }
        return Set(found).sorted()
    }
}
