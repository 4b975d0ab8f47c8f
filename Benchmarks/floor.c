/* SPDX-License-Identifier: MIT
   The limit to measure against: the smallest honest daemon in C that does on the wire what
   appearanced does, and nothing else. It decides nothing and remembers nothing.

   floor [--portal] [--reply-first]
   Listens at $XDG_RUNTIME_DIR/appearanced/io.github.appearanced, owns io.github.appearanced (and,
   with --portal, the portal backend's name). Properties.Set(Mode) is followed by PropertiesChanged,
   AppearanceChanged and, with --portal, two SettingChanged, then by its reply (with --reply-first, by
   that before them), and by one varlink reply to everyone who has ever sent anything on the socket. */
#define _GNU_SOURCE
#include "samples.h"
#include <dbus/dbus.h>
#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define NAME "io.github.appearanced"
#define PATH "/io/github/appearanced"
#define INTERFACE "io.github.appearanced.Appearance1"
#define PORTAL_NAME "org.freedesktop.impl.portal.desktop.appearanced"
#define EXPLANATION "Dark, because you chose it; it stays until you change it."

enum { most_subscribers = 4096 };

static DBusConnection *bus;
static bool has_portal, replies_first;
static char mode[16] = "light", previous[16] = "light";
static struct pollfd polled[2 + most_subscribers];
static nfds_t polled_count = 2;
static long sequence;

static void fail(const char *what) {
    fprintf(stderr, "floor: %s: %s\n", what, strerror(errno));
    exit(1);
}

static void send_and_drop(DBusMessage *message) {
    dbus_connection_send(bus, message, NULL);
    dbus_message_unref(message);
}

static void append_text_property(DBusMessageIter *array, const char *key, const char *value) {
    DBusMessageIter entry, variant;
    dbus_message_iter_open_container(array, DBUS_TYPE_DICT_ENTRY, NULL, &entry);
    dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &key);
    dbus_message_iter_open_container(&entry, DBUS_TYPE_VARIANT, "s", &variant);
    dbus_message_iter_append_basic(&variant, DBUS_TYPE_STRING, &value);
    dbus_message_iter_close_container(&entry, &variant);
    dbus_message_iter_close_container(array, &entry);
}

static void send_properties_changed(void) {
    const char *interface = INTERFACE;
    DBusMessageIter body, array;
    DBusMessage *message =
        dbus_message_new_signal(PATH, DBUS_INTERFACE_PROPERTIES, "PropertiesChanged");
    dbus_message_iter_init_append(message, &body);
    dbus_message_iter_append_basic(&body, DBUS_TYPE_STRING, &interface);
    dbus_message_iter_open_container(&body, DBUS_TYPE_ARRAY, "{sv}", &array);
    append_text_property(&array, "Mode", mode);
    append_text_property(&array, "Appearance", mode);
    append_text_property(&array, "Explanation", EXPLANATION);
    dbus_message_iter_close_container(&body, &array);
    dbus_message_iter_open_container(&body, DBUS_TYPE_ARRAY, "s", &array);
    dbus_message_iter_close_container(&body, &array);
    send_and_drop(message);
}

static void send_appearance_changed(void) {
    const char *now = mode, *before = previous, *reason = "manual";
    DBusMessage *message = dbus_message_new_signal(PATH, INTERFACE, "AppearanceChanged");
    dbus_message_append_args(message, DBUS_TYPE_STRING, &now, DBUS_TYPE_STRING, &before,
                             DBUS_TYPE_STRING, &reason, DBUS_TYPE_INVALID);
    send_and_drop(message);
}

static void send_setting_changed(const char *space, const char *key, int type, const void *value) {
    const char signature[] = {(char)type, 0};
    DBusMessageIter body, variant;
    DBusMessage *message =
        dbus_message_new_signal("/org/freedesktop/portal/desktop",
                                "org.freedesktop.impl.portal.Settings", "SettingChanged");
    dbus_message_iter_init_append(message, &body);
    dbus_message_iter_append_basic(&body, DBUS_TYPE_STRING, &space);
    dbus_message_iter_append_basic(&body, DBUS_TYPE_STRING, &key);
    dbus_message_iter_open_container(&body, DBUS_TYPE_VARIANT, signature, &variant);
    dbus_message_iter_append_basic(&variant, type, value);
    dbus_message_iter_close_container(&body, &variant);
    send_and_drop(message);
}

/* One status as JSON, the NUL at its end counted. */
static size_t status_line(char *line, size_t size) {
    int length = snprintf(
        line, size,
        "{\"continues\":true,\"parameters\":{\"status\":{\"mode\":\"%s\",\"appearance\":\"%s\","
        "\"previous\":\"%s\",\"reason\":\"manual\",\"explanation\":\"%s\","
        "\"since\":1787000000000000,\"until\":null,\"next_change\":1787020000000000,"
        "\"next_appearance\":\"light\",\"light\":null,\"light_unit\":null,\"sensor\":\"none\","
        "\"paused\":false,\"configuration_error\":null,\"sequence\":%ld}}}",
        mode, mode, previous, EXPLANATION, sequence);
    return (size_t)length + 1;
}

static void tell_subscribers(nfds_t first) {
    char line[1024];
    size_t length = status_line(line, sizeof line);
    for (nfds_t index = first; index < polled_count; index++)
        if (polled[index].fd >= 0) send(polled[index].fd, line, length, MSG_NOSIGNAL);
}

static void tell_change(void) {
    send_properties_changed();
    send_appearance_changed();
    if (!has_portal) return;
    dbus_uint32_t scheme = strcmp(mode, "dark") == 0 ? 1 : 2;
    const char *appearance = mode;
    send_setting_changed("org.freedesktop.appearance", "color-scheme", DBUS_TYPE_UINT32, &scheme);
    send_setting_changed("io.github.appearanced", "appearance", DBUS_TYPE_STRING, &appearance);
}

static void set_mode(DBusMessage *message) {
    DBusMessageIter body, variant;
    const char *word = "";
    dbus_message_iter_init(message, &body);
    dbus_message_iter_next(&body);
    dbus_message_iter_next(&body);
    if (dbus_message_iter_get_arg_type(&body) == DBUS_TYPE_VARIANT) {
        dbus_message_iter_recurse(&body, &variant);
        if (dbus_message_iter_get_arg_type(&variant) == DBUS_TYPE_STRING)
            dbus_message_iter_get_basic(&variant, &word);
    }
    snprintf(previous, sizeof previous, "%s", mode);
    snprintf(mode, sizeof mode, "%s", word);
    sequence++;
    if (replies_first) send_and_drop(dbus_message_new_method_return(message));
    if (strcmp(mode, previous) != 0) tell_change();
    if (!replies_first) send_and_drop(dbus_message_new_method_return(message));
    dbus_connection_flush(bus);
    if (strcmp(mode, previous) != 0) tell_subscribers(2);
}

static int listen_at_socket(void) {
    const char *runtime = getenv("XDG_RUNTIME_DIR");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char folder[80];
    snprintf(folder, sizeof folder, "%s/appearanced", runtime ? runtime : "/nonexistent");
    mkdir(folder, 0700);
    snprintf(address.sun_path, sizeof address.sun_path, "%.80s/" NAME, folder);
    unlink(address.sun_path);
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (bind(descriptor, (struct sockaddr *)&address, sizeof address) != 0) fail("bind");
    if (listen(descriptor, 4096) != 0) fail("listen");
    return descriptor;
}

static void accept_subscribers(void) {
    int descriptor;
    while (polled_count < 2 + most_subscribers
           && (descriptor = accept4(polled[1].fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0)
        polled[polled_count++] = (struct pollfd){.fd = descriptor, .events = POLLIN};
}

/* A client that sends something receives the present status; one that disconnects is removed. */
static void hear_subscriber(nfds_t index) {
    char bytes[4096];
    if (read(polled[index].fd, bytes, sizeof bytes) > 0) {
        char line[1024];
        send(polled[index].fd, line, status_line(line, sizeof line), MSG_NOSIGNAL);
    } else {
        close(polled[index].fd);
        polled[index] = polled[--polled_count];
    }
}

static void own(const char *name) {
    DBusError error = DBUS_ERROR_INIT;
    int reply = dbus_bus_request_name(bus, name, DBUS_NAME_FLAG_DO_NOT_QUEUE, &error);
    if (reply != DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER) fail(name);
}

int main(int count, char **arguments) {
    for (int index = 1; index < count; index++) {
        if (strcmp(arguments[index], "--portal") == 0) has_portal = true;
        if (strcmp(arguments[index], "--reply-first") == 0) replies_first = true;
    }
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    polled[1] = (struct pollfd){.fd = listen_at_socket(), .events = POLLIN};
    DBusError error = DBUS_ERROR_INIT;
    bus = dbus_bus_get(DBUS_BUS_SESSION, &error);
    if (bus == NULL) fail(error.message);
    own(NAME);
    if (has_portal) own(PORTAL_NAME);
    dbus_connection_get_unix_fd(bus, &polled[0].fd);
    polled[0].events = POLLIN;
    for (;;) {
        DBusMessage *message;
        while ((message = dbus_connection_pop_message(bus)) != NULL) {
            if (dbus_message_is_method_call(message, DBUS_INTERFACE_PROPERTIES, "Set"))
                set_mode(message);
            else if (dbus_message_is_method_call(message, DBUS_INTERFACE_PEER, "Ping"))
                send_and_drop(dbus_message_new_method_return(message));
            dbus_message_unref(message);
        }
        dbus_connection_flush(bus);
        if (poll(polled, polled_count, -1) < 0 && errno != EINTR) fail("poll");
        if (polled[0].revents != 0 && !dbus_connection_read_write(bus, 0)) return 0;
        for (nfds_t index = polled_count - 1; index >= 2; index--)
            if (polled[index].revents != 0) hear_subscriber(index);
        if (polled[1].revents != 0) accept_subscribers();
    }
}
