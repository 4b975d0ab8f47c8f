/* SPDX-License-Identifier: MIT
   The kernel's interface of cameras, Video4Linux2: the numbers of its requests, which are macros that Swift does
   not read, and ioctl(2), which has a variable number of arguments.
   https://docs.kernel.org/userspace-api/media/v4l/v4l2.html */
#pragma once

#include <linux/videodev2.h>
#include <sys/ioctl.h>

enum video_request {
    VIDEO_QUERYCAP,
    VIDEO_ENUM_FMT,
    VIDEO_G_FMT,
    VIDEO_S_FMT,
    VIDEO_REQBUFS,
    VIDEO_QUERYBUF,
    VIDEO_QBUF,
    VIDEO_DQBUF,
    VIDEO_STREAMON,
    VIDEO_STREAMOFF,
    VIDEO_QUERYCTRL,
    VIDEO_QUERYMENU,
    VIDEO_G_CTRL,
    VIDEO_S_CTRL,
};

/* Sends a request to a camera; its argument is the structure that the request has. */
static inline int video_ioctl(int descriptor, enum video_request request, void *argument) {
    static const unsigned long numbers[] = {
        [VIDEO_QUERYCAP] = VIDIOC_QUERYCAP,   [VIDEO_ENUM_FMT] = VIDIOC_ENUM_FMT,
        [VIDEO_G_FMT] = VIDIOC_G_FMT,         [VIDEO_S_FMT] = VIDIOC_S_FMT,
        [VIDEO_REQBUFS] = VIDIOC_REQBUFS,     [VIDEO_QUERYBUF] = VIDIOC_QUERYBUF,
        [VIDEO_QBUF] = VIDIOC_QBUF,           [VIDEO_DQBUF] = VIDIOC_DQBUF,
        [VIDEO_STREAMON] = VIDIOC_STREAMON,   [VIDEO_STREAMOFF] = VIDIOC_STREAMOFF,
        [VIDEO_QUERYCTRL] = VIDIOC_QUERYCTRL, [VIDEO_QUERYMENU] = VIDIOC_QUERYMENU,
        [VIDEO_G_CTRL] = VIDIOC_G_CTRL,       [VIDEO_S_CTRL] = VIDIOC_S_CTRL,
    };
    return ioctl(descriptor, numbers[request], argument);
}

/* The controls of the exposure, and the format of pictures. */
enum video_number {
    VIDEO_EXPOSURE_AUTO = V4L2_CID_EXPOSURE_AUTO,
    VIDEO_EXPOSURE_ABSOLUTE = V4L2_CID_EXPOSURE_ABSOLUTE,
    VIDEO_AUTOGAIN = V4L2_CID_AUTOGAIN,
    VIDEO_GAIN = V4L2_CID_GAIN,
    VIDEO_YUYV = V4L2_PIX_FMT_YUYV,
    VIDEO_GREY = V4L2_PIX_FMT_GREY,
};
