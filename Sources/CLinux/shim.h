/* SPDX-License-Identifier: MIT
   Linux's own system calls, which Swift's Glibc leaves out. */
#pragma once
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>

/* glibc shows it only to those who ask for GNU's extensions. */
int accept4(int, struct sockaddr *, socklen_t *, int);
