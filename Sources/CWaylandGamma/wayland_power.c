/* SPDX-License-Identifier: MIT */
#include "wayland_power.h"

#include <wayland-client-core.h>

extern const struct wl_interface wl_output_interface;
static const struct wl_interface output_power_interface;

static const struct wl_interface *types[2] = {&output_power_interface, &wl_output_interface};
static const struct wl_interface *none[1];

static const struct wl_message manager_requests[] = {
    {"get_output_power", "no", types},
    {"destroy", "", none},
};

static const struct wl_message requests[] = {{"set_mode", "u", none}, {"destroy", "", none}};
static const struct wl_message events[] = {{"mode", "u", none}, {"failed", "", none}};

const struct wl_interface power_manager_interface = {
    "zwlr_output_power_manager_v1", 1, 2, manager_requests, 0, NULL,
};

static const struct wl_interface output_power_interface = {
    "zwlr_output_power_v1", 1, 2, requests, 2, events,
};

enum { GET_POWER, DESTROY_MANAGER };
enum { SET_MODE, DESTROY };

struct wl_proxy *power_manager_bind(struct wl_registry *registry, uint32_t name) {
    return wl_registry_bind(registry, name, &power_manager_interface, 1);
}

void power_manager_destroy(struct wl_proxy *manager) {
    wl_proxy_marshal_flags(manager, DESTROY_MANAGER, NULL, 1, WL_MARSHAL_FLAG_DESTROY);
}

struct wl_proxy *output_power_get(struct wl_proxy *manager, struct wl_output *output) {
    return wl_proxy_marshal_flags(
        manager, GET_POWER, &output_power_interface, 1, 0, NULL, output);
}

int output_power_listen(
    struct wl_proxy *power, const struct output_power_listener *listener, void *data) {
    return wl_proxy_add_listener(power, (void (**)(void))listener, data);
}

void output_power_destroy(struct wl_proxy *power) {
    wl_proxy_marshal_flags(power, DESTROY, NULL, 1, WL_MARSHAL_FLAG_DESTROY);
}
