/// The background pictures of a Wayland compositor, by the wallpaper daemon that runs: awww, which was
/// swww before, hyprpaper or swaybg.
///
/// A value is a picture that every output shows, or the user's own pictures as JSON: the rows of awww and
/// hyprpaper begin with that name, those of swaybg with a folder.
enum LayerShellWallpaper {
    /// Reads what the script prints; `nil` if there is no picture, or one that could not be shown again.
    static func value(in answer: String) -> String? {
        let lines = answer.split(separator: "\n")
        return switch lines.first {
        case "awww", "swww": AwwwWallpaper.value(in: lines.dropFirst())
        case "hyprpaper": HyprpaperWallpaper.value(in: lines.dropFirst())
        default: SwaybgWallpaper.value(in: answer)
        }
    }

    /// Returns the words of the script that show a picture, or the user's own ones.
    static func setting(_ value: String) -> [String] {
        let rows = ScreenPictures(decoding: value)?.rows ?? []
        guard let program = rows.first?.first else { return ["show", value] }
        guard names.contains(program) else {
            return ["restore", "swaybg"] + rows.flatMap { ["\($0.count - 1)"] + $0 }
        }
        return ["restore", program] + rows.flatMap { $0.dropFirst() }
    }

    /// Returns the pictures of awww's or hyprpaper's outputs in a value; of any other, the value itself.
    static func pictures(in value: String) -> [String] {
        let rows = ScreenPictures(decoding: value)?.rows ?? []
        let isNamed = rows.first?.first.map(names.contains) ?? false
        return isNamed ? rows.compactMap(\.last) : [value]
    }

    /// The programs whose rows begin with their name.
    private static let names = [AwwwWallpaper.name, HyprpaperWallpaper.name]
}

/// The commands of swaybg.
enum SwaybgWallpaper {
    /// These stand for the end of a word and for a line break in one.
    private static let separator: Character = "\u{1f}"
    private static let lineBreak: Character = "\u{1e}"

    /// Reads the list of the processes, each with whether it is ours, its folder and its words; returns the
    /// user's commands as JSON, or our picture; `nil` if there is neither.
    static func value(in answer: String) -> String? {
        let rows: [[String]] = answer.split(separator: "\n").map { line in
            line.split(separator: separator, omittingEmptySubsequences: false).dropLast().map {
                String($0.map { $0 == lineBreak ? "\n" : $0 })
            }
        }
        let own = rows.filter { $0.count > 2 && $0[0].isEmpty }
        guard own.isEmpty else { return ScreenPictures(own.map { Array($0.dropFirst()) }).encoded }
        return rows.last { $0.count > 4 }.flatMap { $0.dropLast(2).last }
    }
}
