/* SPDX-License-Identifier: MIT
   libxcb and its RandR extension. */
#pragma once

#if !__has_include(<xcb/randr.h>)
#error "appearance-nightfilter needs libxcb and xcb-randr: scripts/install-dependencies nightfilter, or build single products with scripts/build appearanced appearancectl"
#else
#include <xcb/randr.h>
#include <xcb/xcb.h>

/* A variable of the library that it never changes, as a value: Swift takes any other for shared. */
static inline xcb_extension_t *cxcb_randr(void) { return &xcb_randr_id; }
#endif
