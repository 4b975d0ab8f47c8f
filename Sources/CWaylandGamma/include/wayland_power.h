/* SPDX-License-Identifier: MIT
   The client side of wlr-output-power-management-unstable-v1, as far as it reports whether a display is
   on, for Swift. */
#pragma once

#include <stdint.h>
#include <wayland-client-protocol.h>

/* Its name is that of the global by which a compositor offers it. */
extern const struct wl_interface power_manager_interface;

/* The first event reports the present state. */
struct output_power_listener {
    /* The display is on with mode 1, after a change of its resolution too, and off with 0. */
    void (*mode)(void *data, struct wl_proxy *power, uint32_t mode);
    /* There are no further events. */
    void (*failed)(void *data, struct wl_proxy *power);
};

struct wl_proxy *power_manager_bind(struct wl_registry *registry, uint32_t name);
void power_manager_destroy(struct wl_proxy *manager);
struct wl_proxy *output_power_get(struct wl_proxy *manager, struct wl_output *output);
int output_power_listen(
    struct wl_proxy *power, const struct output_power_listener *listener, void *data);
void output_power_destroy(struct wl_proxy *power);
