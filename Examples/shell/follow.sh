#!/bin/sh
# Runs a command at the start and whenever the desktop's appearance changes, with the appearance as
# its last word: follow.sh notify-send "The desktop is now"
#
# It waits while appearanced is not running. It fails when the command fails or nothing can be
# followed any more, so that systemd starts it again.
set -eu

appearancectl watch --json | while read -r status; do
    appearance=${status#*'"appearance":"'}
    appearance=${appearance%%'"'*}
    [ "$appearance" != "${last:-}" ] || continue
    last=$appearance
    # The input of the loop is not that of the command.
    "$@" "$appearance" </dev/null
done

echo "follow.sh: appearancectl watch has ended" >&2
exit 1
