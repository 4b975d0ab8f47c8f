"""A camera of Video4Linux2 in a umockdev testbed: requests are answered here, and pictures are written into the
file that stands for its device, which the program under test maps into its memory.

A picture follows from the light of the scene, the exposure and the gain of two pictures before, the transfer function
of sRGB and noise. Python knows no structures of C; those here are of 64-bit machines.
"""

import errno
import os
import random
import struct
import threading
import time

from gi.repository import UMockdev

NAMES = {
    0: "QUERYCAP", 2: "ENUM_FMT", 4: "G_FMT", 5: "S_FMT", 8: "REQBUFS", 9: "QUERYBUF", 15: "QBUF", 17: "DQBUF",
    18: "STREAMON", 19: "STREAMOFF", 27: "G_CTRL", 28: "S_CTRL", 36: "QUERYCTRL", 37: "QUERYMENU"}
FOURCC = {"YUYV": 0x56595559, "GREY": 0x59455247, "MJPG": 0x47504A4D}
EXPOSURE_AUTO, EXPOSURE, GAIN = 0x009A0901, 0x009A0902, 0x00980913
MANUAL, AUTOMATIC = 1, 3
WIDTH, HEIGHT, FIELDS = 160, 120, 8
BUFFER = 0x100000
"""The brightness of a grey card, which 100000 lux have at an exposure of 1 and a gain of 0."""
GREY_CARD = 0.18


NOISE = [random.gauss(0, 1) for _ in range(8191)]


def gamma(light):
    light = min(max(light, 0), 1)
    return light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055


class Camera(UMockdev.IoctlBase):
    def __init__(self, path):
        super().__init__()
        self.path = path
        with open(path, "wb") as file:
            file.truncate(4 * BUFFER)
        self.card, self.bus = "Test Camera", "usb-0000:00:14.0-8"
        self.formats = ["MJPG", "YUYV"]
        self.light, self.scene, self.noise = 300.0, "room", 1.5
        # Number: least, greatest, value, and whether it is there.
        self.controls = {EXPOSURE_AUTO: [0, 3, AUTOMATIC], EXPOSURE: [3, 2047, 250], GAIN: [0, 255, 64]}
        self.has_manual = True
        """The distance between two exposures; one between them is rounded."""
        self.step = 1
        self.faults = {}
        """The number of requests of each kind that fail before they succeed again."""
        self.passing = {}
        """What a control has after any value was set."""
        self.stubborn = {}
        self.ignores_exposure = False
        self.format = [640, 480, FOURCC["MJPG"]]
        self.queue, self.streaming, self.due = [], False, 0.0
        self.exposures = []
        """The last picture, with all that it follows from: another one of the same would differ by its noise."""
        self.last = (None, b"")
        self.requests, self.pictures = [], 0
        """The number of requests after which one is held; None for none."""
        self.hold_after = None
        self.held, self.waiting, self.changed = None, None, threading.Condition()

    # Requests

    def do_handle_ioctl(self, client):
        request = client.get_request()
        name = NAMES.get(request & 0xFF) if request >> 8 & 0xFF == ord("V") else None
        if name is None:
            client.complete(-1, errno.ENOTTY)
            return True
        error = self.faults.get(name, 0)
        if self.passing.get(name, 0) > 0:
            self.passing[name] -= 1
            error = errno.EIO
        if not error:
            data = client.get_arg().resolve(0, request >> 16 & 0x3FFF)
            raw = bytearray(data.retrieve())
            error = getattr(self, name.lower())(raw) or 0
            if not error and request >> 31:
                data.update(0, bytes(raw))
        if error == errno.EAGAIN:
            # How often the program asks depends on the time.
            client.complete(-1, error)
            return True
        with self.changed:
            self.requests.append(name)
            is_held = self.hold_after is not None and len(self.requests) > self.hold_after
        if is_held:
            # It has had its effect, and the program never learns of it.
            with self.changed:
                self.held, self.waiting = name, (client, error)
                self.changed.notify_all()
            return True
        client.complete(-1 if error else 0, error)
        return True

    def do_client_connected(self, client):
        # The end of one that was killed during a request is not reported.
        self.streaming, self.queue = False, []

    def do_client_vanished(self, client):
        self.streaming, self.queue = False, []

    def querycap(self, raw):
        struct.pack_into("16s32s32sIII", raw, 0, b"uvcvideo", self.card.encode(), self.bus.encode(), 0x60100,
                         0x84200001, 0x04200001)

    def enum_fmt(self, raw):
        index, = struct.unpack_from("I", raw)
        if index >= len(self.formats):
            return errno.EINVAL
        struct.pack_into("I", raw, 44, FOURCC[self.formats[index]])

    def g_fmt(self, raw):
        width, height, pixels = self.format
        line = width * (1 if pixels == FOURCC["GREY"] else 2)
        # Field none, colour space sRGB, and the defaults of what follows from it.
        struct.pack_into("12I", raw, 8, width, height, pixels, 1, line, line * height, 8, 0xFEEDCAFE, 0, 0, 0, 0)

    def s_fmt(self, raw):
        if self.queue:
            return errno.EBUSY
        width, height, pixels = struct.unpack_from("3I", raw, 8)
        if pixels not in [FOURCC[name] for name in self.formats]:
            pixels = FOURCC[self.formats[0]]
        self.format = [640, 480, pixels] if width > WIDTH else [WIDTH, HEIGHT, pixels]
        return self.g_fmt(raw)

    def reqbufs(self, raw):
        count, = struct.unpack_from("I", raw)
        struct.pack_into("I", raw, 0, min(count, 4))
        self.queue = []

    def querybuf(self, raw):
        index, = struct.unpack_from("I", raw)
        struct.pack_into("I", raw, 64, index * BUFFER)
        struct.pack_into("I", raw, 72, WIDTH * HEIGHT * 2)

    def qbuf(self, raw):
        self.queue.append(struct.unpack_from("I", raw)[0])

    def dqbuf(self, raw):
        if not self.streaming:
            return errno.EINVAL
        if not self.queue or time.monotonic() < self.due or self.faults.get("pictures"):
            return errno.EAGAIN
        index = self.queue.pop(0)
        picture = self.picture()
        with open(self.path, "r+b") as file:
            file.seek(index * BUFFER)
            file.write(picture)
        self.pictures += 1
        self.due = time.monotonic() + max(1 / 60, self.value(EXPOSURE) / 10_000)
        struct.pack_into("I", raw, 0, index)
        struct.pack_into("I", raw, 8, len(picture))

    def streamon(self, raw):
        self.streaming, self.due = True, time.monotonic() + 0.02
        self.exposures = [self.exposed()] * 2

    def streamoff(self, raw):
        self.streaming, self.queue = False, []

    def value(self, number):
        return self.controls[number][2]

    def queryctrl(self, raw):
        number, = struct.unpack_from("I", raw)
        if number not in self.controls:
            return errno.EINVAL
        least, greatest, value = self.controls[number]
        struct.pack_into("I32s4iI", raw, 4, 3 if number == EXPOSURE_AUTO else 1, b"control", least, greatest,
                         self.step if number == EXPOSURE else 1, value, 0)

    def querymenu(self, raw):
        number, index = struct.unpack_from("2I", raw)
        if number != EXPOSURE_AUTO or index not in ([MANUAL, AUTOMATIC] if self.has_manual else [AUTOMATIC]):
            return errno.EINVAL

    def g_ctrl(self, raw):
        number, = struct.unpack_from("I", raw)
        if number not in self.controls:
            return errno.EINVAL
        struct.pack_into("i", raw, 4, self.value(number))

    def s_ctrl(self, raw):
        number, value = struct.unpack_from("Ii", raw)
        if number not in self.controls:
            return errno.EINVAL
        least, greatest, _ = self.controls[number]
        if not least <= value <= greatest:
            return errno.ERANGE
        if number == EXPOSURE:
            if self.value(EXPOSURE_AUTO) != MANUAL:
                return errno.EACCES
            value = least + (value - least) // self.step * self.step
        self.controls[number][2] = self.stubborn.get(str(number), value)

    # Pictures

    def exposed(self):
        """The factor from light to brightness."""
        if self.value(EXPOSURE_AUTO) != MANUAL or self.ignores_exposure:
            return GREY_CARD / max(self.light, 0.001)
        gain = 1 + self.value(GAIN) / 16 if GAIN in self.controls else 1
        return GREY_CARD / 100_000 * self.value(EXPOSURE) * gain

    def picture(self):
        self.exposures.append(self.exposed())
        factor = self.exposures.pop(0)
        key = (factor, self.light, self.scene, self.noise, self.format[2])
        if key != self.last[0]:
            self.last = (key, self.drawn(factor))
        return self.last[1]

    def drawn(self, factor):
        is_grey = self.format[2] == FOURCC["GREY"]
        black, white = (0, 255) if is_grey else (16, 235)
        rows = []
        for row in range(HEIGHT):
            line, start = bytearray(), random.randrange(len(NOISE) - WIDTH)
            for column in range(FIELDS):
                # The fields of a room reflect from a third to five thirds of the mean.
                part = (row * FIELDS // HEIGHT * 3 + column * 5) % FIELDS / (FIELDS - 1) * 4 / 3 + 1 / 3
                light = {"room": self.light * part, "cover": 0.0, "paper": self.light}[self.scene]
                luma = black + (white - black) * gamma(light * factor)
                for noise in NOISE[start + column * 20:start + column * 20 + 20]:
                    noisy = min(max(round(luma + noise * self.noise), 0), 255)
                    line += bytes([noisy]) if is_grey else bytes([noisy, 128])
            rows.append(bytes(line))
        return b"".join(rows)


class Cameras:
    """The verbs of the testbed that are about cameras."""

    def __init__(self, testbed):
        self.testbed, self.cameras = testbed, {}

    def add(self, name, removable="fixed", **options):
        hub = self.testbed.add_device("usb", f"usb-{name}", None, ["removable", removable + "\n"], [])
        parent = self.testbed.add_device("usb", f"interface-{name}", hub, [], [])
        device = self.testbed.add_device(
            "video4linux", name, parent, ["name", "Test Camera\n", "index", "0\n"], ["DEVNAME", f"/dev/{name}"])
        path = self.testbed.get_root_dir() + "/dev/" + name
        os.makedirs(os.path.dirname(path), exist_ok=True)
        camera = Camera(path)
        self.cameras[name] = (camera, device)
        self.testbed.attach_ioctl("/dev/" + name, camera)
        self.set(name, **options)

    def set(self, name, control=None, without=None, **options):
        camera, _ = self.cameras[name]
        for attribute, value in options.items():
            getattr(camera, attribute)
            setattr(camera, attribute, value)
        for number, value in (control or {}).items():
            camera.controls[int(number)][2] = value
        for number in without or []:
            camera.controls.pop(number, None)

    def state(self, name):
        camera, _ = self.cameras[name]
        return {
            "controls": {str(number): value for number, (_, _, value) in camera.controls.items()},
            "requests": camera.requests, "pictures": camera.pictures, "streaming": camera.streaming,
            "width": camera.format[0]}

    def hold(self, name, after):
        """Lets the request after so many others never return; None for none."""
        camera, _ = self.cameras[name]
        with camera.changed:
            camera.requests, camera.hold_after, camera.held = [], after, None

    def held(self, name, timeout):
        """Waits for that request, and returns its name."""
        camera, _ = self.cameras[name]
        with camera.changed:
            camera.changed.wait_for(lambda: camera.held, timeout)
            return {"held": camera.held}

    def answer(self, name):
        """Answers the request that was held."""
        camera, _ = self.cameras[name]
        (client, error), camera.waiting, camera.hold_after = camera.waiting, None, None
        client.complete(-1 if error else 0, error)

    def unplug(self, name):
        camera, device = self.cameras[name]
        camera.faults = {request: errno.ENODEV for request in NAMES.values()}
        self.testbed.uevent(device, "remove")
        self.testbed.remove_device(device)
