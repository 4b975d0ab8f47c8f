/// The background pictures of a Wayland compositor, by the wallpaper daemon that runs: awww, which was
/// swww before, hyprpaper or swaybg.
///
/// A value is a picture that every output shows, or the user's own pictures as JSON: the rows of awww and
/// hyprpaper begin with that name, those of swaybg with a folder.
enum LayerShellWallpaper {
    /// Sets `client` to the program of awww or hyprpaper if one runs, and `answer` to the pictures it lists;
    /// fails if none of them does, but one hangs.
    private static let asking = #"""
        pictures() {
            listed=$(timeout 5 hyprctl hyprpaper listactive 2>/dev/null) || [ $? != 124 ] || return 124
            printf '%s\n' "$listed" | grep -aE '( = |^[^ ]*: )/'
        }
        client= silent=
        for c in awww swww; do
            command -v $c >/dev/null || continue
            answer=$(timeout 5 $c query 2>/dev/null) && [ "$answer" ] && client=$c && break
            [ $? != 124 ] || silent=$c
        done
        if [ -z "$client" ] && command -v hyprctl >/dev/null; then
            answer=$(pictures) && client=hyprpaper || [ $? != 124 ] || silent=hyprctl
        fi
        [ "$client" ] || [ -z "$silent" ] || { echo "$silent does not answer" >&2; exit 1; }

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
        return switch lines.first {
        case "awww", "swww": AwwwWallpaper.value(in: lines.dropFirst())
        case "hyprpaper": HyprpaperWallpaper.value(in: lines.dropFirst())
        default: SwaybgWallpaper.value(in: answer)
        }
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

/// The background pictures of a Wayland compositor, by swaybg.
///
/// No protocol tells which picture a compositor shows, but the arguments of the running swaybg do. One that
/// was started here has a variable in its environment; the others are the user's, or sway's. They end
/// when ours shows its picture, and their commands show them again.
enum SwaybgWallpaper {
    private static let mark = "APPEARANCED_WALLPAPER"
    /// These stand for the end of a word and for a line break in one.
    private static let separator: Character = "\u{1f}"
    private static let lineBreak: Character = "\u{1e}"

    /// Prints the processes of this compositor; with an argument, only the marked or the unmarked ones.
    static let listing = #"""
        display() { case $1 in /*) echo "$1" ;; *) echo "$2/$1" ;; esac; }
        here=$(display "$WAYLAND_DISPLAY" "$XDG_RUNTIME_DIR")
        list() {
            for p in $(pgrep -x swaybg); do
                e=$(tr '\0' '\n' <"/proc/$p/environ") || continue
                v() { printf '%s\n' "$e" | sed -n "s/^$1=//p" | head -n 1; }
                [ "$(display "$(v WAYLAND_DISPLAY)" "$(v XDG_RUNTIME_DIR)")" = "$here" ] || continue
                echo "$p $(v \#(mark))"
            done 2>/dev/null
        }

        """#

    /// Prints the commands, after `listing`: whether it is ours, its folder, and its words.
    static let reading = #"""
        list | while read -r p m; do
            printf '%s\037%s\037' "$m" "$(readlink "/proc/$p/cwd")"
            tr '\0\n' '\037\036' <"/proc/$p/cmdline"
            echo
        done
        """#

    /// Reads what `reading` prints: the user's commands as JSON, or our picture; `nil` if neither.
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

    /// Returns the commands, after `listing`, that show a picture.
    static func showing(_ picture: String) -> String {
        running([["/", "env", "\(mark)=yes", "swaybg", "-o", "*", "-i", picture, "-m", "fill"]])
    }

    /// Returns the commands, after `listing`, that run others, each after its folder; those that ran before
    /// end when the new ones show their pictures.
    static func running(_ commands: [[String]]) -> String {
        let starting = commands.map { words in
            let command = words.dropFirst().map(DesktopCommand.quoted).joined(separator: " ")
            return "cd \(DesktopCommand.quoted(words[0])); start \(command)\n"
        }
        return #"""
            old=$(list | cut -d ' ' -f 1)
            new=
            start() { setsid "$@" </dev/null >/dev/null 2>&1 & new="$new $!"; }
            \#(starting.joined())
            # swaybg does not tell when it has drawn.
            sleep 0.3
            for p in $new; do
                list | grep -q "^$p " && continue
                kill $new 2>/dev/null
                echo 'swaybg has ended at once' >&2
                exit 1
            done
            [ -z "$old" ] || kill $old 2>/dev/null
            for i in 1 2 3 4 5 6 7 8 9 10; do
                left=
                for p in $old; do ! list | grep -q "^$p " || left=yes; done
                [ "$left" ] || exit 0
                sleep 0.1
            done
            echo 'another swaybg does not end' >&2
            exit 1
            """#
    }
}
