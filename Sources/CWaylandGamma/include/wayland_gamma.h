/* SPDX-License-Identifier: MIT
   The client side of wlr-gamma-control-unstable-v1, version 1, as libwayland's marshaller wants it:
   https://wayland.app/protocols/wlr-gamma-control-unstable-v1 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct wl_output;
struct wl_proxy;
struct wl_registry;

/* The name of the global by which a compositor says that it has the protocol. */
extern const char *const gamma_manager_name;

/* What a control says: how long its ramps are, or that it is of no use any more. */
struct gamma_control_listener {
    void (*gamma_size)(void *data, struct wl_proxy *control, uint32_t size);
    void (*failed)(void *data, struct wl_proxy *control);
};

struct wl_output *gamma_output_bind(
    struct wl_registry *registry, uint32_t name, uint32_t version);
struct wl_proxy *gamma_manager_bind(struct wl_registry *registry, uint32_t name);
void gamma_manager_destroy(struct wl_proxy *manager);

/* The control of an output, which tells its listener; NULL without memory. */
struct wl_proxy *gamma_control_get(
    struct wl_proxy *manager, struct wl_output *output,
    const struct gamma_control_listener *listener, void *data);
/* A file in memory with these values, or -1 with errno set. */
int gamma_file(const uint16_t *values, size_t count);
/* Sets the ramps that a file holds: red, green and blue, 16 bits an entry. The file stays the
   caller's. */
void gamma_control_set(struct wl_proxy *control, int32_t file);
/* Gives the output what it had before. */
void gamma_control_destroy(struct wl_proxy *control);
