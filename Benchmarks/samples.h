/* SPDX-License-Identifier: MIT
   Clock, samples, and the one line of JSON in which every measurement ends. */
#pragma once
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static inline int64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static int order(const void *left, const void *right) {
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

/* Prints {"median": …, "p99": …} in microseconds of samples in nanoseconds. */
static inline void print_samples(const char *name, int64_t *samples, size_t count) {
    if (count == 0) {
        fprintf(stderr, "%s: no samples\n", name);
        exit(1);
    }
    qsort(samples, count, sizeof *samples, order);
    printf("{\"row\": \"%s\", \"count\": %zu, \"least\": %.1f, \"median\": %.1f, \"p90\": %.1f, "
           "\"p99\": %.1f}\n",
           name, count, samples[0] / 1e3, samples[count / 2] / 1e3,
           samples[(size_t)((double)count * 0.90)] / 1e3,
           samples[(size_t)((double)count * 0.99)] / 1e3);
    fflush(stdout);
}
