/* SPDX-License-Identifier: MIT */
#pragma once
#include <systemd/sd-event.h>
#include <systemd/sd-daemon.h>
