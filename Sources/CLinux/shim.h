/* SPDX-License-Identifier: MIT
   Linux interfaces that Swift's Glibc module leaves out. */
#pragma once

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__ || __SIZEOF_POINTER__ != 8
/* No test has run with another word size or byte order. */
#error "appearanced needs a 64-bit little-endian machine, such as x86_64 or aarch64"
#endif

#include <langinfo.h>
#include <libintl.h>
#include <link.h>
#include <locale.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

/* The same, where the C library declares them only under _GNU_SOURCE, which Swift does not set. */
int accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags);
int malloc_trim(size_t pad);
int pipe2(int ends[2], int flags);
int pthread_setname_np(pthread_t thread, const char *name);
const char *strerrordesc_np(int number);
long syscall(long number, ...);

/* pidfd_open(2) and pidfd_send_signal(2), which the C library declares only since 2.36. */
static inline int process_open(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }
static inline int process_signal(int descriptor, int signal) {
    return (int)syscall(SYS_pidfd_send_signal, descriptor, signal, 0, 0);
}

/* The locale of the environment; a null pointer if the C library has none of its name. */
static inline locale_t environment_locale(void) { return newlocale(LC_ALL_MASK, "", 0); }

/* The result of SO_PEERCRED; `struct ucred` of unix(7). */
struct peer_credentials {
    pid_t pid;
    uid_t uid;
    gid_t gid;
};

/* The program as dl_iterate_phdr(3) reports it: its address and segments. */
struct loaded_image {
    ElfW(Addr) base;
    const char *name;
    const ElfW(Phdr) *segments;
    ElfW(Half) segment_count;
};
struct dl_phdr_info;
int dl_iterate_phdr(
    int (*visit)(struct dl_phdr_info *image, size_t size, void *data), void *data);
