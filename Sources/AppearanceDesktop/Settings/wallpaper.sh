#!/bin/sh
# wallpaper: reads and shows the background pictures of a display, for `desktop.wallpaper`.
#
#   wallpaper x11 read
#   wallpaper x11 show PICTURE
#   wallpaper xfconf show CHANNEL SUFFIX PICTURE
#   wallpaper xfconf restore CHANNEL {PROPERTY PICTURE}…
#   wallpaper wayland read
#   wallpaper wayland show PICTURE
#   wallpaper wayland restore awww {OUTPUT KIND PICTURE}…
#   wallpaper wayland restore hyprpaper {OUTPUT PICTURE}…
#   wallpaper wayland restore swaybg {COUNT FOLDER WORD…}…
#
# The build puts this file into the programs, which give it to `sh -c` (decision 0031) and read what it
# prints. It keeps nothing: the original pictures are in the restore journal. Errors are one line, which the
# log shows.

fail() {
    echo "$1" >&2
    exit 1
}

# --- An X server, by feh --------------------------------------------------------------------------------
#
# A server has only the pixels of the picture. feh writes the user's last choice to ~/.fehbg, a script
# that shows it again; our pictures are not written there. A property of the root window has ours, with
# the pixmap that it was drawn to: if there is another pixmap, another program has drawn since.

pixmap=_XROOTPMAP_ID
property=_APPEARANCED_WALLPAPER

# Prints the two properties, and the path of the script.
x11_read() {
    xprop -root -notype "$pixmap" "$property" || exit
    if [ -f ~/.fehbg ]; then echo ~/.fehbg; fi
}

# x11_show PICTURE: shows a picture, or runs the script.
x11_show() {
    case $1 in
    */.fehbg)
        sh "$1"
        return
        ;;
    esac
    feh --no-fehbg --bg-fill "$1" && drawn=$(xprop -root -notype "$pixmap") &&
        xprop -root -f "$property" 8u -set "$property" "${drawn##* } $1"
}

# --- Xfce, by xfconf ------------------------------------------------------------------------------------

# xfconf_show CHANNEL SUFFIX PICTURE: sets every property of a workspace whose name has the suffix.
xfconf_show() {
    xfconf-query -c "$1" -l | grep "/workspace[0-9]*$2\$" | while read -r name; do
        xfconf-query -c "$1" -p "$name" -s "$3" || exit
    done
}

# xfconf_restore CHANNEL {PROPERTY PICTURE}…
xfconf_restore() {
    channel=$1
    shift
    while [ $# -gt 1 ]; do
        xfconf-query -c "$channel" -p "$1" -s "$2" || exit
        shift 2
    done
}

# --- A Wayland compositor, by the wallpaper daemon that runs --------------------------------------------

# Sets `client` to the program of awww (swww before) or hyprpaper if one runs, and `answer` to the pictures
# that it lists; fails if none of them does, but one hangs.
find_client() {
    client='' silent=''
    for program in awww swww; do
        command -v $program >/dev/null || continue
        answer=$(timeout 5 $program query 2>/dev/null) && [ "$answer" ] && client=$program && break
        [ $? != 124 ] || silent=$program
    done
    if [ -z "$client" ] && command -v hyprctl >/dev/null; then
        if answer=$(hyprpaper_list); then
            client=hyprpaper
        else
            [ $? != 124 ] || silent=hyprctl
        fi
    fi
    [ "$client" ] || [ -z "$silent" ] || fail "$silent does not answer"
}

# Prints the program and what it lists; of swaybg, the processes.
wayland_read() {
    find_client
    if [ "$client" ]; then
        printf '%s\n' "$client" "$answer"
        return
    fi
    command -v swaybg >/dev/null || return 0
    command -v pgrep >/dev/null || fail 'pgrep is missing; install it: sudo apt install procps'
    swaybg_read
}

# wayland_show PICTURE: shows a picture on every output.
wayland_show() {
    find_client
    [ -r "$1" ] || fail "$1 cannot be read"
    case $client in
    awww | swww) awww_run img "$1" ;;
    hyprpaper) hyprpaper_show '' "$1" ;;
    *)
        [ "$(swaybg_list)" ] || fail 'none of them runs any more'
        swaybg_run 9 / env "$mark=yes" swaybg -o '*' -i "$1" -m fill
        ;;
    esac
}

# wayland_restore PROGRAM WORD…: shows the user's own pictures, by the program that showed them.
wayland_restore() {
    shown_by=$1
    shift
    if [ "$shown_by" = swaybg ]; then
        swaybg_run "$@"
        return
    fi
    find_client
    case $shown_by:$client in
    awww:awww | awww:swww) awww_show "$@" ;;
    hyprpaper:hyprpaper) hyprpaper_show "$@" ;;
    *) fail "the pictures were shown by $shown_by, which does not run" ;;
    esac
}

# --- awww, which keeps its pictures for the next session: https://codeberg.org/LGFae/awww ----------------

awww_run() {
    words=$(timeout 5 "$client" "$@" 2>&1 >/dev/null) && return
    [ $? != 124 ] || fail "$client does not answer"
    fail "$client: $words"
}

# awww_show {OUTPUT KIND PICTURE}…: an output that is not named shows the first picture.
awww_show() {
    for output in $(printf '%s\n' "$answer" |
        sed -n 's/, scale: .*//; s/^\(.*: \)\{0,1\}\([^ ]*\): [0-9]*x[0-9]*$/\2/p'); do
        awww_pick "$output" "$@"
        if [ "$kind" != color ]; then
            awww_run img -o "$output" "$picture"
            continue
        fi
        awww_run clear -o "$output" "$picture"
        # It may list red and blue exchanged.
        timeout 5 "$client" query | grep -q "$output: .*displaying: color: $picture\$" ||
            awww_run clear -o "$output" "$(echo "$picture" | sed 's/\(..\)\(..\)\(..\)/\3\2\1/')"
    done
}

# awww_pick OUTPUT {OUTPUT KIND PICTURE}…: sets `kind` and `picture` to those of an output.
awww_pick() {
    wanted=$1 kind=$3 picture=$4
    shift
    while [ $# -gt 2 ]; do
        if [ "$1" = "$wanted" ]; then
            kind=$2 picture=$3
            return
        fi
        shift 3
    done
}

# --- hyprpaper: https://wiki.hypr.land/Hypr-Ecosystem/hyprpaper/ ----------------------------------------
#
# It shows the pictures of its configuration when it starts. A picture is assigned to an output, or to every
# output without an assignment.

# Prints the lines that name a picture, such as `DP-1: /a.png`, or before 0.8 `DP-1 = /a.png` and, for all
# other outputs, ` = /a.png`; returns 124 if there is no answer.
hyprpaper_list() {
    listed=$(timeout 5 hyprctl hyprpaper listactive 2>/dev/null) || [ $? != 124 ] || return 124
    printf '%s\n' "$listed" | grep -aE '( = |^[^ ]*: )/'
}

# hyprpaper_show {OUTPUT PICTURE}…: other outputs show the picture of the empty name, or the first one.
#
# An output that has an assignment needs another one, and an assignment outlasts the output; so the
# picture for all others comes first, and only outputs that do not follow it are named. Since 0.8, none
# follows it if the configuration assigns a picture to `*`.
hyprpaper_show() {
    case $2 in
    *,*) fail "hyprpaper reads no path with a comma: $2" ;;
    esac
    if printf '%s\n' "$answer" | grep -qaE '^( = |[^ ]*: )/'; then
        hyprpaper_pick '' "$@"
        hyprpaper_assign '' "$picture"
    fi
    hyprpaper_list | while IFS= read -r line; do
        output=${line%%: /*}
        case $output in
        *' '*) output=${line%% = /*} ;;
        esac
        hyprpaper_pick "$output" "$@"
        case $line in
        "$output = $picture" | "$output: $picture") ;;
        *) hyprpaper_assign "$output" "$picture" ;;
        esac
    done
}

# hyprpaper_assign OUTPUT PICTURE
hyprpaper_assign() {
    # Needed before 0.8, and unknown since.
    timeout 5 hyprctl hyprpaper preload "$2" >/dev/null 2>&1
    words=$(timeout 5 hyprctl hyprpaper wallpaper "$1,$2" 2>&1)
    case $?:$words in
    0: | 0:ok) ;;
    124:*) fail 'hyprpaper: hyprctl does not answer' ;;
    *) fail "hyprpaper: $words" ;;
    esac
}

# hyprpaper_pick OUTPUT {OUTPUT PICTURE}…: sets `picture` to that of an output.
hyprpaper_pick() {
    wanted=$1 picture=$3
    shift
    while [ $# -gt 1 ]; do
        case $1 in
        "$wanted")
            picture=$2
            return
            ;;
        '') picture=$2 ;;
        esac
        shift 2
    done
}

# --- swaybg ---------------------------------------------------------------------------------------------
#
# No protocol tells which picture a compositor shows, but the arguments of the running swaybg do. One that
# was started here has a variable in its environment; the others are the user's, or sway's. They end
# when ours shows its picture, and their commands show them again.

mark=APPEARANCED_WALLPAPER

# swaybg_display NAME FOLDER: prints the path of a display.
swaybg_display() {
    case $1 in
    /*) echo "$1" ;;
    *) echo "$2/$1" ;;
    esac
}

# Prints the processes of this display, each with its mark, if it has one.
swaybg_list() {
    here=$(swaybg_display "$WAYLAND_DISPLAY" "$XDG_RUNTIME_DIR")
    for process in $(pgrep -x swaybg); do
        variables=$(tr '\0' '\n' <"/proc/$process/environ") || continue
        there=$(swaybg_display "$(swaybg_value WAYLAND_DISPLAY)" "$(swaybg_value XDG_RUNTIME_DIR)")
        [ "$there" != "$here" ] || echo "$process $(swaybg_value "$mark")"
    done 2>/dev/null
}

# swaybg_value NAME: prints the value of one of `variables`.
swaybg_value() { printf '%s\n' "$variables" | sed -n "s/^$1=//p" | head -n 1; }

# Prints a line for each process, whose parts end with the character 0x1f: the mark, the folder and each
# word of the command, where 0x1e stands for a line break.
swaybg_read() {
    swaybg_list | while read -r process marked; do
        printf '%s\037%s\037' "$marked" "$(readlink "/proc/$process/cwd")"
        tr '\0\n' '\037\036' <"/proc/$process/cmdline"
        echo
    done
}

# swaybg_run {COUNT FOLDER WORD…}…: runs commands, each of so many words, in their folders; those that ran
# before end when the new ones show their pictures.
swaybg_run() {
    old=$(swaybg_list | cut -d ' ' -f 1)
    new=''
    while [ $# -gt 2 ]; do
        swaybg_start "$@" &
        new="$new $!"
        shift "$(($1 + 2))"
    done
    for process in $new; do swaybg_await "$process" || swaybg_fail; done
    # swaybg does not tell when it has drawn.
    sleep 0.3
    for process in $new; do swaybg_runs "$process" || swaybg_fail; done
    # shellcheck disable=SC2086
    [ -z "$old" ] || kill $old 2>/dev/null
    for process in $old; do
        waited=0
        while swaybg_runs "$process"; do
            swaybg_wait || fail 'another swaybg does not end'
        done
    done
}

swaybg_runs() { swaybg_list | grep -q "^$1 "; }

# swaybg_await PROCESS: waits until a process of swaybg_start is swaybg; returns 1 if it ends before.
swaybg_await() {
    waited=0
    until swaybg_runs "$1"; do
        # A zombie has ended.
        grep -qs '^State:[[:space:]]*[^Z[:space:]]' "/proc/$1/status" && swaybg_wait || return
    done
}

# Waits 0.1 s for a process; returns 1 the 21st time since `waited` was 0.
swaybg_wait() {
    [ "$waited" -lt 20 ] || return
    sleep 0.1
    waited=$((waited + 1))
}

# Ends the new ones, so that those before stay.
swaybg_fail() {
    # shellcheck disable=SC2086
    kill $new 2>/dev/null
    fail 'swaybg has ended at once'
}

# swaybg_start COUNT FOLDER WORD… REST…: becomes the command of the first words.
swaybg_start() {
    count=$1 folder=$2
    shift 2
    turned=0
    while [ $turned -lt "$count" ]; do
        set -- "$@" "$1"
        shift
        turned=$((turned + 1))
    done
    shift "$(($# - count))"
    cd -- "$folder" || cd /
    exec setsid "$@"
} </dev/null >/dev/null 2>&1

# --- The command ----------------------------------------------------------------------------------------

case $# in
0 | 1) set -- '' '' ;;
esac
command=$1_$2
case $command in
x11_read | wayland_read) ;;
x11_show | xfconf_show | xfconf_restore | wayland_show | wayland_restore) ;;
*)
    echo 'wallpaper: expected x11, xfconf or wayland, then read, show or restore' >&2
    exit 2
    ;;
esac
shift 2
"$command" "$@"
