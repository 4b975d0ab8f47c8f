/* SPDX-License-Identifier: MIT
   The client side of wlr-gamma-control-unstable-v1, for Swift.

   The protocol's XML is that of wlroots 0.15.1, https://gitlab.freedesktop.org/wlroots/wlroots; the
   rest is what wayland-scanner 1.21.0 makes of it (private-code and client-header), unchanged.
   Here is only what Swift cannot say itself: libwayland keeps the address of an interface. */
#pragma once

#include "wlr-gamma-control-unstable-v1-client-protocol.h"

/* The name of the global by which a compositor announces the protocol. */
const char *gamma_manager_name(void);

struct wl_output *gamma_output_bind(
    struct wl_registry *registry, uint32_t name, uint32_t version);
struct zwlr_gamma_control_manager_v1 *gamma_manager_bind(
    struct wl_registry *registry, uint32_t name);

/* A file in memory with these values, or -1 with errno set. */
int gamma_file(const uint16_t *values, size_t count);
