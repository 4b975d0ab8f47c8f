/* SPDX-License-Identifier: MIT
   Preloaded into a program, counts its allocations, and prints the number at its end. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_calloc(size_t count, size_t size);

static long asked;

void *malloc(size_t size) {
    asked++;
    return __libc_malloc(size);
}

void *realloc(void *block, size_t size) {
    asked++;
    return __libc_realloc(block, size);
}

void *calloc(size_t count, size_t size) {
    asked++;
    return __libc_calloc(count, size);
}

__attribute__((destructor)) static void say(void) { fprintf(stderr, "allocations %ld\n", asked); }
