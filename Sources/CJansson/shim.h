/* SPDX-License-Identifier: MIT */
#pragma once
#include <jansson.h>
