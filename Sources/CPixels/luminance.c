// Luminance of sRGB pixels without leaving sRGB.
//
// Exactly, a pixel's luminance is the weighted mean of its parts after the transfer function, and
// the grey of that luminance is its inverse. Both are powers of 2.4 of a part plus 14 of 255ths; so
// the grey is near the root of a quadratic form of the parts, each plus 17:
//
//     grey + 17 = sqrt(k * sum(w * c * c) - (k - 1) * sum(v * c)^2),  c = part + 17
//
// The numbers are a minimax fit over the whole cube. They are at most 2.0 of 255 away from the exact
// value, and greys stay what they are, since w and v each add up to 1. What a pixel is multiplied
// with (premultiplied alpha) the form is multiplied with too, and so 17 becomes 17 * alpha.

#include "CPixels.h"

#define K 1.2905f
#define ROOT_OF_K_LESS_1 0.53898052f
static const float w[] = {K * 0.2340f, K * 0.6747f, K * 0.0913f};
static const float v[] = {
    ROOT_OF_K_LESS_1 * 0.2765f, ROOT_OF_K_LESS_1 * 0.5877f, ROOT_OF_K_LESS_1 * 0.1358f};

// A row may begin anywhere.
typedef uint32_t pixel __attribute__((aligned(1)));

#define LUMINANCE_LOOP(name, PROCESSOR, OFFSET)                                                   \
    PROCESSOR                                                                                     \
    static void name(pixel *next, size_t count, const struct cpixels_luminance *how) {            \
        const uint32_t to_red = how->red_shift, to_green = how->green_shift;                      \
        const uint32_t to_blue = how->blue_shift, to = how->to_shift;                             \
        for (size_t i = 0; i < count; i++) {                                                      \
            const uint32_t whole = next[i];                                                       \
            const float offset = OFFSET;                                                          \
            const float red = (float)(int32_t)(whole >> to_red & 255) + offset;                   \
            const float green = (float)(int32_t)(whole >> to_green & 255) + offset;               \
            const float blue = (float)(int32_t)(whole >> to_blue & 255) + offset;                 \
            const float mean = v[0] * red + v[1] * green + v[2] * blue;                           \
            const float squares = w[0] * red * red + w[1] * green * green + w[2] * blue * blue;   \
            const float root = __builtin_elementwise_sqrt(squares - mean * mean);                 \
            const uint32_t grey = (uint32_t)(int32_t)(root - (offset - 0.5f));                    \
            next[i] = (whole & 0xFF000000) | grey << to;                                          \
        }                                                                                         \
    }

#define STRAIGHT 17
#define PREMULTIPLIED (float)(int32_t)(whole >> 24) * (17 / 255.0f)

LUMINANCE_LOOP(straight, , STRAIGHT)
LUMINANCE_LOOP(premultiplied, , PREMULTIPLIED)

// Twice as fast with vectors of eight, which not every x86-64 has. Asked here and not by the loader:
// under a sanitizer nothing of ours may run as early as that.
#ifdef __x86_64__
#define WIDE __attribute__((target("avx2,fma")))
LUMINANCE_LOOP(straight_wide, WIDE, STRAIGHT)
LUMINANCE_LOOP(premultiplied_wide, WIDE, PREMULTIPLIED)

static int is_wide(void) { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }
#else
#define straight_wide straight
#define premultiplied_wide premultiplied

static int is_wide(void) { return 0; }
#endif

void cpixels_luminance(void *pixels, size_t count, const struct cpixels_luminance *how) {
    if (how->is_premultiplied) {
        (is_wide() ? premultiplied_wide : premultiplied)(pixels, count, how);
    } else {
        (is_wide() ? straight_wide : straight)(pixels, count, how);
    }
}
