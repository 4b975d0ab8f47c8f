/* SPDX-License-Identifier: MIT
   Preloaded into a program under test: makes one call on a kept file fail, or kills the program at it. Counted
   are the calls that open, read, write or rename $FAULT_PATH, a draft of it or a copy of it, and with
   $FAULT_FOLDER those that list or sync its folder. Call number $FAULT_AT, from 1, fails with the error
   number $FAULT_ERROR, or kills the program if that is 0; with $FAULT_STAYS all later calls fail too.
   $FAULT_LOG gets the name of each counted call, one a line. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static atomic_int made;

static int is_watched(const char *path) {
    const char *watched = getenv("FAULT_PATH");
    if (watched == NULL || path == NULL) return 0;
    const char *name = strrchr(watched, '/') + 1;
    size_t folder = (size_t)(name - watched);
    if (getenv("FAULT_FOLDER") != NULL && strlen(path) == folder - 1
        && strncmp(path, watched, folder - 1) == 0)
        return 1;
    if (strncmp(path, watched, folder) != 0) return 0;
    path += folder;
    return strncmp(path + (*path == '.'), name, strlen(name)) == 0;
}

static int is_open_on_it(int descriptor) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    int before = errno;
    ssize_t length = readlink(link, path, sizeof path - 1);
    errno = before;
    if (length < 0) return 0;
    path[length] = 0;
    return is_watched(path);
}

/* The error number of this call, or 0. */
static int fault(const char *call) {
    const char *log = getenv("FAULT_LOG"), *at = getenv("FAULT_AT"), *error = getenv("FAULT_ERROR");
    int number = atomic_fetch_add(&made, 1) + 1;
    if (log != NULL) {
        char line[64];
        int length = snprintf(line, sizeof line, "%s\n", call);
        int file = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
        syscall(SYS_write, file, line, length);
        syscall(SYS_close, file);
    }
    if (at == NULL || error == NULL) return 0;
    if (number != atoi(at) && (getenv("FAULT_STAYS") == NULL || number < atoi(at))) return 0;
    if (atoi(error) != 0) return atoi(error);
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

#define FAIL_IF(is_counted, call, result)                                                           \
    do {                                                                                            \
        int error_ = (is_counted) ? fault(call) : 0;                                                \
        if (error_ != 0) {                                                                          \
            errno = error_;                                                                         \
            return result;                                                                          \
        }                                                                                           \
    } while (0)

ssize_t read(int descriptor, void *bytes, size_t count) {
    FAIL_IF(is_open_on_it(descriptor), "read", -1);
    return NEXT(read)(descriptor, bytes, count);
}

/* The first half may be written before the call fails. */
ssize_t write(int descriptor, const void *bytes, size_t length) {
    if (!is_open_on_it(descriptor)) return NEXT(write)(descriptor, bytes, length);
    FAIL_IF(1, "write", -1);
    ssize_t first = NEXT(write)(descriptor, bytes, length / 2);
    if (first < 0) return first;
    FAIL_IF(1, "write", -1);
    ssize_t rest = NEXT(write)(descriptor, (const char *)bytes + first, length - (size_t)first);
    return rest < 0 ? first : first + rest;
}

int fsync(int descriptor) {
    FAIL_IF(is_open_on_it(descriptor), "fsync", -1);
    return NEXT(fsync)(descriptor);
}

int rename(const char *from, const char *to) {
    FAIL_IF(is_watched(from), "rename", -1);
    return NEXT(rename)(from, to);
}

int link(const char *from, const char *to) {
    FAIL_IF(is_watched(from), "link", -1);
    return NEXT(link)(from, to);
}

int unlink(const char *path) {
    FAIL_IF(is_watched(path), "unlink", -1);
    return NEXT(unlink)(path);
}

int lstat(const char *path, struct stat *status) {
    FAIL_IF(is_watched(path), "lstat", -1);
    return NEXT(lstat)(path, status);
}

DIR *opendir(const char *path) {
    FAIL_IF(is_watched(path), "opendir", NULL);
    return NEXT(opendir)(path);
}

#define OPENING(name)                                                                               \
    int name(const char *path, int flags, ...) {                                                    \
        mode_t mode = 0;                                                                            \
        if (flags & (O_CREAT | O_TMPFILE)) {                                                        \
            va_list rest;                                                                           \
            va_start(rest, flags);                                                                  \
            mode = va_arg(rest, mode_t);                                                            \
            va_end(rest);                                                                           \
        }                                                                                           \
        FAIL_IF(is_watched(path), "open", -1);                                                      \
        return NEXT(name)(path, flags, mode);                                                       \
    }
OPENING(open)
OPENING(open64)
