/* SPDX-License-Identifier: MIT
   The functions of GLib and GTK 4 that AppearanceKitGLib calls. They are weak symbols: the program that
   links GLib and GTK has them, and this library needs neither to build. */
#pragma once

typedef int (*cglib_watch)(int descriptor, unsigned condition, void *data);

extern unsigned g_unix_fd_add_full(int priority, int descriptor, unsigned condition,
    cglib_watch watch, void *data, void (*release)(void *)) __attribute__((weak));
extern int g_source_remove(unsigned tag) __attribute__((weak));
extern void g_object_unref(void *object) __attribute__((weak));
extern void *gdk_display_get_default(void) __attribute__((weak));
extern void *gtk_css_provider_new(void) __attribute__((weak));
extern void gtk_css_provider_load_from_data(void *provider, const char *text, long length)
    __attribute__((weak));
extern void gtk_style_context_add_provider_for_display(
    void *display, void *provider, unsigned priority) __attribute__((weak));
extern void gtk_style_context_remove_provider_for_display(void *display, void *provider)
    __attribute__((weak));

/* Watches a descriptor for input in the default main loop; 0 without GLib. */
static inline unsigned cglib_add_watch(
    int descriptor, cglib_watch watch, void *data, void (*release)(void *)) {
    const int default_priority = 0;
    const unsigned input = 1;
    return g_unix_fd_add_full
        ? g_unix_fd_add_full(default_priority, descriptor, input, watch, data, release) : 0;
}

static inline void cglib_remove_watch(unsigned tag) {
    if (g_source_remove) g_source_remove(tag);
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
