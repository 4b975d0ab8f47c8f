/* Preloaded, shows a program other clocks than the machine's.
 *
 * The file that SKEWED_CLOCKS names holds three 64-bit numbers: how many seconds the boot clock, the
 * wall clock and the monotonic clock are ahead. It may change at any time. A byte in the FIFO of the same name with
 * ".bell" behind it is to the program what the kernel's word is that the wall clock was set.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

struct skew {
    volatile int64_t boot, wall, monotonic;
};

static struct skew *skew;
static int bell = -1;

__attribute__((constructor)) static void begin(void)
{
    const char *path = getenv("SKEWED_CLOCKS");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0)
        return;
    void *map = mmap(NULL, sizeof(struct skew), PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (map != MAP_FAILED)
        skew = map;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    static int (*real)(clockid_t, struct timespec *);
    if (!real)
        real = dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(clock, now);
    if (result == 0 && skew) {
        if (clock == CLOCK_BOOTTIME || clock == CLOCK_BOOTTIME_ALARM)
            now->tv_sec += skew->boot;
        if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_ALARM)
            now->tv_sec += skew->wall;
        if (clock == CLOCK_MONOTONIC)
            now->tv_sec += skew->monotonic;
    }
    return result;
}

/* Which clock a timer goes by. */
static clockid_t clocks[4096];

int timerfd_create(clockid_t clock, int flags)
{
    static int (*real)(clockid_t, int);
    if (!real)
        real = dlsym(RTLD_NEXT, "timerfd_create");
    int timer = real(clock, flags);
    if (timer >= 0 && timer < 4096)
        clocks[timer] = clock;
    return timer;
}

static int64_t ahead(int timer)
{
    if (!skew || timer < 0 || timer >= 4096)
        return 0;
    if (clocks[timer] == CLOCK_BOOTTIME)
        return skew->boot;
    if (clocks[timer] == CLOCK_MONOTONIC)
        return skew->monotonic;
    return clocks[timer] == CLOCK_REALTIME ? skew->wall : 0;
}

/* The timer that the kernel cancels when the clock is set becomes the bell. */
int timerfd_settime(
    int timer, int flags, const struct itimerspec *next, struct itimerspec *before)
{
    static int (*real)(int, int, const struct itimerspec *, struct itimerspec *);
    if (!real)
        real = dlsym(RTLD_NEXT, "timerfd_settime");
    struct itimerspec shifted = *next;
    if ((flags & TFD_TIMER_ABSTIME) && (next->it_value.tv_sec || next->it_value.tv_nsec)) {
        shifted.it_value.tv_sec -= ahead(timer);
        if (shifted.it_value.tv_sec < 0)
            shifted.it_value = (struct timespec){.tv_nsec = 1};
    }
    int result = real(timer, flags, &shifted, before);
    if (result == 0 && skew && (flags & TFD_TIMER_CANCEL_ON_SET)) {
        char path[4096];
        snprintf(path, sizeof path, "%s.bell", getenv("SKEWED_CLOCKS"));
        int fifo = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
        if (fifo >= 0) {
            dup3(fifo, timer, O_CLOEXEC);
            close(fifo);
            bell = timer;
        }
    }
    return result;
}

ssize_t read(int file, void *bytes, size_t count)
{
    static ssize_t (*real)(int, void *, size_t);
    if (!real)
        real = dlsym(RTLD_NEXT, "read");
    ssize_t result = real(file, bytes, count);
    if (file != bell || result <= 0)
        return result;
    errno = ECANCELED;
    return -1;
}
