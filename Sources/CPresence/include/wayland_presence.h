/* SPDX-License-Identifier: MIT
   The client side of wlr-foreign-toplevel-management-unstable-v1, ext-idle-notify-v1 and KDE's idle, as far as they
   report the windows and the input, for Swift. */
#pragma once

#include <stdint.h>
#include <wayland-client-protocol.h>

/* The numbers of events. A window is complete with `done`. */
enum { MANAGER_TOPLEVEL, MANAGER_FINISHED };
enum { TOPLEVEL_APP_ID = 1, TOPLEVEL_STATE = 4, TOPLEVEL_DONE, TOPLEVEL_CLOSED };
enum { WATCH_IDLED, WATCH_RESUMED };

/* The states of a window that count here; a compositor sends them in an array of 32-bit numbers. */
enum toplevel_state { STATE_ACTIVATED = 2, STATE_FULLSCREEN = 3 };

/* Binds the global of one of the three protocols, or a seat, by its name and the number and version that the compositor
   announces; NULL for any other name. */
struct wl_proxy *presence_bind(
    struct wl_registry *registry, const char *interface, uint32_t name, uint32_t version);

/* Reports the window no more. */
void toplevel_destroy(struct wl_proxy *toplevel);

/* Without input for so many milliseconds it reports idleness; from version 2 on it can do so although a program
   inhibits it. */
struct wl_proxy *idle_watch(
    struct wl_proxy *notifier, struct wl_proxy *seat, uint32_t milliseconds,
    int despite_inhibitors);
struct wl_proxy *kde_idle_watch(struct wl_proxy *idle, struct wl_proxy *seat, uint32_t milliseconds);
