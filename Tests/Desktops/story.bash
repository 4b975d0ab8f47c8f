# shellcheck shell=bash
# Functions for the stories in this folder. A story runs as root in a machine of scripts/machine, with the
# folder of the Debian packages in PACKAGES. It installs them, continues as the user, and prints one line for
# each check, which scripts/desktops reads.

# Installs the packages as root and runs a command, if there is one, then runs the story again as the user.
begin() {
    [ "$(id -u)" = 0 ] || return 0
    { dpkg --install "$PACKAGES"/*.deb && { [ $# = 0 ] || "$@"; }; } >/tmp/begin.log 2>&1 || {
        cat /tmp/begin.log
        exit 1
    }
    exec as_user "$0"
}

failures=0
why=

# Runs a check, and prints its name, the version of its subject, and the result: check NAME VERSION COMMAND…
check() {
    local name=$1 version=$2
    shift 2
    why=
    if "$@"; then
        printf 'checked\t%s\t%s\tyes\n' "$name" "$version"
    else
        printf 'checked\t%s\t%s\tno\t%s\n' "$name" "$version" "${why:-$* failed}"
        failures=$((failures + 1))
    fi
}

# The same for a subject that is known to fail before a version: check_from VERSION NAME VERSION COMMAND…
check_from() {
    local first=$1
    shift
    if dpkg --compare-versions "$2" ge "$first"; then
        check "$@"
    else
        printf 'checked\t%s\tnot before %s (%s)\tyes\n' "$1" "$first" "$2"
    fi
}

# The same for a program that follows by itself from a version on:
# check_until VERSION NAME VERSION COMMAND…
check_until() {
    local first=$1
    shift
    if dpkg --compare-versions "$2" lt "$first"; then
        check "$@"
    else
        printf 'checked\t%s\tby itself from %s (%s)\tyes\n' "$1" "$first" "$2"
    fi
}

# Runs a command that sets `measures`, which are shown as the version of its check: try COMMAND; check … succeeds
try() {
    status=0
    measures=
    "$1" || status=1
    said=$why
}

succeeds() {
    why=$said
    return "$status"
}

# The upstream version of the first installed package that matches a pattern.
version() {
    dpkg-query --show --showformat '${db:Status-Status} ${source:Upstream-Version}\n' "$1" |
        sed -n 's/^installed \([0-9]*:\)\{0,1\}\([0-9.]*[0-9]\).*/\2/p' | head -n 1
}

# The path of a desktop's program, which need not be in PATH.
program() { find /usr/bin /usr/libexec /usr/lib -name "$1" -type f -perm -1 2>/dev/null | head -n 1; }

# Waits until a command succeeds, for at most half a minute.
await() {
    local deadline=$((SECONDS + 30))
    until "$@"; do
        [ "$SECONDS" -lt "$deadline" ] || {
            why="no success within 30 s: $*"
            return 1
        }
        read -r -t 0.1 <> <(:) || :
    done
}

# Compares a command's output: prints WANTED COMMAND…
prints() {
    local wanted=$1 printed
    shift
    printed=$("$@" 2>&1) || :
    [ "$printed" = "$wanted" ] || {
        why="$*: \"$printed\" instead of \"$wanted\""
        return 1
    }
}

# A configuration by which `auto` is light for the whole day.
export light_all_day='[schedule]
light = "00:00"
dark = "23:59"
night = ""'

# Writes the configuration file from standard input. The daemon reloads it.
configure() {
    mkdir -p ~/.config/appearanced
    cat >~/.config/appearanced/config.toml
    [ "$(systemctl --user is-active appearanced.service)" != active ] ||
        systemctl --user reload appearanced.service
}

units=(appearanced.service appearanced.socket appearance-nightfilter.service)

# The units are valid, and the user's manager starts the daemon in its sandbox.
units_start() {
    local said
    said=$(systemd-analyze --user --man=no verify "${units[@]/#//usr/lib/systemd/user/}" 2>&1) || :
    [ -z "$(grep appearance <<<"$said")" ] || {
        why=$said
        return 1
    }
    systemctl --user enable --now appearanced.service 2>/dev/null &&
        prints active systemctl --user is-active appearanced.service &&
        appearancectl set light >/dev/null
}

# --- the portal --------------------------------------------------------------------------------------

portal() {
    gdbus call --session --timeout 10 --dest org.freedesktop.portal.Desktop \
        --object-path /org/freedesktop/portal/desktop --method "$@"
}

# The value of a key, as the type and the number.
setting() { portal org.freedesktop.portal.Settings.Read "$@" | sed 's/^(<<\(.*\)>>,)$/\1/'; }

# Whether apps receive this colour scheme: 1 is dark, 2 is light.
scheme_is() { [ "$(setting org.freedesktop.appearance color-scheme 2>/dev/null)" = "uint32 $1" ]; }

portal_follows() {
    appearancectl set dark >/dev/null && await scheme_is 1 &&
        appearancectl set light >/dev/null && await scheme_is 2 &&
        appearancectl set night >/dev/null && await scheme_is 1 || return
    prints "'night'" setting io.github.appearanced appearance || return
    # ReadOne came with version 2.
    if portal org.freedesktop.DBus.Properties.Get org.freedesktop.portal.Settings version |
        grep -q 'uint32 [2-9]'; then
        prints '(<uint32 1>,)' \
            portal org.freedesktop.portal.Settings.ReadOne org.freedesktop.appearance color-scheme || return
    fi
    appearancectl set light >/dev/null && await scheme_is 2
}

# The colour schemes that were signalled, in their order.
signals() {
    sed -n "s/.*SettingChanged ('org.freedesktop.appearance', 'color-scheme', <uint32 \(.\)>)/\1/p" \
        "$monitor" | paste -sd' '
}

was_signalled() { grep -q "SettingChanged ('io.github.appearanced', 'appearance', <'$1'>)" "$monitor"; }

# Each change is signalled once, and night, which is dark to apps, does not change the scheme.
portal_signals() {
    local mode status=0
    monitor=$(mktemp)
    gdbus monitor --session --dest org.freedesktop.portal.Desktop >"$monitor" &
    local process=$!
    await grep -q 'is owned by' "$monitor" || status=1
    for mode in dark night light; do
        appearancectl set "$mode" >/dev/null && await was_signalled "$mode" || status=1
    done
    kill "$process"
    wait "$process" 2>/dev/null || :
    [ "$status" = 0 ] && prints '1 2' signals
}

# The daemon reads a configuration when it has not been written to for a quarter of a second.
portal_traits() {
    await prints 'uint32 1' setting org.freedesktop.appearance contrast &&
        prints '(1.0, 0.0, 0.0)' setting org.freedesktop.appearance accent-color &&
        prints 'uint32 1' setting org.freedesktop.appearance reduced-motion
}

# Lets the portal need graphical-session.target, as upstream's unit of 1.21 to 1.22.1 does, which Debian changes.
need_session() {
    local folder=~/.config/systemd/user/xdg-desktop-portal.service.d
    mkdir -p "$folder"
    cat >"$folder/upstream.conf" <<'END'
[Unit]
PartOf=graphical-session.target
Requisite=graphical-session.target
After=graphical-session.target
END
    systemctl --user daemon-reload
    systemctl --user stop xdg-desktop-portal.service
}

# The commands by which doctor fixes the portal.
portal_fix() {
    # It fails, as something is broken.
    { appearancectl doctor --json 2>/dev/null || :; } | python3 -c '
import json, sys
print(next(item["fix"] for item in json.load(sys.stdin) if "cannot start" in item["finding"]))'
}

# doctor and setup name a portal that waits for a session, and their commands let apps read again.
portal_waits() {
    local commands status=0
    need_session
    # The bus starts no portal.
    if setting org.freedesktop.appearance color-scheme >/dev/null 2>&1; then
        why='the portal has started without a session'
        status=1
    elif ! commands=$(portal_fix 2>/dev/null); then
        why='doctor does not name the portal'
        status=1
    elif [[ $(appearancectl setup --dry-run 2>&1) != *"start compositor-session.target"* ]]; then
        why='setup does not print the commands'
        status=1
    else
        sh -c "$commands" >/tmp/session.log 2>&1 && portal_follows || status=1
    fi
    rm -r ~/.config/systemd/user/xdg-desktop-portal.service.d
    systemctl --user daemon-reload
    return "$status"
}

# --- the whole screen at night -----------------------------------------------------------------------

# Whether the filter on this display uses a method, as its status names it.
method_is() { appearance-nightfilter --status --json 2>/dev/null | grep -q "\"method\": *\"$1\""; }

# Whether every pixel of the screen of 800 × 600 is black or a shade of red, and not all are black.
is_red() { screenshot 2>/dev/null | "$here/pixels" 0 0 800 600 red >/dev/null; }

# Whether a window of many colours is shown in them.
has_colors() { [[ $(screenshot 2>/dev/null | "$here/pixels" 0 0 800 600 red) == *00ff00* ]]; }

# Whether the screen is equal to an earlier screenshot.
is_same_as() { screenshot 2>/dev/null | cmp -s "$1" -; }

# Keeps a screenshot of the colours in before.ppm, and waits until the filter has turned all of them red.
turns_red() {
    await has_colors && screenshot >before.ppm && appearancectl set night >/dev/null && await method_is luminance &&
        await is_red
}

# --- windows -----------------------------------------------------------------------------------------

# The screen as PPM.
screenshot() { grim -t ppm -; }

# Keeps a picture of the screen, from standard input as PPM, in .build-machine: picture NAME
picture() { printf 'picture\t%s\t%s\n' "$1" "$(convert ppm:- -strip png:- | base64 --wrap 0)"; }

# The mean brightness of the middle of the screen, 0 to 255.
brightness() {
    screenshot 2>/dev/null | python3 -c '
import sys
data = sys.stdin.buffer.read()
header = data.split(maxsplit=4) or sys.exit(1)
width, height = int(header[1]), int(header[2])
pixels = data[len(data) - 3 * width * height:]
rows = range(height // 3, 2 * height // 3, 7)
values = [pixels[3 * (y * width + x) + c] for y in rows for x in range(width // 3, 2 * width // 3, 7)
          for c in range(3)]
print(sum(values) // len(values))'
}

# Waits for the screen, and keeps the brightness of one without windows.
await_screen() {
    has_screen() { screenshot >/dev/null 2>&1; }
    await has_screen
    empty=$(brightness)
}

is_empty() { [ "$(brightness)" = "$empty" ]; }
is_light() { [ "$(brightness)" -gt 160 ]; }
is_dark() { [ "$(brightness)" -lt 90 ]; }

# Starts a program whose window fills the screen, and compares its pixels with the appearance.
window_follows() {
    local process status=0
    appearancectl set light >/dev/null
    setsid "$@" >/tmp/client.log 2>&1 &
    process=$!
    await is_light && appearancectl set dark >/dev/null &&
        await is_dark && appearancectl set light >/dev/null &&
        await is_light && appearancectl set night >/dev/null && await is_dark && kill -0 "$process" || {
        why="brightness $(brightness) at $(appearancectl get): $(tail -n 1 /tmp/client.log)"
        status=1
    }
    kill -- "-$process" 2>/dev/null || :
    wait "$process" 2>/dev/null || :
    # The next window is the only one.
    await is_empty || :
    return "$status"
}

# --- changes that wait -------------------------------------------------------------------------------

appearance_is() { [ "$(appearancectl get)" = "$1" ]; }

# Whether the status names a circumstance for which a change waits: waits_for KIND
waits_for() {
    appearancectl status --json | python3 -c '
import json, sys
status = json.load(sys.stdin)
held = status.get("waits_for") or {}
sys.exit((held.get("kind"), status["appearance"]) != (sys.argv[1], "light"))' "$1"
}

# Whether the daemon has run for a minute, in which its changes come at once.
runs_for_a_minute() {
    local start
    start=$(date --date "$(systemctl --user show --property ActiveEnterTimestamp --value appearanced.service)" +%s)
    [ $(($(date +%s) - start)) -gt 62 ]
}

# A change by the light waits while a window fills the screen, and comes as soon as it ends.
full_screen_waits() {
    local status=0 window feeder
    await runs_for_a_minute || await runs_for_a_minute || await runs_for_a_minute || return
    configure <<'END'
[ambient]
reversal_gap = "0s"
[ambient.dwell]
light_to_dark = "1s"
dark_to_light = "1s"
END
    mkfifo levels
    appearancectl feed - <levels 2>/dev/null &
    feeder=$!
    exec 8>levels
    appearancectl set auto >/dev/null && echo 2000 >&8 && await appearance_is light || status=1
    setsid "$here/window" white >/dev/null 2>&1 &
    window=$!
    await is_light && echo 5 >&8 && await waits_for fullscreen || status=1
    kill "$window"
    [ "$status" != 0 ] || await appearance_is dark || status=1
    exec 8>&-
    wait "$feeder" || :
    rm levels
    return "$status"
}

# Starts sway without a display, and passes its environment to the user manager.
start_sway() {
    cat >sway.conf <<'END'
xwayland disable
default_border none
output HEADLESS-1 resolution 800x600
exec dbus-update-activation-environment --systemd WAYLAND_DISPLAY SWAYSOCK XDG_CURRENT_DESKTOP=sway
END
    export WLR_BACKENDS=headless WLR_LIBINPUT_NO_DEVICES=1 WLR_RENDERER=pixman XDG_CURRENT_DESKTOP=sway
    export WAYLAND_DISPLAY=wayland-1 GTK_A11Y=none NO_AT_BRIDGE=1
    sway --config sway.conf >sway.log 2>&1 &
    session_is_known() { systemctl --user show-environment | grep -q '^WAYLAND_DISPLAY='; }
    await_screen && await session_is_known || {
        cat sway.log
        exit 1
    }
}

# Starts GNOME Shell without a display, as a session of the user manager: start_gnome WIDTHxHEIGHT
start_gnome() {
    export XDG_CURRENT_DESKTOP=GNOME XDG_SESSION_TYPE=wayland WAYLAND_DISPLAY=wayland-0 LIBGL_ALWAYS_SOFTWARE=1
    dbus-update-activation-environment --systemd XDG_CURRENT_DESKTOP XDG_SESSION_TYPE WAYLAND_DISPLAY \
        LIBGL_ALWAYS_SOFTWARE
    mkdir -p .config/systemd/user
    # graphical-session.target cannot be started by itself.
    cat >.config/systemd/user/session.target <<'END'
[Unit]
BindsTo=graphical-session.target
END
    systemctl --user daemon-reload
    # So that everybody may take a screenshot.
    local unsafe=
    ! gnome-shell --unsafe-mode --version >/dev/null 2>&1 || unsafe=--unsafe-mode
    systemd-run --user --quiet --unit=shell gnome-shell --headless --wayland --virtual-monitor "$1" $unsafe
    await shell_runs || {
        journalctl --user --unit shell --no-pager --lines 30
        exit 1
    }
    systemctl --user start session.target
    gsettings set org.gnome.shell welcome-dialog-last-shown-version 99
}

# Whether GNOME Shell answers.
shell_runs() {
    gdbus call --session --dest org.gnome.Shell --object-path /org/gnome/Shell \
        --method org.freedesktop.DBus.Properties.Get org.gnome.Shell ShellVersion >/dev/null 2>&1
}

# Runs code in GNOME Shell, and prints its value as JSON.
gnome_evaluate() {
    gdbus call --session --dest org.gnome.Shell --object-path /org/gnome/Shell --method org.gnome.Shell.Eval "$1" |
        sed -n "s/^(true, '\(.*\)')$/\1/p"
}

# The screen of GNOME Shell as PPM.
gnome_screenshot() {
    gdbus call --session --dest org.gnome.Shell.Screenshot --object-path /org/gnome/Shell/Screenshot \
        --method org.gnome.Shell.Screenshot.Screenshot false false "$HOME/screen.png" >/dev/null &&
        convert screen.png -depth 8 ppm:-
}
