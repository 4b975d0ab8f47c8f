/* SPDX-License-Identifier: MIT
   The client that measures: it drives any daemon that owns io.github.appearanced, the same way
   whichever it is, and prints one line of JSON a row.

   client [--portal] start COUNT COMMAND…   exec until every name is owned;
                                            then until it answers a Ping
   client [--portal] toggle COUNT GAP_US    Set(Mode) until reply, own signal (and portal signal)
   client [--portal] sequence COUNT         the same without a gap: sets a second
   client [--portal] burst COUNT            all sets in flight at once: is the last one last everywhere
   client messages                          what one change sends, to hold two daemons equal
   client load COUNT                        sets, as fast as they go, 100 in flight
   client fanout SUBSCRIBERS COUNT [DEAF]   Set(Mode) until the last socket subscriber has it; so
                                            many others subscribe as well and never read;
                                            then until its signal, as they leave
   client properties COUNT                  Get of one property and GetAll in turn, each until its reply
   client process COUNT COMMAND…            a program from its start to its end */
#define _GNU_SOURCE
#include "samples.h"
#include <dbus/dbus.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define NAME "io.github.appearanced"
#define PATH "/io/github/appearanced"
#define INTERFACE "io.github.appearanced.Appearance1"
#define PORTAL_NAME "org.freedesktop.impl.portal.desktop.appearanced"
#define PORTAL_INTERFACE "org.freedesktop.impl.portal.Settings"

static DBusConnection *bus;
static int bus_descriptor;
static bool has_portal;

enum event { nothing = 0, own_signal = 1, portal_signal = 2, reply = 4 };

static void fail(const char *what) {
    fprintf(stderr, "client: %s\n", what);
    exit(1);
}

static void match(const char *rule) {
    DBusError error = DBUS_ERROR_INIT;
    dbus_bus_add_match(bus, rule, &error);
    if (dbus_error_is_set(&error)) fail(error.message);
}

static void connect_to_bus(void) {
    DBusError error = DBUS_ERROR_INIT;
    bus = dbus_bus_get(DBUS_BUS_SESSION, &error);
    if (bus == NULL) fail(error.message);
    dbus_connection_get_unix_fd(bus, &bus_descriptor);
}

static dbus_uint32_t set_mode(const char *word) {
    const char *interface = INTERFACE, *property = "Mode";
    DBusMessageIter body, variant;
    DBusMessage *message =
        dbus_message_new_method_call(NAME, PATH, DBUS_INTERFACE_PROPERTIES, "Set");
    dbus_message_iter_init_append(message, &body);
    dbus_message_iter_append_basic(&body, DBUS_TYPE_STRING, &interface);
    dbus_message_iter_append_basic(&body, DBUS_TYPE_STRING, &property);
    dbus_message_iter_open_container(&body, DBUS_TYPE_VARIANT, "s", &variant);
    dbus_message_iter_append_basic(&variant, DBUS_TYPE_STRING, &word);
    dbus_message_iter_close_container(&body, &variant);
    dbus_uint32_t serial = 0;
    dbus_connection_send(bus, message, &serial);
    dbus_connection_flush(bus);
    dbus_message_unref(message);
    return serial;
}

static const char *word(int number) { return number % 2 == 0 ? "dark" : "light"; }

/* The next message, waited for until a time; NULL when none came. */
static DBusMessage *next_message(int64_t until) {
    DBusMessage *message;
    while ((message = dbus_connection_pop_message(bus)) == NULL) {
        int64_t left = until - now_ns();
        if (left < 0) left = 0;
        struct pollfd polled = {bus_descriptor, POLLIN, 0};
        struct timespec timeout = {left / 1000000000, left % 1000000000};
        if (ppoll(&polled, 1, &timeout, NULL) <= 0) return NULL;
        if (!dbus_connection_read_write(bus, 0)) fail("the bus is gone");
    }
    return message;
}

/* Which of the awaited events a message is; its word or serial too. */
static enum event event_of(DBusMessage *message, char *value, dbus_uint32_t *serial) {
    DBusMessageIter body, variant;
    value[0] = 0;
    if (dbus_message_get_type(message) == DBUS_MESSAGE_TYPE_ERROR)
        fail(dbus_message_get_error_name(message));
    if (dbus_message_get_type(message) == DBUS_MESSAGE_TYPE_METHOD_RETURN) {
        *serial = dbus_message_get_reply_serial(message);
        return reply;
    }
    if (!dbus_message_iter_init(message, &body)) return nothing;
    const char *text = "";
    if (dbus_message_is_signal(message, INTERFACE, "AppearanceChanged")) {
        dbus_message_iter_get_basic(&body, &text);
        snprintf(value, 16, "%s", text);
        return own_signal;
    }
    if (!dbus_message_is_signal(message, PORTAL_INTERFACE, "SettingChanged")) return nothing;
    dbus_message_iter_next(&body);
    dbus_message_iter_get_basic(&body, &text);
    if (strcmp(text, "color-scheme") != 0) return nothing;
    dbus_message_iter_next(&body);
    dbus_message_iter_recurse(&body, &variant);
    dbus_uint32_t scheme = 0;
    dbus_message_iter_get_basic(&variant, &scheme);
    snprintf(value, 16, "%s", scheme == 1 ? "dark" : "light");
    return portal_signal;
}

static enum event next_event(int64_t until, char *value, dbus_uint32_t *serial) {
    for (;;) {
        DBusMessage *message = next_message(until);
        if (message == NULL) return nothing;
        enum event event = event_of(message, value, serial);
        dbus_message_unref(message);
        if (event != nothing) return event;
    }
}

static void drain(int64_t span) {
    char value[16];
    dbus_uint32_t serial;
    int64_t until = now_ns() + span;
    while (next_event(until, value, &serial) != nothing) {}
}

static int all_events(void) { return own_signal | reply | (has_portal ? portal_signal : 0); }

/* Sets once and waits until everything has come; the times since go to `times` by event. */
static void set_and_wait(int number, int64_t times[5]) {
    char value[16];
    dbus_uint32_t serial = 0;
    int seen = 0;
    int64_t start = now_ns();
    dbus_uint32_t sent = set_mode(word(number));
    while (seen != all_events()) {
        enum event event = next_event(start + INT64_C(2000000000), value, &serial);
        if (event == nothing) fail("a set was not answered or not signalled within 2 s");
        if (event == reply ? serial != sent : strcmp(value, word(number)) != 0) continue;
        seen |= (int)event;
        if (times != NULL) times[event] = now_ns() - start;
    }
}

static void follow(void) {
    match("type='signal',interface='" INTERFACE "',member='AppearanceChanged'");
    if (has_portal) match("type='signal',interface='" PORTAL_INTERFACE "',member='SettingChanged'");
    set_mode(word(1));
    drain(200000000);
}

static void toggle(int count, int gap_us) {
    follow();
    int64_t *own = calloc((size_t)count, sizeof *own), *portal = calloc((size_t)count, sizeof *own);
    for (int number = 0; number < count; number++) {
        int64_t times[5] = {0};
        set_and_wait(number, times);
        own[number] = times[own_signal];
        portal[number] = times[portal_signal];
        if (gap_us > 0) drain(gap_us * INT64_C(1000));
    }
    print_samples("signal", own, (size_t)count);
    if (has_portal) print_samples("portal", portal, (size_t)count);
}

static void sequence(int count) {
    follow();
    int64_t start = now_ns();
    for (int number = 0; number < count; number++) set_and_wait(number, NULL);
    printf("{\"row\": \"sets\", \"per_second\": %.0f}\n", count / ((double)(now_ns() - start) / 1e9));
}

static void burst(int count) {
    follow();
    char value[16], own[16] = "", portal[16] = "";
    dbus_uint32_t serial;
    int replies = 0;
    for (int number = 0; number < count; number++) set_mode(word(number));
    const char *last = word(count - 1);
    enum event event;
    int64_t timeout = INT64_C(2000000000);
    while ((event = next_event(now_ns() + timeout, value, &serial)) != nothing) {
        if (event == reply) replies++;
        else strcpy(event == own_signal ? own : portal, value);
        /* Any further message after the expected ones arrives soon, and is one too many. */
        if (replies == count && strcmp(own, last) == 0) timeout = INT64_C(20000000);
    }
    bool agrees = replies == count && strcmp(own, last) == 0
                  && (!has_portal || strcmp(portal, last) == 0);
    printf("{\"row\": \"burst\", \"agrees\": %s, \"last\": \"%s\"}\n", agrees ? "true" : "false",
           last);
}

static void load(int count) {
    char value[16];
    dbus_uint32_t serial;
    int in_flight = 0;
    int64_t start = now_ns();
    for (int number = 0; number < count || in_flight > 0;) {
        if (number < count && in_flight < 100) {
            set_mode(word(number++));
            in_flight++;
        } else if (next_event(now_ns() + INT64_C(10000000000), value, &serial) == reply) {
            in_flight--;
        } else {
            fail("a set was not answered within 10 s");
        }
    }
    printf("{\"row\": \"load\", \"sets\": %d, \"seconds\": %.2f}\n", count,
           (double)(now_ns() - start) / 1e9);
}

/* Prints the names of the properties in a PropertiesChanged. */
static void print_properties(DBusMessage *message) {
    DBusMessageIter body, array, entry;
    dbus_message_iter_init(message, &body);
    dbus_message_iter_next(&body);
    dbus_message_iter_recurse(&body, &array);
    for (; dbus_message_iter_get_arg_type(&array) != DBUS_TYPE_INVALID;
         dbus_message_iter_next(&array)) {
        const char *key;
        dbus_message_iter_recurse(&array, &entry);
        dbus_message_iter_get_basic(&entry, &key);
        printf(" %s", key);
    }
}

/* The second of two changes: the first one also leaves the mode auto. */
static void messages(void) {
    follow();
    match("type='signal',sender='" NAME "'");
    set_mode(word(0));
    drain(300000000);
    set_mode(word(1));
    DBusMessage *message;
    printf("{\"row\": \"messages\", \"of_one_change\": [");
    for (int count = 0; (message = next_message(now_ns() + INT64_C(300000000))) != NULL; count++) {
        const char *member = dbus_message_get_member(message);
        printf("%s\"%s %s", count > 0 ? ", " : "", member ? member : "reply",
               dbus_message_get_signature(message));
        if (member != NULL && strcmp(member, "PropertiesChanged") == 0) print_properties(message);
        printf("\"");
        dbus_message_unref(message);
    }
    printf("]}\n");
}

static bool is_told_owner(DBusMessage *message, const char *wanted, bool *has_owner) {
    const char *name, *before, *after;
    if (!dbus_message_is_signal(message, DBUS_INTERFACE_DBUS, "NameOwnerChanged")
        || !dbus_message_get_args(message, NULL, DBUS_TYPE_STRING, &name, DBUS_TYPE_STRING, &before,
                                  DBUS_TYPE_STRING, &after, DBUS_TYPE_INVALID)
        || strcmp(name, wanted) != 0)
        return false;
    *has_owner = after[0] != 0;
    return true;
}

static pid_t spawn(char **command) {
    pid_t child = vfork();
    if (child == 0) {
        int null = open("/dev/null", O_RDWR);
        dup2(null, 1);
        dup2(null, 2);
        execv(command[0], command);
        _exit(127);
    }
    return child;
}

/* A call that the daemon's loop answers, whichever daemon it is. */
static void ping(void) {
    DBusError error = DBUS_ERROR_INIT;
    DBusMessage *call = dbus_message_new_method_call(NAME, PATH, DBUS_INTERFACE_PEER, "Ping");
    DBusMessage *answer = dbus_connection_send_with_reply_and_block(bus, call, 8000, &error);
    if (answer == NULL) fail(error.message);
    dbus_message_unref(answer);
    dbus_message_unref(call);
}

/* The kernel takes some milliseconds to remove what a process has left, such as its watches of files.
   A start directly after that of another pays for it: the floor 0.4 ms, when it comes after the daemon.
   A person's start does not come directly after another. */
static void pause_between_starts(void) {
    usleep(50000);
}

static void start(int count, char **command) {
    match("type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='" NAME "'");
    match("type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='" PORTAL_NAME
          "'");
    int64_t *times = calloc((size_t)count, sizeof *times);
    int64_t *answers = calloc((size_t)count, sizeof *answers);
    for (int number = 0; number < count; number++) {
        bool has_name = false, has_portal_name = !has_portal, is_stopping = false;
        pause_between_starts();
        int64_t begin = now_ns();
        pid_t child = spawn(command);
        while (!is_stopping || has_name || (has_portal && has_portal_name)) {
            DBusMessage *message = next_message(begin + INT64_C(8000000000));
            if (message == NULL) fail("the daemon did not take or leave its name within 8 s");
            if (!is_told_owner(message, NAME, &has_name) && has_portal)
                is_told_owner(message, PORTAL_NAME, &has_portal_name);
            dbus_message_unref(message);
            if (!is_stopping && has_name && has_portal_name) {
                times[number] = now_ns() - begin;
                ping();
                answers[number] = now_ns() - begin;
                is_stopping = true;
                kill(child, SIGTERM);
            }
        }
        waitpid(child, NULL, 0);
    }
    print_samples("start", times, (size_t)count);
    print_samples("answer", answers, (size_t)count);
}

static void process(int count, char **command) {
    int64_t *times = calloc((size_t)count, sizeof *times);
    for (int number = 0; number < count; number++) {
        int64_t begin = now_ns();
        int status;
        if (waitpid(spawn(command), &status, 0) < 0 || status != 0) fail("the program failed");
        times[number] = now_ns() - begin;
    }
    print_samples("process", times, (size_t)count);
}

/* The time from sending a call of the properties' interface until its reply. */
static int64_t call_properties(const char *method, const char *property) {
    DBusError error = DBUS_ERROR_INIT;
    const char *interface = INTERFACE;
    DBusMessage *call = dbus_message_new_method_call(NAME, PATH, DBUS_INTERFACE_PROPERTIES, method);
    dbus_message_append_args(call, DBUS_TYPE_STRING, &interface,
                             property != NULL ? DBUS_TYPE_STRING : DBUS_TYPE_INVALID, &property,
                             DBUS_TYPE_INVALID);
    int64_t begin = now_ns();
    DBusMessage *answer = dbus_connection_send_with_reply_and_block(bus, call, 8000, &error);
    int64_t taken = now_ns() - begin;
    if (answer == NULL) fail(error.message);
    dbus_message_unref(answer);
    dbus_message_unref(call);
    return taken;
}

static void properties(int count) {
    int64_t *one = calloc((size_t)count, sizeof *one), *all = calloc((size_t)count, sizeof *all);
    for (int number = 0; number < count; number++) {
        one[number] = call_properties("Get", "Appearance");
        all[number] = call_properties("GetAll", NULL);
    }
    print_samples("get", one, (size_t)count);
    print_samples("get all", all, (size_t)count);
}

static int connect_subscriber(const struct sockaddr_un *address) {
    static const char request[] =
        "{\"method\":\"io.github.appearanced.Watch\",\"parameters\":{},\"more\":true}";
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(descriptor, (const struct sockaddr *)address, sizeof *address) != 0)
        fail("cannot connect to the socket");
    if (write(descriptor, request, sizeof request) != sizeof request) fail("cannot ask");
    return descriptor;
}

/* Reads from every readable subscriber until each has received one more whole message. */
static void wait_for_all(int poller, int subscribers, char *has_message) {
    struct epoll_event events[256];
    char bytes[4096];
    int left = subscribers;
    memset(has_message, 0, (size_t)subscribers);
    while (left > 0) {
        int ready = epoll_wait(poller, events, 256, 5000);
        if (ready <= 0) fail("a subscriber received nothing within 5 s");
        for (int index = 0; index < ready; index++) {
            int descriptor = (int)(events[index].data.u64 >> 32);
            int subscriber = (int)(events[index].data.u64 & 0xffffffff);
            ssize_t length = read(descriptor, bytes, sizeof bytes);
            if (length <= 0) fail("a subscriber was dropped");
            if (bytes[length - 1] != 0 || has_message[subscriber]) continue;
            has_message[subscriber] = 1;
            left--;
        }
    }
}

static void fanout(int subscribers, int count, int deaf) {
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    const char *runtime = getenv("XDG_RUNTIME_DIR");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s/appearanced/" NAME,
             runtime ? runtime : "");
    for (int index = 0; index < deaf; index++) connect_subscriber(&address);
    int poller = epoll_create1(EPOLL_CLOEXEC);
    int *descriptors = calloc((size_t)subscribers, sizeof *descriptors);
    for (int index = 0; index < subscribers; index++) {
        int descriptor = descriptors[index] = connect_subscriber(&address);
        uint64_t who = (uint64_t)descriptor << 32 | (unsigned)index;
        struct epoll_event event = {.events = EPOLLIN, .data.u64 = who};
        epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &event);
    }
    char *has_message = calloc((size_t)subscribers, 1);
    wait_for_all(poller, subscribers, has_message);
    follow();
    // The set that `follow` made was signalled too, unless it changed nothing.
    struct epoll_event event;
    char bytes[4096];
    while (epoll_wait(poller, &event, 1, 100) > 0)
        if (read((int)(event.data.u64 >> 32), bytes, sizeof bytes) <= 0) fail("dropped");
    int64_t *times = calloc((size_t)count, sizeof *times);
    for (int number = 0; number < count; number++) {
        int64_t begin = now_ns();
        set_mode(word(number));
        wait_for_all(poller, subscribers, has_message);
        times[number] = now_ns() - begin;
        drain(2000000);
    }
    char row[48];
    snprintf(row, sizeof row, deaf > 0 ? "fanout %d deaf" : "fanout %d", subscribers);
    print_samples(row, times, (size_t)count);
    int64_t after[5] = {0};
    for (int index = 0; index < subscribers; index++) close(descriptors[index]);
    set_and_wait(count, after);
    snprintf(row, sizeof row, "leave %d", subscribers);
    print_samples(row, &after[own_signal], 1);
}

int main(int argument_count, char **arguments) {
    int first = 1;
    if (argument_count > 1 && strcmp(arguments[1], "--portal") == 0) {
        has_portal = true;
        first++;
    }
    const char *verb = argument_count > first ? arguments[first] : "";
    bool is_counted = strcmp(verb, "messages") != 0;
    if (argument_count < first + 1 + is_counted) fail("usage: client [--portal] VERB COUNT …");
    int count = is_counted ? atoi(arguments[first + 1]) : 0;
    char **rest = arguments + first + 1 + is_counted;
    connect_to_bus();
    if (!is_counted) messages();
    else if (strcmp(verb, "start") == 0 && rest[0] != NULL) start(count, rest);
    else if (strcmp(verb, "toggle") == 0 && rest[0] != NULL) toggle(count, atoi(rest[0]));
    else if (strcmp(verb, "sequence") == 0) sequence(count);
    else if (strcmp(verb, "burst") == 0) burst(count);
    else if (strcmp(verb, "load") == 0) load(count);
    else if (strcmp(verb, "fanout") == 0 && rest[0] != NULL) fanout(count, atoi(rest[0]), rest[1] ? atoi(rest[1]) : 0);
    else if (strcmp(verb, "properties") == 0) properties(count);
    else if (strcmp(verb, "process") == 0 && rest[0] != NULL) process(count, rest);
    else fail("unknown verb, or too few arguments");
    return 0;
}
