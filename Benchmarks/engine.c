/* SPDX-License-Identifier: MIT
   The engine's way of one light sample in C: a dropout filter, a median of five, a mean with a time
   constant, two comparators with their dwell, the sensor's trust, the band of steady light, and
   whether the level is news. The same light through the same equations, so its last level must be
   the engine's too.

   engine COUNT */
#include "samples.h"
#include <math.h>
#include <stdbool.h>
#include <string.h>

/* The configuration's defaults; times in seconds. */
static const double dark_below = 40, light_above = 80, night_below = 3, night_above = 8;
static const double smoothing = 3, poll_gap = 10, steady_after = 30, steady_width = 0.05;
static const double snap = 0.01, light_step = 0.1, light_interval = 1;
static const double stale_after = 10, distrust_after = 60, proving_time = 60;
static const double dwell[2][2] = {{10, 120}, {15, 30}};
enum { warm_up_samples = 5, window_size = 5 };

struct comparator {
    double down, up;
    bool is_high;
    double pending_since;
};

static struct {
    /* The filter. */
    double before, pending, window[window_size], last_at, level;
    int next, count;
    bool has_before, has_pending, has_level;
    /* The thresholds: night and dark, dark and light. */
    struct comparator comparators[2];
    /* The trust in the sensor. */
    double first_lux, warming_since, last_heard;
    int samples;
    bool has_first, has_moved, is_trusted;
    /* The band in which light is steady, and the last reported light. */
    double steady_since, told, told_at;
    bool is_steady;
    long effects;
} engine;

static double log_lux(double lux) { return log10(1 + lux); }
/* The logarithm of a reading is needed at once, and once more when the next one proves it. */
static double remembered_log_lux(double lux) {
    static double last_lux = -1, last;
    if (lux != last_lux) {
        last_lux = lux;
        last = log_lux(lux);
    }
    return last;
}

static double lux_of(double value) { return fmax(0, pow(10, value) - 1); }

static double lux_at(long second) { return 300 * (0.8 + 0.4 * (double)(second * 7919 % 101) / 100); }

/* The reading before this one, once it is believed. */
static bool believed(double lux, double *one) {
    bool is_believed = engine.has_pending;
    double candidate = engine.pending;
    if (is_believed && engine.has_before
        && (candidate + 1) * 10 < fmin(engine.before, lux) + 1)
        is_believed = false;
    if (is_believed) {
        engine.before = candidate;
        engine.has_before = true;
        *one = candidate;
    }
    engine.pending = lux;
    engine.has_pending = true;
    return is_believed;
}

static double median(void) {
    double sorted[window_size];
    memcpy(sorted, engine.window, sizeof sorted);
    for (int index = 1; index < engine.count; index++) {
        double value = sorted[index];
        int hole = index;
        for (; hole > 0 && sorted[hole - 1] > value; hole--) sorted[hole] = sorted[hole - 1];
        sorted[hole] = value;
    }
    int middle = engine.count / 2;
    return engine.count % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

static void filter(double lux, double now) {
    double step = fmin(fmax(now - engine.last_at, 0), poll_gap), one;
    if (!engine.has_pending) step = 0;
    engine.last_at = now;
    if (believed(lux, &one)) {
        engine.window[engine.next] = remembered_log_lux(one);
        engine.next = (engine.next + 1) % window_size;
        if (engine.count < window_size) engine.count++;
    }
    if (engine.count == 0) return;
    double middle = median();
    if (!engine.has_level) {
        engine.level = middle;
        engine.has_level = true;
        return;
    }
    engine.level += (1 - exp(-step / smoothing)) * (middle - engine.level);
    if (fabs(middle - engine.level) < snap) engine.level = middle;
}

static void observe(struct comparator *comparator, double now) {
    bool asks = comparator->is_high ? engine.level <= comparator->down
                                    : engine.level >= comparator->up;
    if (!asks) comparator->pending_since = -1;
    else if (comparator->pending_since < 0) comparator->pending_since = now;
}

static double threshold(const struct comparator *comparator) {
    return comparator->is_high ? comparator->down : comparator->up;
}

/* Makes the change that is due; light moves before night does. */
static bool settle(double now) {
    for (int which = 1; which >= 0; which--) {
        struct comparator *comparator = &engine.comparators[which];
        double since = comparator->pending_since;
        if (since < 0 || now < since + dwell[which][comparator->is_high]) continue;
        comparator->is_high = !comparator->is_high;
        comparator->pending_since = -1;
        return true;
    }
    return false;
}

static void heard(double lux, double now) {
    if (engine.has_first && engine.first_lux != lux) engine.has_moved = true;
    if (!engine.has_first) engine.first_lux = lux;
    engine.has_first = true;
    engine.last_heard = fmax(engine.last_heard, now);
    if (engine.samples < warm_up_samples) engine.samples++;
}

static bool is_trusted(double now) {
    if (now - engine.last_heard >= distrust_after) return false;
    if (engine.samples < warm_up_samples || !engine.has_moved)
        return now - engine.warming_since < proving_time && engine.is_trusted;
    return now - engine.last_heard < stale_after;
}

/* Whether readings have long stayed where they change nothing. */
static void note_steadiness(double lux, double now) {
    double lowest = engine.level - steady_width, highest = engine.level + steady_width;
    for (int which = 0; which < 2; which++) {
        const struct comparator *comparator = &engine.comparators[which];
        if (comparator->is_high) lowest = fmax(lowest, threshold(comparator));
        else highest = fmin(highest, threshold(comparator));
    }
    double light = remembered_log_lux(lux);
    bool is_inside = light >= lowest && light <= highest;
    if (!is_inside || engine.comparators[0].pending_since >= 0
        || engine.comparators[1].pending_since >= 0) {
        engine.steady_since = -1;
        engine.is_steady = false;
        return;
    }
    if (engine.steady_since < 0) engine.steady_since = now;
    engine.is_steady = now - engine.steady_since >= steady_after;
}

static void announce(double now) {
    double light = round(lux_of(engine.level) * 1000) / 1000;
    if (fabs(light - engine.told) < light_step * engine.told) return;
    if (now - engine.told_at < light_interval) return;
    engine.told = light;
    engine.told_at = now;
    engine.effects++;
}

static void take(double lux, double now) {
    heard(lux, now);
    filter(lux, now);
    note_steadiness(lux, now);
    bool was_trusted = engine.is_trusted;
    engine.is_trusted = engine.samples == warm_up_samples && engine.has_moved && is_trusted(now);
    if (engine.is_trusted && !was_trusted) {
        engine.level = median();
        for (int which = 0; which < 2; which++) {
            struct comparator *comparator = &engine.comparators[which];
            comparator->is_high = engine.level >= (comparator->down + comparator->up) / 2;
        }
    } else if (engine.is_trusted) {
        observe(&engine.comparators[0], now);
        observe(&engine.comparators[1], now);
    }
    if (settle(now)) engine.effects++;
    announce(now);
}

int main(int argument_count, char **arguments) {
    long count = argument_count == 2 ? atol(arguments[1]) : 0;
    if (count <= 0) {
        fprintf(stderr, "usage: engine COUNT\n");
        return 2;
    }
    engine.comparators[0] =
        (struct comparator){log_lux(night_below), log_lux(night_above), true, -1};
    engine.comparators[1] =
        (struct comparator){log_lux(dark_below), log_lux(light_above), true, -1};
    engine.steady_since = -1;
    const long warm_up = 100;
    int64_t begin = 0;
    for (long second = 1; second <= warm_up + count; second++) {
        if (second == warm_up + 1) begin = now_ns();
        take(lux_at(second), (double)second);
    }
    double each = (double)(now_ns() - begin) / (double)count;
    printf("{\"row\": \"sample\", \"ns\": %.2f, \"level\": %.3f, \"effects\": %ld}\n", each,
           round(lux_of(engine.level) * 1000) / 1000, engine.effects);
    return 0;
}
