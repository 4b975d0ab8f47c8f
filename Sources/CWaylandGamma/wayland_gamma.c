/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "wayland_gamma.h"

#include <sys/mman.h>
#include <unistd.h>

const char *gamma_manager_name(void) { return zwlr_gamma_control_manager_v1_interface.name; }

struct wl_output *gamma_output_bind(
    struct wl_registry *registry, uint32_t name, uint32_t version) {
    return wl_registry_bind(registry, name, &wl_output_interface, version);
}

struct zwlr_gamma_control_manager_v1 *gamma_manager_bind(
    struct wl_registry *registry, uint32_t name) {
    return wl_registry_bind(registry, name, &zwlr_gamma_control_manager_v1_interface, 1);
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
