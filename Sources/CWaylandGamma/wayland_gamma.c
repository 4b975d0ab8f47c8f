/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "wayland_gamma.h"

#include <sys/mman.h>
#include <unistd.h>
#include <wayland-client.h>

static const struct wl_interface gamma_control_interface;

/* The argument types of libwayland's signatures: n a new object, o an object, h a file, u a number. */
static const struct wl_interface *control_and_output[] = {
    &gamma_control_interface, &wl_output_interface};
static const struct wl_interface *no_interface[] = {NULL};

static const struct wl_message manager_requests[] = {
    {"get_gamma_control", "no", control_and_output}, {"destroy", "", no_interface}};
static const struct wl_message control_requests[] = {
    {"set_gamma", "h", no_interface}, {"destroy", "", no_interface}};
static const struct wl_message control_events[] = {
    {"gamma_size", "u", no_interface}, {"failed", "", no_interface}};

enum { manager_get_control, manager_destroy };
enum { control_set, control_destroy };

static const struct wl_interface gamma_manager_interface = {
    "zwlr_gamma_control_manager_v1", 1, 2, manager_requests, 0, NULL};
static const struct wl_interface gamma_control_interface = {
    "zwlr_gamma_control_v1", 1, 2, control_requests, 2, control_events};

const char *const gamma_manager_name = "zwlr_gamma_control_manager_v1";

struct wl_output *gamma_output_bind(
    struct wl_registry *registry, uint32_t name, uint32_t version) {
    return wl_registry_bind(registry, name, &wl_output_interface, version);
}

struct wl_proxy *gamma_manager_bind(struct wl_registry *registry, uint32_t name) {
    return wl_registry_bind(registry, name, &gamma_manager_interface, 1);
}

void gamma_manager_destroy(struct wl_proxy *manager) {
    wl_proxy_marshal(manager, manager_destroy);
    wl_proxy_destroy(manager);
}

struct wl_proxy *gamma_control_get(
    struct wl_proxy *manager, struct wl_output *output,
    const struct gamma_control_listener *listener, void *data) {
    struct wl_proxy *control = wl_proxy_marshal_constructor(
        manager, manager_get_control, &gamma_control_interface, NULL, output);
    if (control != NULL)
        wl_proxy_add_listener(control, (void (**)(void))listener, data);
    return control;
}

int gamma_file(const uint16_t *values, size_t count) {
    int file = memfd_create("gamma", MFD_CLOEXEC);
    size_t bytes = count * sizeof *values;
    if (file >= 0 && (write(file, values, bytes) != (ssize_t)bytes || lseek(file, 0, SEEK_SET) != 0)) {
        close(file);
        return -1;
    }
    return file;
}

void gamma_control_set(struct wl_proxy *control, int32_t file) {
    wl_proxy_marshal(control, control_set, file);
}

void gamma_control_destroy(struct wl_proxy *control) {
    wl_proxy_marshal(control, control_destroy);
    wl_proxy_destroy(control);
}
