/* SPDX-License-Identifier: MIT
   The requests of an X client that wants to know how long there was no input, and whether the screen saver is on. */
#pragma once

#include <xcb/sync.h>

/* Waits for a reply, which the caller frees; NULL for an error, or, with errno ETIMEDOUT, without a reply in time. */
void *x11_reply(xcb_connection_t *connection, unsigned request, int milliseconds);

/* Requests an event of `alarms[0]` when there was no input for so many milliseconds, and one of `alarms[1]` when
   there is input again; returns whether there was none for that long already, or -1 if the server cannot report it. */
int x11_follow_input(
    xcb_connection_t *connection, uint32_t milliseconds, xcb_sync_alarm_t alarms[2], int timeout);

/* Requests the events of the screen saver; returns whether it is on, or -1 if the server has none. */
int x11_follow_saver(xcb_connection_t *connection, xcb_window_t root, int timeout);

/* Returns the state of the alarms, or of the screen saver, after an event; -1 if it is about neither. */
int x11_quiet_in(
    xcb_connection_t *connection, const xcb_generic_event_t *event,
    const xcb_sync_alarm_t alarms[2]);
int x11_saver_in(xcb_connection_t *connection, const xcb_generic_event_t *event);
