#!/usr/bin/python3
"""screen.py FRAMEBUFFER light|dark SECONDS PICTURE.png

Looks at the screen of an Xvfb, by the file that its -fbdir holds, until the middle of it is light or
dark and stands still, then writes a picture of it and prints {"brightness": 0…1}. After SECONDS it
writes the picture even then, prints its brightness, and exits with 1.

The brightness is the median of the middle's pixels. The server tells, by its extension DAMAGE, when
something has been drawn; it stands still when nothing has for a twentieth of a second.
"""

import json
import mmap
import select
import statistics
import struct
import sys
import time
import zlib

from Xlib import display
from Xlib.ext import damage


class Framebuffer:
    """An X window dump, as XWDFile.h has it: a header, a table of colours, then the rows."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        header = struct.unpack(">25I", self.bytes[:100])
        self.width, self.height = header[4], header[5]
        self.stride = header[12]
        if (header[1], header[7], header[11]) != (7, 0, 32):
            raise SystemExit(f"{path}: not the rows of 32 bits that were asked for")
        self.start = header[0] + 12 * header[19]

    def rows(self):
        """The rows as they are now, blue, green, red and nothing for each pixel."""
        everything = self.bytes[self.start:self.start + self.stride * self.height]
        return [
            everything[y * self.stride:y * self.stride + 4 * self.width]
            for y in range(self.height)
        ]


class Drawing:
    """The drawing events on the screen of $DISPLAY from now on."""

    def __init__(self):
        self.server = display.Display()
        if not self.server.has_extension("DAMAGE"):
            raise SystemExit("the X server has no DAMAGE, so nothing tells when it has drawn")
        self.server.damage_query_version()
        self.server.screen().root.damage_create(damage.DamageReportRawRectangles)
        self.server.sync()

    def goes_on(self, seconds):
        """Whether anything is drawn within so long, or has been since the last time."""
        if not self.server.pending_events():
            select.select([self.server], [], [], max(0, seconds))
        count = self.server.pending_events()
        for _ in range(count):
            self.server.next_event()
        return count > 0


def brightness(rows):
    """The median of the middle, on a grid: luminance by the weights of Rec. 709."""
    seen = []
    for row in rows[len(rows) // 3:-len(rows) // 6:5]:
        for x in range(len(row) // 16 * 4, len(row) * 3 // 4, 28):
            blue, green, red = row[x:x + 3]
            seen.append((0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255)
    return statistics.median(seen)


def write_png(path, rows):
    lines = bytearray()
    for row in rows:
        line = bytearray(len(row) // 4 * 3)
        line[0::3], line[1::3], line[2::3] = row[2::4], row[1::4], row[0::4]
        lines += b"\0" + line

    def chunk(kind, data):
        check = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)

    size = struct.pack(">IIBBBBB", len(rows[0]) // 4, len(rows), 8, 2, 0, 0, 0)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size))
        file.write(chunk(b"IDAT", zlib.compress(bytes(lines))) + chunk(b"IEND", b""))


def main():
    path, wanted, seconds, picture = sys.argv[1:]
    framebuffer = Framebuffer(path)
    drawing = Drawing()
    deadline = time.monotonic() + float(seconds)
    while True:
        rows = framebuffer.rows()
        bright = brightness(rows)
        good = bright > 0.7 if wanted == "light" else bright < 0.3
        left = deadline - time.monotonic()
        if left <= 0 or good and not drawing.goes_on(0.05):
            break
        if not good:
            drawing.goes_on(left)
    write_png(picture, rows)
    print(json.dumps({"brightness": round(bright, 3)}))
    if not good:
        print(f"it did not become {wanted}; see {picture}", file=sys.stderr)
        raise SystemExit(1)


main()
