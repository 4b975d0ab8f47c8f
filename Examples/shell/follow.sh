#!/bin/sh
# Runs a command at the start and whenever the desktop's appearance changes, with the appearance as
# its last word: follow.sh notify-send "The desktop is now"
set -eu

appearancectl watch --json | while read -r status; do
    appearance=${status#*'"appearance":"'}
    appearance=${appearance%%'"'*}
    [ "$appearance" != "${last:-}" ] || continue
    last=$appearance
    "$@" "$appearance"
done
