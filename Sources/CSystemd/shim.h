/* SPDX-License-Identifier: MIT */
#pragma once
#include <systemd/sd-event.h>
#include <systemd/sd-daemon.h>

/* Linux interfaces that Swift's Glibc module leaves out. */
#include <link.h>
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>

/* The same, where the C library shows them only under _GNU_SOURCE, which Swift does not set. */
int accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags);
int pipe2(int ends[2], int flags);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
int pthread_setname_np(pthread_t thread, const char *name);
const char *strerrordesc_np(int number);

/* pidfd_open(2), which the C library has a function for only since 2.36. */
long syscall(long number, ...);
static inline int open_process_descriptor(pid_t process) {
    return (int)syscall(SYS_pidfd_open, process, 0);
}

/* What SO_PEERCRED fills in; `struct ucred` of unix(7). */
struct peer_credentials {
    pid_t pid;
    uid_t uid;
    gid_t gid;
};

/* Calls that this C library has no names for yet: pidfd_open(2), pidfd_send_signal(2). */
#include <sys/syscall.h>
#include <unistd.h>
static inline int process_open(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }
static inline int process_signal(int descriptor, int signal) {
    return (int)syscall(SYS_pidfd_send_signal, descriptor, signal, 0, 0);
}

/* What dl_iterate_phdr(3) shows of the program and of each library in it: where it lies, and its
   segments. */
struct loaded_image {
    ElfW(Addr) base;
    const char *name;
    const ElfW(Phdr) *segments;
    ElfW(Half) segment_count;
};
struct dl_phdr_info;
int dl_iterate_phdr(
    int (*visit)(struct dl_phdr_info *image, size_t size, void *data), void *data);
