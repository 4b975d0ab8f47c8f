/* SPDX-License-Identifier: MIT
   libxcb and its extensions RandR, RECORD and X-Resource. */
#pragma once

#if !__has_include(<xcb/randr.h>) || !__has_include(<xcb/record.h>) || !__has_include(<xcb/res.h>)
#error "appearance-nightfilter needs libxcb with xcb-randr, xcb-record and xcb-res: scripts/install-dependencies nightfilter, or build single products with scripts/build appearanced appearancectl"
#else
#include <xcb/randr.h>
#include <xcb/record.h>
#include <xcb/res.h>
#include <xcb/xcb.h>
#include <xcb/xcbext.h>

/* Variables of the libraries that they never change, as values: Swift takes any other for shared. */
static inline xcb_extension_t *cxcb_randr(void) { return &xcb_randr_id; }
static inline xcb_extension_t *cxcb_record(void) { return &xcb_record_id; }
static inline xcb_extension_t *cxcb_res(void) { return &xcb_res_id; }
#endif
