/* SPDX-License-Identifier: MIT */
#include "wayland_matrix.h"

#include <wayland-client-core.h>

extern const struct wl_interface wl_output_interface;

static const struct wl_interface *types[10] = {&wl_output_interface};

static const struct wl_message requests[] = {
    {"set_ctm_for_output", "offfffffff", types},
    {"commit", "", types},
    {"destroy", "", types},
};

static const struct wl_message events[] = {{"blocked", "2", types}};

const struct wl_interface matrix_manager_interface = {
    "hyprland_ctm_control_manager_v1", 2, 3, requests, 1, events,
};

enum { SET_MATRIX, COMMIT, DESTROY };

struct wl_proxy *matrix_manager_bind(
    struct wl_registry *registry, uint32_t name, uint32_t version) {
    return wl_registry_bind(registry, name, &matrix_manager_interface, version);
}

int matrix_manager_listen(
    struct wl_proxy *manager, const struct matrix_manager_listener *listener, void *data) {
    return wl_proxy_add_listener(manager, (void (**)(void))listener, data);
}

void matrix_manager_set(struct wl_proxy *manager, struct wl_output *output, const int32_t *matrix) {
    wl_proxy_marshal_flags(
        manager, SET_MATRIX, NULL, wl_proxy_get_version(manager), 0, output, matrix[0], matrix[1],
        matrix[2], matrix[3], matrix[4], matrix[5], matrix[6], matrix[7], matrix[8]);
}

void matrix_manager_commit(struct wl_proxy *manager) {
    wl_proxy_marshal_flags(manager, COMMIT, NULL, wl_proxy_get_version(manager), 0);
}

void matrix_manager_destroy(struct wl_proxy *manager) {
    wl_proxy_marshal_flags(
        manager, DESTROY, NULL, wl_proxy_get_version(manager), WL_MARSHAL_FLAG_DESTROY);
}
