/* SPDX-License-Identifier: MIT
   Preloaded into a program under test: the disk of each path below $FULL_PATH has no room left. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

int statvfs(const char *path, struct statvfs *space) {
    int (*next)(const char *, struct statvfs *) = dlsym(RTLD_NEXT, "statvfs");
    const char *full = getenv("FULL_PATH");
    int result = next(path, space);
    if (result == 0 && full != NULL && strncmp(path, full, strlen(full)) == 0) space->f_bavail = 1;
    return result;
}
