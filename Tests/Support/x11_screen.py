#!/usr/bin/python3
"""A foreign client of an X server's screens (python3-xlib): one JSON request a line, one reply each.

ramps                     the ramps of every CRTC, by its number
set_ramps crtc r g b      other ramps for one
outputs                   name, CRTC and connection of every output, by its number
make_matrix output words  makes the property CTM, or replaces it
matrix output             its words, or null
forget text               removes a property of the root window
keep text                 writes what a filter keeps at the server
use output on             shows something on an output, or nothing
close                     disconnects, and lives on
"""
import json
import sys

from Xlib import X, Xatom, display
from Xlib.ext import randr
from Xlib.protocol import rq

screen = display.Display()
root = screen.screen().root
UPRIGHT = 1
CTM = screen.intern_atom("CTM")


def resources():
    return root.xrandr_get_screen_resources_current()


def ramps():
    result = {}
    for crtc in resources().crtcs:
        gamma = screen.xrandr_get_crtc_gamma(crtc)
        result[str(crtc)] = [list(gamma.red), list(gamma.green), list(gamma.blue)]
    return result


def outputs():
    now = resources()
    result = {}
    for output in now.outputs:
        info = screen.xrandr_get_output_info(output, now.config_timestamp)
        result[str(output)] = {
            "name": info.name, "crtc": info.crtc, "connected": info.connection == 0}
    return result


class GetWords(randr.GetOutputProperty):
    """python-xlib reads as many bytes as the property has items, so the size is given in words."""

    _reply = rq.Struct(
        rq.ReplyCode(), rq.Format("value", 1), rq.Card16("sequence_number"), rq.ReplyLength(),
        rq.Card32("property_type"), rq.Card32("bytes_after"), rq.LengthOf("value", 4), rq.Pad(12),
        rq.List("value", rq.Card32Obj))


def matrix(output):
    reply = GetWords(
        display=screen.display, opcode=screen.display.get_extension_major(randr.extname),
        output=output, property=CTM, type=0, long_offset=0, long_length=32, delete=False,
        pending=False)
    return list(reply.value) or None


def make_matrix(output, words):
    screen.xrandr_change_output_property(output, CTM, Xatom.INTEGER, X.PropModeReplace, (32, words))


def use(output, on):
    now = resources()
    info = screen.xrandr_get_output_info(output, now.config_timestamp)
    if on:
        # A mode that fits, as another output has it.
        mode = next(m for m in (screen.xrandr_get_crtc_info(c, now.config_timestamp).mode
                                for c in now.crtcs) if m)
        if mode not in info.modes:
            screen.xrandr_add_output_mode(output, mode)
        crtc = next(c for c in info.crtcs
                    if not screen.xrandr_get_crtc_info(c, now.config_timestamp).outputs)
        screen.xrandr_set_crtc_config(
            crtc, now.config_timestamp, 0, 0, mode, UPRIGHT, [output])
    else:
        crtc = info.crtc
        screen.xrandr_set_crtc_config(
            crtc, now.config_timestamp, 0, 0, 0, UPRIGHT, [])
    return crtc


def answer(request):
    what = request.pop("do")
    if what == "ramps":
        return ramps()
    if what == "set_ramps":
        screen.xrandr_set_crtc_gamma(
            request["crtc"], len(request["red"]), request["red"], request["green"],
            request["blue"])
        screen.sync()
        return None
    if what == "outputs":
        return outputs()
    if what == "matrix":
        return matrix(request["output"])
    if what == "make_matrix":
        make_matrix(request["output"], request["words"])
        screen.sync()
        return None
    if what == "keep":
        kept = screen.intern_atom("_APPEARANCE_NIGHTFILTER")
        root.change_property(kept, kept, 8, request["text"].encode())
        screen.sync()
        return None
    if what == "forget":
        root.delete_property(screen.intern_atom(request["text"]))
        screen.sync()
        return None
    if what == "use":
        return use(request["output"], request["on"])
    if what == "close":
        screen.close()
        return None
    raise ValueError(what)


for line in sys.stdin:
    try:
        reply = {"value": answer(json.loads(line))}
    except Exception as error:  # pylint: disable=broad-except
        reply = {"error": repr(error)}
    print(json.dumps(reply), flush=True)
