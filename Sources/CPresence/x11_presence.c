/* SPDX-License-Identifier: MIT */
#include "x11_presence.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <xcb/screensaver.h>
#include <xcb/xcbext.h>

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

void *x11_reply(xcb_connection_t *connection, unsigned request, int milliseconds) {
    int64_t end = now() + milliseconds;
    xcb_flush(connection);
    for (;;) {
        void *reply = NULL;
        xcb_generic_error_t *error = NULL;
        if (xcb_poll_for_reply(connection, request, &reply, &error)) {
            free(error);
            errno = 0;
            return reply;
        }
        struct pollfd watched = {xcb_get_file_descriptor(connection), POLLIN, 0};
        int64_t rest = end - now();
        if (rest <= 0 || poll(&watched, 1, (int)rest) <= 0) {
            xcb_discard_reply(connection, request);
            errno = ETIMEDOUT;
            return NULL;
        }
    }
}

static uint8_t first_event(xcb_connection_t *connection, xcb_extension_t *extension) {
    const xcb_query_extension_reply_t *known = xcb_get_extension_data(connection, extension);
    return known && known->present ? known->first_event : 0;
}

/* The number of the counter of the time without input; 0 for none. */
static xcb_sync_counter_t idle_counter(xcb_connection_t *connection, int timeout) {
    xcb_sync_list_system_counters_reply_t *list =
        x11_reply(connection, xcb_sync_list_system_counters(connection).sequence, timeout);
    xcb_sync_counter_t found = 0;
    if (!list) return 0;
    xcb_sync_systemcounter_iterator_t counters =
        xcb_sync_list_system_counters_counters_iterator(list);
    for (; counters.rem > 0; xcb_sync_systemcounter_next(&counters)) {
        /* In the protocol the name follows 14 bytes; xcb_sync_systemcounter_name skips the padding of a structure. */
        const char *name = (const char *)counters.data + 14;
        if (counters.data->name_len == 8 && !memcmp(name, "IDLETIME", 8))
            found = counters.data->counter;
    }
    free(list);
    return found;
}

int x11_follow_input(
    xcb_connection_t *connection, uint32_t milliseconds, xcb_sync_alarm_t alarms[2], int timeout) {
    if (!first_event(connection, &xcb_sync_id)) return -1;
    free(x11_reply(connection, xcb_sync_initialize(connection, 3, 1).sequence, timeout));
    xcb_sync_counter_t counter = idle_counter(connection, timeout);
    xcb_sync_query_counter_reply_t *time = NULL;
    if (counter)
        time = x11_reply(connection, xcb_sync_query_counter(connection, counter).sequence, timeout);
    if (!time) return -1;
    int is_quiet = time->counter_value.hi > 0 || time->counter_value.lo >= milliseconds;
    free(time);
    const uint32_t tests[] = {
        XCB_SYNC_TESTTYPE_POSITIVE_TRANSITION, XCB_SYNC_TESTTYPE_NEGATIVE_TRANSITION,
    };
    for (int index = 0; index < 2; index++) {
        xcb_sync_create_alarm_value_list_t values = {
            .counter = counter,
            .valueType = XCB_SYNC_VALUETYPE_ABSOLUTE,
            .value = {0, milliseconds},
            .testType = tests[index],
            .events = 1,
        };
        alarms[index] = xcb_generate_id(connection);
        /* The delta of 0 lets the alarm stay. */
        xcb_sync_create_alarm_aux(
            connection, alarms[index],
            XCB_SYNC_CA_COUNTER | XCB_SYNC_CA_VALUE_TYPE | XCB_SYNC_CA_VALUE
                | XCB_SYNC_CA_TEST_TYPE | XCB_SYNC_CA_DELTA | XCB_SYNC_CA_EVENTS,
            &values);
    }
    return is_quiet;
}

int x11_quiet_in(
    xcb_connection_t *connection, const xcb_generic_event_t *event,
    const xcb_sync_alarm_t alarms[2]) {
    const xcb_sync_alarm_notify_event_t *notice = (const void *)event;
    if (!alarms[0]
        || (event->response_type & 0x7f)
            != first_event(connection, &xcb_sync_id) + XCB_SYNC_ALARM_NOTIFY)
        return -1;
    return notice->alarm == alarms[0] ? 1 : notice->alarm == alarms[1] ? 0 : -1;
}

static int is_on(uint8_t state) {
    return state == XCB_SCREENSAVER_STATE_ON || state == XCB_SCREENSAVER_STATE_CYCLE;
}

int x11_follow_saver(xcb_connection_t *connection, xcb_window_t root, int timeout) {
    if (!first_event(connection, &xcb_screensaver_id)) return -1;
    xcb_screensaver_select_input(
        connection, root, XCB_SCREENSAVER_EVENT_NOTIFY_MASK | XCB_SCREENSAVER_EVENT_CYCLE_MASK);
    xcb_screensaver_query_info_reply_t *saver = x11_reply(
        connection, xcb_screensaver_query_info(connection, root).sequence, timeout);
    if (!saver) return -1;
    int result = is_on(saver->state);
    free(saver);
    return result;
}

int x11_saver_in(xcb_connection_t *connection, const xcb_generic_event_t *event) {
    uint8_t first = first_event(connection, &xcb_screensaver_id);
    const xcb_screensaver_notify_event_t *notice = (const void *)event;
    if (!first || (event->response_type & 0x7f) != first + XCB_SCREENSAVER_NOTIFY) return -1;
    return is_on(notice->state);
}
