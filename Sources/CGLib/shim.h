/* SPDX-License-Identifier: MIT
   The functions of GLib, GTK 4, libadwaita and libdispatch that AppearanceKitGLib calls. They are weak symbols: the
   program that links these libraries has them, and this library needs none to build. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#define CGLIB_WEAK __attribute__((weak))

typedef int (*cglib_watch)(int descriptor, unsigned condition, void *data);
typedef void (*cglib_call)(void *data);

extern unsigned g_unix_fd_add_full(int priority, int descriptor, unsigned condition,
    cglib_watch watch, void *data, cglib_call release) CGLIB_WEAK;
extern unsigned g_idle_add_full(int priority, int (*body)(void *), void *data, cglib_call release)
    CGLIB_WEAK;
extern int g_source_remove(unsigned tag) CGLIB_WEAK;
extern void g_log(const char *domain, int level, const char *format, ...) CGLIB_WEAK;
extern void g_object_unref(void *object) CGLIB_WEAK;
extern void g_object_set(void *object, const char *first, ...) CGLIB_WEAK;
extern void *g_object_class_find_property(void *type, const char *name) CGLIB_WEAK;
extern unsigned long g_signal_connect_data(void *object, const char *signal, void (*handler)(void),
    void *data, void (*release)(void *, void *), int flags) CGLIB_WEAK;
extern void *gdk_display_get_default(void) CGLIB_WEAK;
extern void *gtk_settings_get_default(void) CGLIB_WEAK;
extern void gtk_settings_reset_property(void *settings, const char *name) CGLIB_WEAK;
extern void *gtk_css_provider_new(void) CGLIB_WEAK;
extern void gtk_css_provider_load_from_data(void *provider, const char *text, long length) CGLIB_WEAK;
extern void gtk_style_context_add_provider_for_display(
    void *display, void *provider, unsigned priority) CGLIB_WEAK;
extern void gtk_style_context_remove_provider_for_display(void *display, void *provider) CGLIB_WEAK;
/* The first member of the location of GTK is the number of bytes before it. */
extern const size_t *gtk_css_section_get_start_location(const void *section) CGLIB_WEAK;
extern int adw_is_initialized(void) CGLIB_WEAK;
extern void *adw_style_manager_get_default(void) CGLIB_WEAK;
extern void adw_style_manager_set_color_scheme(void *manager, int scheme) CGLIB_WEAK;
/* What CoreFoundation's main loop calls of libdispatch, which has no header. */
extern int _dispatch_get_main_queue_handle_4CF(void) CGLIB_WEAK;
extern void _dispatch_main_queue_callback_4CF(void *message) CGLIB_WEAK;

/* Writes a warning as GTK does; a program may handle it by g_log_set_handler. */
static inline void cglib_warn(const char *text) {
    const int warning = 1 << 4;
    if (g_log) g_log("AppearanceKit", warning, "%s", text);
}

/* Watches a descriptor for input in the default main loop; 0 without GLib. */
static inline unsigned cglib_add_watch(
    int descriptor, cglib_watch watch, void *data, cglib_call release) {
    const int default_priority = 0;
    const unsigned input = 1;
    return g_unix_fd_add_full
        ? g_unix_fd_add_full(default_priority, descriptor, input, watch, data, release) : 0;
}

/* Calls a function once in the default main loop, before anything is laid out and drawn. */
static inline unsigned cglib_add_call(int (*body)(void *), void *data, cglib_call release) {
    const int high_priority = -100;
    return g_idle_add_full ? g_idle_add_full(high_priority, body, data, release) : 0;
}

static inline void cglib_remove_source(unsigned tag) {
    if (g_source_remove) g_source_remove(tag);
}

/* The descriptor that is readable while the main queue of libdispatch, which is that of Swift's main actor, has work;
   -1 without libdispatch. */
static inline int cglib_main_queue_descriptor(void) {
    return _dispatch_get_main_queue_handle_4CF && _dispatch_main_queue_callback_4CF
        ? _dispatch_get_main_queue_handle_4CF() : -1;
}

static inline void cglib_run_main_queue(void) {
    uint64_t count;
    /* Without this the descriptor stays readable. */
    if (read(cglib_main_queue_descriptor(), &count, sizeof count) < 0) count = 0;
    _dispatch_main_queue_callback_4CF(0);
}

/* Returns a style sheet that applies to the default display; NULL without GTK 4 or a display. */
static inline void *cglib_add_styles(void) {
    const unsigned application_priority = 600;
    /* GTK 3 has the other functions, some with other arguments. */
    const int is_gtk4 = gtk_style_context_add_provider_for_display != 0;
    void *display = is_gtk4 ? gdk_display_get_default() : 0;
    void *provider = display ? gtk_css_provider_new() : 0;
    if (provider)
        gtk_style_context_add_provider_for_display(display, provider, application_priority);
    return provider;
}

static inline void cglib_load_styles(void *provider, const char *text) {
    gtk_css_provider_load_from_data(provider, text, -1);
}

static inline void cglib_remove_styles(void *provider) {
    void *display = gdk_display_get_default();
    if (display) gtk_style_context_remove_provider_for_display(display, provider);
    g_object_unref(provider);
}

/* The start of GError. */
struct cglib_error { unsigned domain; int code; const char *message; };

typedef void (*cglib_parse_error)(
    void *provider, const void *section, const struct cglib_error *error, void *data);

/* Calls a function for every error that GTK finds in a style sheet. */
static inline void cglib_watch_styles(void *provider, cglib_parse_error body, void *data) {
    g_signal_connect_data(provider, "parsing-error", (void (*)(void))body, data, 0, 0);
}

/* Whether libadwaita draws the widgets: it is linked, and the program has called adw_init. */
static inline int cglib_has_libadwaita(void) { return adw_is_initialized && adw_is_initialized(); }

/* Chooses the variant of the toolkit's theme: 0 light, 1 dark, -1 that of the desktop. */
static inline void cglib_set_dark(int is_dark) {
    if (cglib_has_libadwaita()) {
        const int by_desktop = 0, light = 1, dark = 4;
        adw_style_manager_set_color_scheme(
            adw_style_manager_get_default(), is_dark < 0 ? by_desktop : is_dark ? dark : light);
        return;
    }
    void *settings = gtk_settings_get_default ? gtk_settings_get_default() : 0;
    if (!settings) return;
    /* From GTK 4.20 on; the class of an object is its first member. */
    const char *scheme = "gtk-interface-color-scheme", *prefer_dark = "gtk-application-prefer-dark-theme";
    const int scheme_dark = 2, scheme_light = 3;
    const int has_scheme = g_object_class_find_property(*(void **)settings, scheme) != 0;
    if (is_dark < 0) gtk_settings_reset_property(settings, has_scheme ? scheme : prefer_dark);
    else if (has_scheme)
        g_object_set(settings, scheme, is_dark ? scheme_dark : scheme_light, (void *)0);
    else g_object_set(settings, prefer_dark, is_dark, (void *)0);
}
