#!/usr/bin/python3
"""Stands in for net.hadess.SensorProxy on the system bus, controlled by commands.

Lines in: {"set": {PROPERTY: VALUE, …}}, which is told to those who have claimed the light unless
"silently" is there; {"refuse": MESSAGE}, so that claims are refused, or null.
Lines out: {"ready": true}, {"done": true} for each line in, {"claimed": WHO}, {"released": WHO},
{"asked": WHO}.
"""

import json
import os

import dbus
import dbus.lowlevel
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME = "net.hadess.SensorProxy"
PATH = "/net/hadess/SensorProxy"
PROPERTIES = "org.freedesktop.DBus.Properties"


def say(**line):
    print(json.dumps(line), flush=True)


class AccessDenied(dbus.DBusException):
    _dbus_error_name = "org.freedesktop.DBus.Error.AccessDenied"


class SensorProxy(dbus.service.Object):
    def __init__(self, bus):
        super().__init__(bus, PATH)
        self.bus = bus
        self.values = {"HasAmbientLight": False, "LightLevelUnit": "lux", "LightLevel": 0.0}
        self.claimed = set()
        self.refusal = None

    @dbus.service.method(NAME, sender_keyword="who")
    def ClaimLight(self, who):
        if self.refusal:
            raise AccessDenied(self.refusal)
        self.claimed.add(who)
        say(claimed=who)

    @dbus.service.method(NAME, sender_keyword="who")
    def ReleaseLight(self, who):
        self.claimed.discard(who)
        say(released=who)

    @dbus.service.method(PROPERTIES, "s", "a{sv}", sender_keyword="who")
    def GetAll(self, interface, who):
        say(asked=who)
        return self.values

    def change(self, changed, silently):
        self.values.update(changed)
        # The presence of a sensor is signalled to all, its level only to clients that claimed it.
        receivers = [None] if "HasAmbientLight" in changed else self.claimed
        for receiver in [] if silently else receivers:
            message = dbus.lowlevel.SignalMessage(PATH, PROPERTIES, "PropertiesChanged")
            message.append(NAME, changed, [], signature="sa{sv}as")
            if receiver:
                message.set_destination(receiver)
            self.bus.send_message(message)

    def input(self, *_):
        more = os.read(0, 65536)
        if not more:
            loop.quit()
            return False
        for request in map(json.loads, more.splitlines()):
            if "refuse" in request:
                self.refusal = request["refuse"]
            changed = request.get("set", {})
            if "LightLevel" in changed:
                changed["LightLevel"] = float(changed["LightLevel"])
            if changed:
                self.change(changed, "silently" in request)
            say(done=True)
        return True


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SystemBus()
proxy = SensorProxy(bus)
name = dbus.service.BusName(NAME, bus, do_not_queue=True)
loop = GLib.MainLoop()
GLib.io_add_watch(
    GLib.IOChannel.unix_new(0), GLib.PRIORITY_DEFAULT,
    GLib.IOCondition.IN | GLib.IOCondition.HUP, proxy.input)
say(ready=True)
loop.run()
