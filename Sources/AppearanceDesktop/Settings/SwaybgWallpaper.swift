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
