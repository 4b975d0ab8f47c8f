/* SPDX-License-Identifier: MIT
   The client side of Hyprland's protocol hyprland_ctm_control_manager_v1, for Swift. One client at a
   time controls the colour matrices of all outputs, and they are restored when its manager is
   destroyed. */
#pragma once

#include <stdint.h>
#include <wayland-client-protocol.h>

/* Its name is that of the global by which a compositor offers it. */
extern const struct wl_interface matrix_manager_interface;

struct matrix_manager_listener {
    /* Another client controls the matrices. From version 2 on. */
    void (*blocked)(void *data, struct wl_proxy *manager);
};

struct wl_proxy *matrix_manager_bind(
    struct wl_registry *registry, uint32_t name, uint32_t version);
int matrix_manager_listen(
    struct wl_proxy *manager, const struct matrix_manager_listener *listener, void *data);
/* Nine elements in row order, each times 256. */
void matrix_manager_set(struct wl_proxy *manager, struct wl_output *output, const int32_t *matrix);
void matrix_manager_commit(struct wl_proxy *manager);
void matrix_manager_destroy(struct wl_proxy *manager);
