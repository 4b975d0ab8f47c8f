/* SPDX-License-Identifier: MIT
   libwayland's client side. */
#pragma once

#if !__has_include(<wayland-client.h>)
#error "appearance-nightfilter needs libwayland: scripts/install-dependencies nightfilter, or build single products with scripts/build appearanced appearancectl"
#else
#include <wayland-client.h>
#endif
