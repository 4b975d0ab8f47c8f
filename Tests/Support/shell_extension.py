#!/usr/bin/python3
"""Stands in for our extension of GNOME Shell on the session bus, as the real one: it restores the
colours when its caller leaves the bus.

Lines out: {"ready": true}, and for each call or loss of the caller
{"progress": NUMBER, "tint": [NUMBER, …], "milliseconds": NUMBER}.
"""

import json

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME = "io.github.appearanced.GnomeShell"
PATH = "/io/github/appearanced/GnomeShell"


def say(**line):
    print(json.dumps(line), flush=True)


class Extension(dbus.service.Object):
    def __init__(self, bus):
        super().__init__(bus, PATH)
        self.watch = None

    @dbus.service.method("io.github.appearanced.NightFilter1", "d(ddd)u", sender_keyword="caller")
    def Show(self, progress, tint, milliseconds, caller):
        self.watch = self.watch or self.connection.watch_name_owner(caller, self.lose)
        say(progress=float(progress), tint=[float(share) for share in tint],
            milliseconds=int(milliseconds))

    def lose(self, owner):
        if not owner:
            self.watch.cancel()
            self.watch = None
            say(progress=0.0, tint=[], milliseconds=0)


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
extension = Extension(bus)
name = dbus.service.BusName(NAME, bus)
say(ready=True)
GLib.MainLoop().run()
