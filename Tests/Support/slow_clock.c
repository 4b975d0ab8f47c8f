/* Preloaded, lets the clocks of a program since the boot pass at a tenth of their speed, so that what has a
 * second has ten; -DSLOWNESS=100 makes that a hundredth. Only what asks a clock is slower: a poll() returns in
 * time, and is called again.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <time.h>

#ifndef SLOWNESS
#define SLOWNESS 10
#endif

static int (*real)(clockid_t, struct timespec *);
/* The time on CLOCK_MONOTONIC when the program started, in ns. */
static int64_t start;

static int64_t nanoseconds(const struct timespec *time)
{
    return time->tv_sec * INT64_C(1000000000) + time->tv_nsec;
}

__attribute__((constructor)) static void begin(void)
{
    struct timespec now;
    real = dlsym(RTLD_NEXT, "clock_gettime");
    real(CLOCK_MONOTONIC, &now);
    start = nanoseconds(&now);
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    if (!real)
        begin();
    int result = real(clock, now);
    if (result != 0 || (clock != CLOCK_MONOTONIC && clock != CLOCK_BOOTTIME))
        return result;
    /* Both are late by as much: a difference would be a suspend. */
    struct timespec monotonic;
    real(CLOCK_MONOTONIC, &monotonic);
    int64_t time = nanoseconds(now) - (nanoseconds(&monotonic) - start) / SLOWNESS * (SLOWNESS - 1);
    now->tv_sec = time / 1000000000;
    now->tv_nsec = time % 1000000000;
    return 0;
}
