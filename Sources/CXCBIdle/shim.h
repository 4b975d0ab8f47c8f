/* SPDX-License-Identifier: MIT
   libxcb and its extensions MIT-SCREEN-SAVER and SYNC, which report the time without input. */
#pragma once

#if !__has_include(<xcb/screensaver.h>) || !__has_include(<xcb/sync.h>)
#error "appearance-presence needs libxcb with xcb-screensaver and xcb-sync: scripts/install-dependencies, or build single products with scripts/build appearanced appearancectl"
#else
#include <xcb/screensaver.h>
#include <xcb/sync.h>
#include <xcb/xcb.h>
#endif
