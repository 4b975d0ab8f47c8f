internal import AppearanceModel

/// The pictures of hyprpaper.
///
/// https://wiki.hypr.land/Hypr-Ecosystem/hyprpaper/
enum HyprpaperWallpaper {
    /// The first word of a row.
    static let name = "hyprpaper"

    /// Reads the output of `hyprctl hyprpaper listactive`: lines such as `DP-1: /a.png`, or before 0.8 `DP-1
    /// = /a.png` and, for all other outputs, ` = /a.png`.
    static func value(in lines: some Sequence<Substring>) -> String? {
        var pictures: [String: String] = [:]
        for line in lines {
            let word = line.prefix { $0 != " " }
            let isNew = word.last == ":" && line[word.endIndex...].hasPrefix(" /")
            guard let (output, path) = line.parts(around: isNew ? ": /" : " = /") else { continue }
            // It reads a comma as the end of the path.
            if path.contains(",") { return nil }
            pictures[String(output)] = "/\(path)"
        }
        let others = pictures[""]
        let rows = pictures.filter { $0.key.isEmpty || $0.value != others }.sorted {
            $0.key < $1.key
        }
        return ScreenPictures(rows.map { [$0.key, $0.value] }).value(of: name)
    }
}
