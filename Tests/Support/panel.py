#!/usr/bin/python3
"""Stands in for a panel on the session bus: the watcher of icons, and a host that draws them.

Lines in: {"do": "item"}, the properties of the last icon; {"do": "menu"}, the menu that it has;
{"do": "click", "id": NUMBER}, an item of the menu; {"do": "middle"}, a click on the icon;
{"do": "leave"} and {"do": "return"}, the panel's exit and its restart.
Lines out: {"ready": true}; {"registered": NAME}; {"signal": NAME} of an icon or its menu; for each line in
{"item": {…}}, {"menu": [{…}, …]} or {"done": true}.
"""

import json
import os

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

WATCHER = "org.kde.StatusNotifierWatcher"
ITEM = "org.kde.StatusNotifierItem"
MENU = "com.canonical.dbusmenu"


def say(**line):
    print(json.dumps(line), flush=True)


class Watcher(dbus.service.Object):
    def __init__(self, bus):
        super().__init__(bus, "/StatusNotifierWatcher")
        self.bus, self.icon = bus, None

    @dbus.service.method(WATCHER, "s", sender_keyword="sender")
    def RegisterStatusNotifierItem(self, service, sender):
        self.icon = sender
        for interface in (ITEM, MENU):
            self.bus.add_signal_receiver(
                lambda *_, member: say(signal=member), dbus_interface=interface, bus_name=sender,
                member_keyword="member")
        say(registered=str(service))

    def proxy(self, path):
        return self.bus.get_object(self.icon, path)

    def item(self):
        values = self.proxy("/StatusNotifierItem").GetAll(
            ITEM, dbus_interface=dbus.PROPERTIES_IFACE)
        _, _, title, text = values.pop("ToolTip")
        self.path = str(values["Menu"])
        return {**values, "tooltip": title, "text": text}

    def menu(self):
        menu = dbus.Interface(self.proxy(self.item()["Menu"]), MENU)
        menu.AboutToShow(0)
        _, (_, _, children) = menu.GetLayout(0, -1, dbus.Array([], "s"))
        return [{"id": number, **properties} for number, properties, _ in children]

    def input(self, *_):
        more = os.read(0, 65536)
        if not more:
            loop.quit()
            return False
        for request in map(json.loads, more.splitlines()):
            match request["do"]:
                case "item":
                    say(item=self.item())
                case "menu":
                    say(menu=self.menu())
                case "click":
                    self.proxy(self.item()["Menu"]).Event(
                        dbus.Int32(request["id"]), "clicked", dbus.String("", variant_level=1),
                        dbus.UInt32(0), dbus_interface=MENU)
                    say(done=True)
                case "middle":
                    self.proxy("/StatusNotifierItem").SecondaryActivate(
                        0, 0, dbus_interface=ITEM)
                    say(done=True)
                case "leave":
                    self.bus.release_name(WATCHER)
                    say(done=True)
                case "return":
                    self.bus.request_name(WATCHER)
                    say(done=True)
        return True


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
session = dbus.SessionBus()
watcher = Watcher(session)
session.request_name(WATCHER)
GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, watcher.input)
loop = GLib.MainLoop()
say(ready=True)
loop.run()
