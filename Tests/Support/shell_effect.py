#!/usr/bin/python3
"""Stands in for our extension of GNOME Shell or our effect of KWin on the session bus, as the real
ones: it restores the colours when its caller leaves the bus.

shell_effect.py gnome | kwin | kwin-without-effect

Lines out: {"ready": true}, and for each call or loss of the caller
{"progress": NUMBER, "tint": [NUMBER, …], "milliseconds": NUMBER}.
"""

import json
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib


def say(**line):
    print(json.dumps(line), flush=True)


class Effect(dbus.service.Object):
    def __init__(self, bus, name):
        super().__init__(bus, "/" + name.replace(".", "/"))
        self.name = dbus.service.BusName(name, bus)
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


class KWin(dbus.service.Object):
    """The part of KWin that loads effects."""

    def __init__(self, bus, has_effect):
        super().__init__(bus, "/Effects")
        self.bus = bus
        self.has_effect = has_effect
        self.effect = None
        self.name = dbus.service.BusName("org.kde.KWin", bus)

    @dbus.service.method("org.kde.kwin.Effects", "s", "b")
    def isEffectSupported(self, name):
        return self.has_effect and name == "appearance_nightfilter"

    @dbus.service.method("org.kde.kwin.Effects", "s", "b")
    def loadEffect(self, name):
        if not self.isEffectSupported(name):
            return False
        self.effect = self.effect or Effect(self.bus, "io.github.appearanced.KWin")
        return True


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
kind = sys.argv[1]
shell = (Effect(bus, "io.github.appearanced.GnomeShell") if kind == "gnome"
         else KWin(bus, has_effect=kind == "kwin"))
say(ready=True)
GLib.MainLoop().run()
