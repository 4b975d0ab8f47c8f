// The loops over pixels that have to be compiled for several processors, which Swift cannot do.

#ifndef CPIXELS_H
#define CPIXELS_H

#include <stddef.h>
#include <stdint.h>

/// The positions of the parts of a pixel of four bytes, and of its luminance.
struct cpixels_luminance {
    /// How many bits each part lies above the lowest.
    uint32_t red_shift, green_shift, blue_shift;
    /// How many bits the luminance is to lie above the lowest, 0 to 16; other colours become 0.
    uint32_t to_shift;
    /// Whether the parts are multiplied with alpha, the highest byte, which is left as it is.
    int is_premultiplied;
};

/// Makes `count` pixels of four bytes as bright as they were, in one part alone.
void cpixels_luminance(void *pixels, size_t count, const struct cpixels_luminance *how);

#endif
