/// The background pictures of a Wayland compositor, by the wallpaper daemon that runs: awww, which was
/// swww before, hyprpaper or swaybg.
///
/// A value is a picture that every output shows, or the user's own pictures as JSON: the rows of awww and
/// hyprpaper begin with that name, those of swaybg with a folder.
enum LayerShellWallpaper {
    /// The size limit of a value, in bytes: a value is part of the restore journal.
    private static let largestValue = 16 * 1024

    /// Sets `client` to the program of awww or hyprpaper if one runs, and `answer` to the pictures it lists.
    private static let asking = #"""
        pictures() { timeout 5 hyprctl hyprpaper listactive 2>/dev/null | grep -aE '( = |^[^ ]*: )/'; }
        client=
        for c in awww swww; do
            command -v $c >/dev/null || continue
            answer=$(timeout 5 $c query 2>/dev/null) && [ "$answer" ] && client=$c && break
        done
        if [ -z "$client" ] && command -v hyprctl >/dev/null; then
            answer=$(pictures) && client=hyprpaper
        fi

        """# + SwaybgWallpaper.listing

    /// Prints the program and what it lists; of swaybg, the processes.
    static let reading =
        asking + #"""
            [ -z "$client" ] || { printf '%s\n' "$client" "$answer"; exit; }
            command -v swaybg >/dev/null || exit 0
            command -v pgrep >/dev/null || {
                echo 'pgrep is missing; install it: sudo apt install procps' >&2
                exit 1
            }

            """# + SwaybgWallpaper.reading

    /// Reads what `reading` prints; `nil` if there is no picture, or one that could not be shown again.
    static func value(in answer: String) -> String? {
        let lines = answer.split(separator: "\n")
        let value =
            switch lines.first {
            case "awww", "swww": AwwwWallpaper.value(in: lines.dropFirst())
            case "hyprpaper": HyprpaperWallpaper.value(in: lines.dropFirst())
            default: SwaybgWallpaper.value(in: answer)
            }
        return value.flatMap { $0.utf8.count <= largestValue ? $0 : nil }
    }

    /// Returns the arguments of the shell that show a picture, or the user's own ones.
    static func setting(_ value: String) -> [String] {
        let rows = ScreenPictures(decoding: value)?.rows ?? []
        let words = rows.flatMap { $0.dropFirst() }
        return switch rows.first?.first {
        case nil: ["-c", showing(value), "sh", value]
        case AwwwWallpaper.name:
            ["-c", restoring("awww", "awww | swww", AwwwWallpaper.setting), "sh"] + words
        case HyprpaperWallpaper.name:
            ["-c", restoring("hyprpaper", "hyprpaper", HyprpaperWallpaper.setting), "sh"] + words
        default: ["-c", SwaybgWallpaper.listing + SwaybgWallpaper.running(rows)]
        }
    }

    private static func showing(_ picture: String) -> String {
        asking + #"""
            [ -r "$1" ] || { echo "$1 cannot be read" >&2; exit 1; }
            case $client in
            awww | swww)
            set -- '' \#(AwwwWallpaper.image) "$1"
            \#(AwwwWallpaper.setting)
            ;;
            hyprpaper)
            set -- '' "$1"
            \#(HyprpaperWallpaper.setting)
            ;;
            *)
            [ "$(list)" ] || { echo 'none of them runs any more' >&2; exit 1; }
            \#(SwaybgWallpaper.showing(picture))
            ;;
            esac
            """#
    }

    private static func restoring(
        _ name: String, _ clients: String, _ script: String
    ) -> String {
        asking + #"""
            case $client in
            \#(clients))
            \#(script)
            ;;
            *) echo 'the pictures were shown by \#(name), which does not run' >&2; exit 1 ;;
            esac
            """#
    }

    /// Returns the pictures of awww's or hyprpaper's outputs in a value; of any other, the value itself.
    static func pictures(in value: String) -> [String] {
        let rows = ScreenPictures(decoding: value)?.rows ?? []
        let isNamed = [AwwwWallpaper.name, HyprpaperWallpaper.name].contains(rows.first?.first)
        return isNamed ? rows.compactMap(\.last) : [value]
    }
}
