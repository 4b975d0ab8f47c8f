internal import AppearanceModel

/// The pictures of hyprpaper, which shows those of its configuration when it starts.
///
/// A picture is assigned to an output, or to every output without an assignment.
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

    /// Shows pictures, each argument for an output followed by the picture; other outputs show that of the
    /// empty name, or the first one.
    ///
    /// An output that has an assignment needs another one, and an assignment outlasts the output; so the
    /// picture for all others comes first, and only outputs that do not follow it are named. Since 0.8, none
    /// follows it if the configuration assigns a picture to `*`.
    static let setting = #"""
        case $2 in
        *,*) echo "hyprpaper reads no path with a comma: $2" >&2; exit 1 ;;
        esac
        show() {
            # Needed before 0.8, and unknown since.
            timeout 5 hyprctl hyprpaper preload "$2" >/dev/null 2>&1
            words=$(timeout 5 hyprctl hyprpaper wallpaper "$1,$2" 2>&1) && case $words in
            '' | ok) return ;;
            esac
            [ $? != 124 ] || words='hyprctl does not answer'
            echo "hyprpaper: $words" >&2
            exit 1
        }
        pick() {
            name=$1 picture=$3
            shift
            while [ $# -gt 1 ]; do
                case $1 in
                "$name") picture=$2; break ;;
                '') picture=$2 ;;
                esac
                shift 2
            done
        }
        if printf '%s\n' "$answer" | grep -qaE '^( = |[^ ]*: )/'; then
            pick '' "$@"
            show '' "$picture"
        fi
        pictures | while IFS= read -r line; do
            output=${line%%: /*}
            case $output in
            *' '*) output=${line%% = /*} ;;
            esac
            pick "$output" "$@"
            case $line in
            "$output = $picture" | "$output: $picture") ;;
            *) show "$output" "$picture" ;;
            esac
        done
        """#
}
