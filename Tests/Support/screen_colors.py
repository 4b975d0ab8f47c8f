#!/usr/bin/python3
"""screen_colors.py FRAMEBUFFER

Counts the pixels of the screen of an Xvfb, by the file that its -fbdir holds, and prints
{"coloured": those with green or blue, "red": those with red, "bright": the share of those with much green}.
"""

import json
import struct
import sys


def colors(path):
    with open(path, "rb") as file:
        content = file.read()
    header = struct.unpack(">25I", content[:100])
    pixels = content[header[0] + 12 * header[19]:][:header[12] * header[5]]
    blue, green, red = pixels[0::4], pixels[1::4], pixels[2::4]
    coloured = max(len(part) - part.count(0) for part in (blue, green))
    bright = sum(green.count(value) for value in range(180, 256))
    return {"coloured": coloured, "red": len(red) - red.count(0), "bright": bright / len(green)}


if __name__ == "__main__":
    print(json.dumps(colors(sys.argv[1])))
