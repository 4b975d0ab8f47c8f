#!/usr/bin/python3
"""Stands in for org.freedesktop.Notifications on the session bus, controlled by commands.

Lines in: {"click": KEY}, a button of the last notification, or with "of": NUMBER of another one, with "token":
TOKEN also the token of its window; {"dismiss": true}, without an answer;
{"refuse": MESSAGE}, so that nothing is shown from now on; {"capabilities": [NAME, …]}; {"name": NAME}, of
the server, null for none.
Lines out: {"ready": true}, {"done": true} for each line in, {"shown": {…}} and {"closed": NUMBER}.
"""

import json
import os

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"


def say(**line):
    print(json.dumps(line), flush=True)


class Refused(dbus.DBusException):
    _dbus_error_name = NAME + ".Error.Refused"


class Notifications(dbus.service.Object):
    def __init__(self, bus):
        super().__init__(bus, PATH)
        self.capabilities = ["body", "actions"]
        self.name = "gnome-shell"
        self.refusal = None
        self.last = 0

    @dbus.service.method(NAME, out_signature="as")
    def GetCapabilities(self):
        return dbus.Array(self.capabilities, "s")

    @dbus.service.method(NAME, out_signature="ssss")
    def GetServerInformation(self):
        if self.name is None:
            raise Refused("this server has no name")
        return self.name, "test", "1", "1.2"

    @dbus.service.method(NAME, "susssasa{sv}i", "u")
    def Notify(self, app, replaces, icon, summary, body, actions, hints, timeout):
        if self.refusal:
            raise Refused(self.refusal)
        self.last += 1
        say(shown={
            "id": self.last, "app": app, "icon": icon, "summary": summary, "body": body,
            "actions": actions, "urgency": int(hints.get("urgency", 1)), "timeout": timeout,
            "entry": hints.get("desktop-entry")})
        return dbus.UInt32(self.last)

    @dbus.service.method(NAME, "u")
    def CloseNotification(self, number):
        say(closed=int(number))
        self.NotificationClosed(number, 3)

    @dbus.service.signal(NAME, "us")
    def ActionInvoked(self, number, key):
        pass

    @dbus.service.signal(NAME, "us")
    def ActivationToken(self, number, token):
        pass

    @dbus.service.signal(NAME, "uu")
    def NotificationClosed(self, number, reason):
        pass

    def input(self, *_):
        more = os.read(0, 65536)
        if not more:
            loop.quit()
            return False
        for request in map(json.loads, more.splitlines()):
            if "token" in request:
                self.ActivationToken(self.last, request["token"])
            if "click" in request:
                clicked = request.get("of", self.last)
                self.ActionInvoked(clicked, request["click"])
                self.NotificationClosed(clicked, 2)
            if "dismiss" in request:
                self.NotificationClosed(self.last, 2)
            self.refusal = request.get("refuse", self.refusal)
            self.capabilities = request.get("capabilities", self.capabilities)
            self.name = request.get("name", self.name)
            say(done=True)
        return True


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
service = Notifications(bus)
name = dbus.service.BusName(NAME, bus, do_not_queue=True)
loop = GLib.MainLoop()
GLib.io_add_watch(
    GLib.IOChannel.unix_new(0), GLib.PRIORITY_DEFAULT,
    GLib.IOCondition.IN | GLib.IOCondition.HUP, service.input)
say(ready=True)
loop.run()
