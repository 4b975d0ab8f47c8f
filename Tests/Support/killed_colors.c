/* SPDX-License-Identifier: MIT
   Preloaded into the night filter: kills it as soon as the X server has carried out request number
   $KILLED_COUNT, or the first, to change what $KILLED_AT names: "ramps", "matrix" or "property", the saved
   original. It appends the last entries of all ramps to the file $COLOR_LOG, and the number of bytes of
   all saved originals to $SAVE_LOG, if there are these. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xcb/randr.h>

static void end(xcb_connection_t *server, const char *change) {
    static int count = 0;
    const char *wanted = getenv("KILLED_AT"), *number = getenv("KILLED_COUNT");
    if (wanted == NULL || strcmp(wanted, change) != 0) return;
    if (++count < (number == NULL ? 1 : atoi(number))) return;
    free(xcb_get_input_focus_reply(server, xcb_get_input_focus(server), NULL));
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

xcb_void_cookie_t xcb_randr_set_crtc_gamma(
    xcb_connection_t *server, xcb_randr_crtc_t crtc, uint16_t size, const uint16_t *red,
    const uint16_t *green, const uint16_t *blue) {
    __typeof__(&xcb_randr_set_crtc_gamma) next = dlsym(RTLD_NEXT, "xcb_randr_set_crtc_gamma");
    xcb_void_cookie_t cookie = next(server, crtc, size, red, green, blue);
    const char *path = getenv("COLOR_LOG");
    FILE *log = path == NULL ? NULL : fopen(path, "a");
    if (log != NULL) {
        fprintf(log, "%d %d %d\n", red[size - 1], green[size - 1], blue[size - 1]);
        fclose(log);
    }
    end(server, "ramps");
    return cookie;
}

xcb_void_cookie_t xcb_randr_change_output_property(
    xcb_connection_t *server, xcb_randr_output_t output, xcb_atom_t property, xcb_atom_t type,
    uint8_t format, uint8_t mode, uint32_t count, const void *data) {
    __typeof__(&xcb_randr_change_output_property) next =
        dlsym(RTLD_NEXT, "xcb_randr_change_output_property");
    xcb_void_cookie_t cookie = next(server, output, property, type, format, mode, count, data);
    end(server, "matrix");
    return cookie;
}

xcb_void_cookie_t xcb_change_property(
    xcb_connection_t *server, uint8_t mode, xcb_window_t window, xcb_atom_t property,
    xcb_atom_t type, uint8_t format, uint32_t count, const void *data) {
    __typeof__(&xcb_change_property) next = dlsym(RTLD_NEXT, "xcb_change_property");
    xcb_void_cookie_t cookie = next(server, mode, window, property, type, format, count, data);
    const char *path = getenv("SAVE_LOG");
    FILE *log = path == NULL ? NULL : fopen(path, "a");
    if (log != NULL) {
        fprintf(log, "%u\n", count);
        fclose(log);
    }
    end(server, "property");
    return cookie;
}
