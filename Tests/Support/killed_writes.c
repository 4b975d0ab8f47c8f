/* SPDX-License-Identifier: MIT
   Preloaded into a program under test: kills it in the midst of replacing a file, as a power cut
   does. Of the calls that touch $KILLED_PATH or a neighbour whose name begins with its, or with a dot
   and its, the first $KILLED_AFTER are made, and the next one never returns. A write is two calls: its
   first half, and the rest. $KILLED_LOG is a file for the names of the calls, one a line. With
   $KILLED_FILE_ONLY, calls on the directory do not count: other files have the same one. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static atomic_int made;

static int is_watched(const char *path) {
    const char *watched = getenv("KILLED_PATH");
    if (watched == NULL) return 0;
    const char *name = strrchr(watched, '/') + 1;
    if (strncmp(path, watched, (size_t)(name - watched)) != 0) return 0;
    path += name - watched;
    return strncmp(path + (*path == '.'), name, strlen(name)) == 0;
}

/* The same for an open descriptor; that of the directory counts too. */
static int is_open_on_it(int descriptor) {
    char link[64], path[4096];
    const char *watched = getenv("KILLED_PATH");
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (watched == NULL || length < 0) return 0;
    path[length] = 0;
    return is_watched(path)
        || (getenv("KILLED_FILE_ONLY") == NULL && strncmp(watched, path, (size_t)length) == 0
            && strchr(watched + length + 1, '/') == NULL && watched[length] == '/');
}

static void count(const char *call) {
    const char *log = getenv("KILLED_LOG");
    FILE *lines = log == NULL ? NULL : fopen(log, "a");
    if (lines != NULL) {
        fprintf(lines, "%s\n", call);
        fclose(lines);
    }
    const char *after = getenv("KILLED_AFTER");
    if (after != NULL && atomic_fetch_add(&made, 1) == atoi(after)) {
        kill(getpid(), SIGKILL);
        for (;;) pause();
    }
}

ssize_t write(int descriptor, const void *bytes, size_t length) {
    if (!is_open_on_it(descriptor)) return NEXT(write)(descriptor, bytes, length);
    count("write");
    ssize_t first = NEXT(write)(descriptor, bytes, length / 2);
    if (first < 0) return first;
    count("write");
    ssize_t rest = NEXT(write)(descriptor, (const char *)bytes + first, length - (size_t)first);
    return rest < 0 ? first : first + rest;
}

int fsync(int descriptor) {
    struct stat status;
    if (is_open_on_it(descriptor) && fstat(descriptor, &status) == 0)
        count(S_ISDIR(status.st_mode) ? "fsync of the folder" : "fsync");
    return NEXT(fsync)(descriptor);
}

int rename(const char *from, const char *to) {
    if (is_watched(from)) count("rename");
    return NEXT(rename)(from, to);
}

int unlink(const char *path) {
    if (is_watched(path)) count("unlink");
    return NEXT(unlink)(path);
}

#define OPENING(name)                                                                              \
    int name(const char *path, int flags, ...) {                                                   \
        mode_t mode = 0;                                                                           \
        if (flags & (O_CREAT | O_TMPFILE)) {                                                       \
            va_list rest;                                                                          \
            va_start(rest, flags);                                                                 \
            mode = va_arg(rest, mode_t);                                                           \
            va_end(rest);                                                                          \
            if (is_watched(path)) count("open");                                                   \
        }                                                                                          \
        return NEXT(name)(path, flags, mode);                                                      \
    }
OPENING(open)
OPENING(open64)
