/* SPDX-License-Identifier: MIT
   Preloaded into a headless compositor of wlroots: its outputs have gamma ramps of 256 entries, or of
   as many as GAMMA_SIZE says, and
   every change is a line in the file that GAMMA_LOG names: the output's number in the order of
   appearance, the ramps' length, the sums of red, green and blue, and their last entries. A length
   of 0 is what the compositor shows by itself. */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct wlr_output;

size_t wlr_output_get_gamma_size(struct wlr_output *output) {
    (void)output;
    const char *size = getenv("GAMMA_SIZE");
    return size ? strtoul(size, NULL, 10) : 256;
}

static int number_of(struct wlr_output *output) {
    static struct wlr_output *known[16];
    for (int number = 0; number < 16; number++) {
        if (known[number] == NULL)
            known[number] = output;
        if (known[number] == output)
            return number;
    }
    return -1;
}

static unsigned long sum(const uint16_t *table, size_t size) {
    unsigned long total = 0;
    for (size_t index = 0; index < size; index++)
        total += table[index];
    return total;
}

void wlr_output_set_gamma(
    struct wlr_output *output, size_t size, const uint16_t *red, const uint16_t *green,
    const uint16_t *blue) {
    char line[160];
    int length = snprintf(
        line, sizeof line, "%d %zu %lu %lu %lu %d %d %d\n", number_of(output), size,
        sum(red, size), sum(green, size), sum(blue, size), size ? red[size - 1] : 0,
        size ? green[size - 1] : 0, size ? blue[size - 1] : 0);
    int log = open(getenv("GAMMA_LOG"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (log >= 0) {
        if (write(log, line, (size_t)length) < 0)
            perror("gamma_log");
        close(log);
    }
}
