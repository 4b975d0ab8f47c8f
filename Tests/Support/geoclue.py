#!/usr/bin/python3
"""Stands in for GeoClue on the system bus.

Arguments: place LATITUDE LONGITUDE ACCURACY, or no-agent (GetClient is never answered), silent (no location is
found) or denied (Start is refused).
Lines out: {"ready": true}, {"set": [PROPERTY, VALUE]} for each property, {"started": true}.
"""

import json
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME = "org.freedesktop.GeoClue2"
CLIENT = "/org/freedesktop/GeoClue2/Client/1"
LOCATION = CLIENT + "/Location/0"
PROPERTIES = "org.freedesktop.DBus.Properties"


def say(**line):
    print(json.dumps(line), flush=True)


class AccessDenied(dbus.DBusException):
    _dbus_error_name = "org.freedesktop.DBus.Error.AccessDenied"


class Manager(dbus.service.Object):
    @dbus.service.method(NAME + ".Manager", out_signature="o", async_callbacks=("reply", "fail"))
    def GetClient(self, reply, fail):
        if sys.argv[1] != "no-agent":
            reply(dbus.ObjectPath(CLIENT))


class Client(dbus.service.Object):
    @dbus.service.method(PROPERTIES, "ssv")
    def Set(self, interface, name, value):
        assert interface == NAME + ".Client"
        say(set=[name, int(value) if isinstance(value, dbus.UInt32) else str(value)])

    @dbus.service.method(NAME + ".Client")
    def Start(self):
        if sys.argv[1] == "denied":
            raise AccessDenied("Agent rejected")
        say(started=True)
        if sys.argv[1] == "place":
            self.LocationUpdated(dbus.ObjectPath("/"), dbus.ObjectPath(LOCATION))

    @dbus.service.signal(NAME + ".Client", "oo")
    def LocationUpdated(self, old, new):
        pass


class Location(dbus.service.Object):
    @dbus.service.method(PROPERTIES, "s", "a{sv}")
    def GetAll(self, interface):
        names = ["Latitude", "Longitude", "Accuracy"]
        numbers = {name: dbus.Double(text) for name, text in zip(names, sys.argv[2:])}
        return {"Description": "somewhere", **numbers, "Timestamp": dbus.UInt64(1)}


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SystemBus()
objects = [
    Manager(bus, "/org/freedesktop/GeoClue2/Manager"), Client(bus, CLIENT), Location(bus, LOCATION)]
name = dbus.service.BusName(NAME, bus, do_not_queue=True)
loop = GLib.MainLoop()
GLib.io_add_watch(
    GLib.IOChannel.unix_new(0), GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP,
    lambda *_: loop.quit())
say(ready=True)
loop.run()
