internal import AppearanceModel

/// The pictures of awww, which keeps them for the next session.
///
/// https://codeberg.org/LGFae/awww
enum AwwwWallpaper {
    /// The first word of a row.
    static let name = "awww"
    /// The kind of a picture that is a file.
    static let image = "image"

    /// Reads the output of `awww query`: lines such as `NAMESPACE: DP-1: 1920x1080, scale: 1, currently
    /// displaying: image: /a.png`, without the namespace before swww 0.11, and the namespace may be empty.
    ///
    /// A picture may also be a colour: of `awww clear`, `color: 000000`; of `awww img`, `image:
    /// 0x000000ff`.
    static func value(in lines: some Sequence<Substring>) -> String? {
        var rows: [[String]] = []
        for line in lines {
            guard let (screen, rest) = line.parts(around: ", scale: "),
                let (_, shown) = rest.parts(around: ", currently displaying: "),
                let (kind, picture) = shown.parts(around: ": ")
            else { continue }
            // The name of the output, with its colon, comes before the resolution.
            let output = screen.split(separator: " ").dropLast().last?.dropLast() ?? ""
            guard !output.isEmpty else { continue }
            switch kind {
            case "image" where picture.hasPrefix("/"):
                rows.append([String(output), image, String(picture)])
            case "image" where picture.hasPrefix("0x"):
                rows.append([String(output), "solid", String(picture)])
            case "color": rows.append([String(output), "color", String(picture)])
            // A picture from standard input.
            default: return nil
            }
        }
        return ScreenPictures(rows.sorted { $0[0] < $1[0] }).value(shownBy: image, of: name)
    }

    /// Shows pictures, each argument for an output followed by the kind and the picture; other outputs show
    /// the first one.
    static let setting = #"""
        run() {
            words=$(timeout 5 $client "$@" 2>&1 >/dev/null) && return
            [ $? != 124 ] && words="$client: $words" || words="$client does not answer"
            echo "$words" >&2
            exit 1
        }
        pick() {
            name=$1 kind=$3 picture=$4
            shift
            while [ $# -gt 2 ]; do
                [ "$1" != "$name" ] || { kind=$2 picture=$3; break; }
                shift 3
            done
        }
        outputs() {
            printf '%s\n' "$answer" |
                sed -n 's/, scale: .*//; s/^\(.*: \)\{0,1\}\([^ ]*\): [0-9]*x[0-9]*$/\2/p'
        }
        if [ -z "$1" ]; then run img "$3"; exit; fi
        for output in $(outputs); do
            pick "$output" "$@"
            if [ "$kind" != color ]; then run img -o "$output" "$picture"; continue; fi
            run clear -o "$output" "$picture"
            # It may list red and blue exchanged.
            timeout 5 $client query | grep -q "$output: .*displaying: color: $picture\$" ||
                run clear -o "$output" "$(echo "$picture" | sed 's/\(..\)\(..\)\(..\)/\3\2\1/')"
        done
        """#
}
