/* SPDX-License-Identifier: MIT
   Preloaded into the night filter: no CRTC of the X server has gamma ramps, as with some virtual ones. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <xcb/randr.h>

xcb_randr_get_crtc_gamma_reply_t *xcb_randr_get_crtc_gamma_reply(
    xcb_connection_t *server, xcb_randr_get_crtc_gamma_cookie_t cookie,
    xcb_generic_error_t **error) {
    __typeof__(&xcb_randr_get_crtc_gamma_reply) next =
        dlsym(RTLD_NEXT, "xcb_randr_get_crtc_gamma_reply");
    xcb_randr_get_crtc_gamma_reply_t *reply = next(server, cookie, error);
    if (reply != NULL) reply->size = 0;
    return reply;
}
