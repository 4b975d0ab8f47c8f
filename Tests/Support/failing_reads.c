/* SPDX-License-Identifier: MIT
   Preloaded into a program under test: makes opening or reading the files listed in
   $UMOCKDEV_DIR/failing-reads fail, one "open|read ERRNO-NUMBER PATH" a line, as a sysfs attribute
   does whose device refuses or is gone. With the number -1 reading waits until its line is gone, as
   where a device hangs. The list is read again at every call, so a test changes it while the program
   runs. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

/* The errno to fail with, or 0. Only plain system calls here: this runs inside their wrappers. */
static int listed_error(const char *call, const char *path) {
    const char *root = getenv("UMOCKDEV_DIR");
    if (root == NULL || strncmp(path, root, strlen(root)) != 0) return 0;
    char name[4096], table[65536];
    snprintf(name, sizeof name, "%s/failing-reads", root);
    int kept = errno;
    int descriptor = (int)syscall(SYS_openat, AT_FDCWD, name, O_RDONLY | O_CLOEXEC);
    errno = kept;
    if (descriptor < 0) return 0;
    ssize_t length = syscall(SYS_read, descriptor, table, sizeof table - 1);
    syscall(SYS_close, descriptor);
    table[length < 0 ? 0 : length] = 0;
    char *rest;
    for (char *line = strtok_r(table, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        char listed_call[8], listed_path[4096];
        int error;
        if (sscanf(line, "%7s %d %4095s", listed_call, &error, listed_path) == 3
            && strcmp(listed_call, call) == 0 && strcmp(listed_path, path) == 0)
            return error;
    }
    return 0;
}

static int error_of_reading(int descriptor) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    char *deleted = strstr(path, " (deleted)");
    if (deleted != NULL) *deleted = 0;
    int error;
    while ((error = listed_error("read", path)) < 0) poll(NULL, 0, 20);
    return error;
}

/* A path under /sys belongs to the testbed; an existing one stays. */
static int error_of_opening(const char *path) {
    const char *root = getenv("UMOCKDEV_DIR");
    char inside[4096];
    if (root == NULL) return 0;
    if (strncmp(path, "/sys/", 5) != 0) return listed_error("open", path);
    snprintf(inside, sizeof inside, "%s%s", root, path);
    char *real = realpath(inside, NULL);
    int error = listed_error("open", real != NULL ? real : inside);
    free(real);
    return error;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define FAIL_IF(expression)                                                                        \
    do {                                                                                           \
        int error_ = (expression);                                                                 \
        if (error_ != 0) {                                                                         \
            errno = error_;                                                                        \
            return -1;                                                                             \
        }                                                                                          \
    } while (0)

ssize_t read(int descriptor, void *bytes, size_t count) {
    FAIL_IF(error_of_reading(descriptor));
    return NEXT(read)(descriptor, bytes, count);
}

ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
    FAIL_IF(error_of_reading(descriptor));
    return NEXT(pread)(descriptor, bytes, count, offset);
}

ssize_t pread64(int descriptor, void *bytes, size_t count, off64_t offset) {
    FAIL_IF(error_of_reading(descriptor));
    return NEXT(pread64)(descriptor, bytes, count, offset);
}

#define OPENING(name)                                                                              \
    int name(const char *path, int flags, ...) {                                                   \
        FAIL_IF(error_of_opening(path));                                                           \
        mode_t mode = 0;                                                                           \
        if (flags & (O_CREAT | O_TMPFILE)) {                                                       \
            va_list rest;                                                                          \
            va_start(rest, flags);                                                                 \
            mode = va_arg(rest, mode_t);                                                           \
            va_end(rest);                                                                          \
        }                                                                                          \
        return NEXT(name)(path, flags, mode);                                                      \
    }
OPENING(open)
OPENING(open64)

#define OPENING_AT(name)                                                                           \
    int name(int directory, const char *path, int flags, ...) {                                    \
        if (path[0] == '/') FAIL_IF(error_of_opening(path));                                       \
        mode_t mode = 0;                                                                           \
        if (flags & (O_CREAT | O_TMPFILE)) {                                                       \
            va_list rest;                                                                          \
            va_start(rest, flags);                                                                 \
            mode = va_arg(rest, mode_t);                                                           \
            va_end(rest);                                                                          \
        }                                                                                          \
        return NEXT(name)(directory, path, flags, mode);                                           \
    }
OPENING_AT(openat)
OPENING_AT(openat64)
