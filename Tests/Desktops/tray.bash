# shellcheck shell=bash
# Checks of the icon of appearance-tray in a panel, for stories that define `screenshot`, `click X Y left|right`, and
# `restart_panel COLOR`, which starts the panel in black or white.

# It is light for the whole day, so that every mode but auto and light changes something.
begin_tray() {
    configure <<<"$light_all_day"
    units_start
    systemctl --user start appearance-tray.service
}

differs_from() { screenshot 2>/dev/null >next.ppm && [ -s next.ppm ] && ! cmp -s "$1" next.ppm; }
# A picture that is equal to the one before it.
rests() { screenshot >rest.ppm && cmp -s rest.ppm next.ppm || { cp rest.ppm next.ppm && false; }; }

# Keeps a picture for each appearance, and counts the pixels of the icon that can be seen on the panel.
icon_is_readable() {
    local appearance previous=/dev/null place
    for appearance in light dark night; do
        appearancectl set "$appearance" >/dev/null && await differs_from "$previous" && await rests || return
        cp rest.ppm "$appearance.ppm"
        previous=$appearance.ppm
    done
    place=$("$here/icon" 1 light.ppm dark.ppm night.ppm)
    read -r x y width height count <<<"$place"
    [ "$width" -lt 60 ] && [ "$height" -lt 60 ] && [ "$count" -ge 40 ] || {
        why="at $x, $y, $width × $height pixels, of which $count can be seen"
        return 1
    }
}
# The panel may still be drawing itself when the first picture is taken.
icon_is_shown() { restart_panel "$1" && await icon_is_readable; }

# Sets the place of the menu, which is wider and higher than the icon and its tooltip.
menu_is_open() {
    local menu
    screenshot >next.ppm && menu=$("$here/icon" 60 closed.ppm next.ppm) && rests || return
    read -r left top across down _ <<<"$menu" && [ "$down" -gt 100 ]
}

# Opens the menu, whose row Dark is at 7/16 of its height: a sentence, Automatic, Light, Dark, Night, the skipped
# change, the pause and the settings.
menu_sets_the_mode() {
    local left top across down
    appearancectl set auto >/dev/null && await rests || return
    cp rest.ppm closed.ppm
    click "$((x + width / 2))" "$((y + height / 2))" right && await menu_is_open || {
        picture "$1" <next.ppm
        return 1
    }
    picture "$1" <rest.ppm
    click "$((left + across / 2))" "$((top + down * 7 / 16))" left && await appearance_is dark
}
