/* Preloaded, lets the messages of a window (AdwToast) stay until the window dismisses them for the next one: a
 * busy machine may need longer to read the widgets than a message stays.
 */
#define _GNU_SOURCE
#include <dlfcn.h>

void adw_toast_set_timeout(void *toast, unsigned seconds)
{
    void (*real)(void *, unsigned) = (void (*)(void *, unsigned))dlsym(RTLD_NEXT, "adw_toast_set_timeout");
    (void)seconds;
    real(toast, 0);
}

void *adw_toast_new(const char *title)
{
    void *(*real)(const char *) = (void *(*)(const char *))dlsym(RTLD_NEXT, "adw_toast_new");
    void *toast = real(title);
    adw_toast_set_timeout(toast, 0);
    return toast;
}
