/* SPDX-License-Identifier: MIT */
#include "wayland_presence.h"

#include <string.h>
#include <wayland-client-core.h>

static const struct wl_interface toplevel_interface, idle_watch_interface, kde_watch_interface;

static const struct wl_interface *none[6];
static const struct wl_interface *one_toplevel[] = {&toplevel_interface};
static const struct wl_interface *one_output[] = {&wl_output_interface};
static const struct wl_interface *one_seat[] = {&wl_seat_interface};
static const struct wl_interface *surface[] = {&wl_surface_interface, NULL, NULL, NULL, NULL};

/* wlr-foreign-toplevel-management-unstable-v1 */

static const struct wl_message manager_requests[] = {{"stop", "", none}};
static const struct wl_message manager_events[] = {
    {"toplevel", "n", one_toplevel},
    {"finished", "", none},
};
static const struct wl_interface toplevel_manager_interface = {
    "zwlr_foreign_toplevel_manager_v1", 3, 1, manager_requests, 2, manager_events,
};

enum { DESTROY_TOPLEVEL = 7 };
static const struct wl_message toplevel_requests[] = {
    {"set_maximized", "", none},
    {"unset_maximized", "", none},
    {"set_minimized", "", none},
    {"unset_minimized", "", none},
    {"activate", "o", one_seat},
    {"close", "", none},
    {"set_rectangle", "oiiii", surface},
    {"destroy", "", none},
    {"set_fullscreen", "2?o", one_output},
    {"unset_fullscreen", "2", none},
};
static const struct wl_message toplevel_events[] = {
    {"title", "s", none},
    {"app_id", "s", none},
    {"output_enter", "o", one_output},
    {"output_leave", "o", one_output},
    {"state", "a", none},
    {"done", "", none},
    {"closed", "", none},
    {"parent", "3?o", one_toplevel},
};
static const struct wl_interface toplevel_interface = {
    "zwlr_foreign_toplevel_handle_v1", 3, 10, toplevel_requests, 8, toplevel_events,
};

/* ext-idle-notify-v1 */

enum { WATCH_IDLE = 1, WATCH_INPUT = 2 };
static const struct wl_interface *watch_types[] = {&idle_watch_interface, NULL, &wl_seat_interface};
static const struct wl_message notifier_requests[] = {
    {"destroy", "", none},
    {"get_idle_notification", "nuo", watch_types},
    {"get_input_idle_notification", "2nuo", watch_types},
};
static const struct wl_interface idle_notifier_interface = {
    "ext_idle_notifier_v1", 2, 3, notifier_requests, 0, NULL,
};

static const struct wl_message watch_requests[] = {{"destroy", "", none}};
static const struct wl_message watch_events[] = {{"idled", "", none}, {"resumed", "", none}};
static const struct wl_interface idle_watch_interface = {
    "ext_idle_notification_v1", 2, 1, watch_requests, 2, watch_events,
};

/* org_kde_kwin_idle */

enum { KDE_WATCH = 0 };
static const struct wl_interface *kde_types[] = {&kde_watch_interface, &wl_seat_interface, NULL};
static const struct wl_message kde_requests[] = {{"get_idle_timeout", "nou", kde_types}};
static const struct wl_interface kde_idle_interface = {
    "org_kde_kwin_idle", 1, 1, kde_requests, 0, NULL,
};

static const struct wl_message kde_watch_requests[] = {
    {"release", "", none},
    {"simulate_user_activity", "", none},
};
static const struct wl_message kde_watch_events[] = {{"idle", "", none}, {"resumed", "", none}};
static const struct wl_interface kde_watch_interface = {
    "org_kde_kwin_idle_timeout", 1, 2, kde_watch_requests, 2, kde_watch_events,
};

static const struct wl_interface *const globals[] = {
    &toplevel_manager_interface,
    &idle_notifier_interface,
    &kde_idle_interface,
    &wl_seat_interface,
};

struct wl_proxy *presence_bind(
    struct wl_registry *registry, const char *interface, uint32_t name, uint32_t version) {
    for (size_t index = 0; index < sizeof globals / sizeof *globals; index++) {
        const struct wl_interface *known = globals[index];
        if (strcmp(known->name, interface) != 0) continue;
        uint32_t most = known == &wl_seat_interface ? 1 : (uint32_t)known->version;
        return wl_registry_bind(registry, name, known, version < most ? version : most);
    }
    return NULL;
}

void toplevel_destroy(struct wl_proxy *toplevel) {
    wl_proxy_marshal_flags(
        toplevel, DESTROY_TOPLEVEL, NULL, wl_proxy_get_version(toplevel), WL_MARSHAL_FLAG_DESTROY);
}

struct wl_proxy *idle_watch(
    struct wl_proxy *notifier, struct wl_proxy *seat, uint32_t milliseconds,
    int despite_inhibitors) {
    uint32_t version = wl_proxy_get_version(notifier);
    return wl_proxy_marshal_flags(
        notifier, despite_inhibitors && version >= 2 ? WATCH_INPUT : WATCH_IDLE,
        &idle_watch_interface, version, 0, NULL, milliseconds, seat);
}

struct wl_proxy *kde_idle_watch(
    struct wl_proxy *idle, struct wl_proxy *seat, uint32_t milliseconds) {
    return wl_proxy_marshal_flags(
        idle, KDE_WATCH, &kde_watch_interface, 1, 0, NULL, seat, milliseconds);
}
