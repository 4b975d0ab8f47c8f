#!/usr/bin/python3
"""Stands in for the services of a session that know the user's presence, controlled by commands.

Owns org.gnome.SessionManager, org.gnome.Mutter.IdleMonitor and org.freedesktop.PowerManagement.
Lines in: {"actions": NUMBER} that are inhibited in GNOME, {"status": NUMBER} of its presence, {"inhibit": BOOL}, whether the
power is kept, {"fire": "pause"} and {"fire": "input"}, the watches of Mutter.
Lines out: {"ready": true}, {"done": true} for each line in, {"asked": NAME} for each call.
"""

import json
import os
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

MANAGER, PRESENCE = "org.gnome.SessionManager", "org.gnome.SessionManager.Presence"
MONITOR = "org.gnome.Mutter.IdleMonitor"
POWER, INHIBIT = "org.freedesktop.PowerManagement", "org.freedesktop.PowerManagement.Inhibit"


def say(**line):
    print(json.dumps(line), flush=True)


class Properties(dbus.service.Object):
    """An object with one property."""

    def __init__(self, bus, path, name, interface):
        super().__init__(bus, path)
        self.name, self.interface, self.value = name, interface, dbus.UInt32(0)

    @dbus.service.method("org.freedesktop.DBus.Properties", in_signature="ss", out_signature="v")
    def Get(self, interface, name):
        say(asked=f"{interface}.{name}")
        assert (interface, name) == (self.interface, self.name)
        return self.value

    @dbus.service.signal("org.freedesktop.DBus.Properties", "sa{sv}as")
    def PropertiesChanged(self, interface, changed, invalidated):
        pass

    def set(self, value):
        self.value = value
        self.PropertiesChanged(self.interface, {self.name: value}, [])


class Monitor(dbus.service.Object):
    def __init__(self, bus):
        super().__init__(bus, "/org/gnome/Mutter/IdleMonitor/Core")
        self.watches = {}
        self.last = 0

    def add(self, kind):
        self.last += 1
        self.watches[kind] = self.last
        return self.last

    @dbus.service.method(MONITOR, "t", "u")
    def AddIdleWatch(self, interval):
        say(asked=f"pause of {interval}")
        return self.add("pause")

    @dbus.service.method(MONITOR, "", "u")
    def AddUserActiveWatch(self):
        say(asked="input")
        return self.add("input")

    @dbus.service.method(MONITOR, "u", "")
    def RemoveWatch(self, watch):
        say(asked=f"removal of {watch}")

    @dbus.service.signal(MONITOR, "u")
    def WatchFired(self, watch):
        pass


class Power(dbus.service.Object):
    def __init__(self, bus):
        super().__init__(bus, "/org/freedesktop/PowerManagement/Inhibit")
        self.value = False

    @dbus.service.method(INHIBIT, "", "b")
    def HasInhibit(self):
        say(asked="HasInhibit")
        return self.value

    @dbus.service.signal(INHIBIT, "b")
    def HasInhibitChanged(self, value):
        pass


def main():
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.SessionBus()
    manager = Properties(bus, "/org/gnome/SessionManager", "InhibitedActions", MANAGER)
    presence = Properties(bus, "/org/gnome/SessionManager/Presence", "status", PRESENCE)
    monitor, power = Monitor(bus), Power(bus)
    names = [dbus.service.BusName(name, bus) for name in (MANAGER, MONITOR, POWER)]

    def obey(_source, _condition):
        line = sys.stdin.readline()
        if not line:
            os._exit(0)
        for verb, value in json.loads(line).items():
            if verb == "actions":
                manager.set(dbus.UInt32(value))
            elif verb == "text":
                manager.set(dbus.String(value))
            elif verb == "status":
                presence.set(dbus.UInt32(value))
            elif verb == "inhibit":
                power.value = value
                power.HasInhibitChanged(value)
            elif verb == "fire":
                monitor.WatchFired(monitor.watches[value])
        say(done=True)
        return True

    GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_IN | GLib.IO_HUP, obey)
    say(ready=bool(names))
    GLib.MainLoop().run()


main()
