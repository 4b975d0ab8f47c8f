/* SPDX-License-Identifier: MIT
   Preloaded into the night filter: no file in memory can be made while the file that NO_MEMORY_FILE
   names exists. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

int memfd_create(const char *name, unsigned int flags) {
    if (access(getenv("NO_MEMORY_FILE"), F_OK) == 0) {
        errno = EMFILE;
        return -1;
    }
    return (int)syscall(SYS_memfd_create, name, flags);
}
