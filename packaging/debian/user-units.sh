# Functions for maintainer scripts. Those of debhelper 13.11 either enable the units of user managers for
# every user, or, through deb-systemd-invoke, also start them for users who have not enabled them.

# Runs `systemctl --user` with the given arguments in every running user manager.
each_user_manager() {
    [ -z "${DPKG_ROOT:-}" ] && [ -d /run/systemd/system ] || return 0
    systemctl list-units --no-legend --plain 'user@*.service' | while read -r manager _; do
        uid=${manager#user@}
        # A manager or a unit of one user that takes longer must not keep dpkg, and everybody, waiting.
        timeout 60 systemctl --user --machine="${uid%.service}@" --quiet "$@" </dev/null || :
    done
}

# Whether the administrator's policy allows packages this action on this unit: is_allowed ACTION UNIT
is_allowed() {
    command -v policy-rc.d >/dev/null || return 0
    status=0
    policy-rc.d "$2" "$1" || status=$?
    [ "$status" = 0 ] || [ "$status" = 104 ]
}

