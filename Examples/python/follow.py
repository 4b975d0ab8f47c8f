#!/usr/bin/python3
"""Prints the desktop's appearance, now and at every change, as signalled on D-Bus.

Debian: python3-gi. It outlives a restart of the daemon.
"""

from gi.repository import Gio, GLib

NAME, PATH = "io.github.appearanced", "/io/github/appearanced"
INTERFACE = NAME + ".Appearance1"


def on_daemon(bus, name, owner):
    """Prints the current appearance: the daemon runs, or has restarted."""
    value = bus.call_sync(
        NAME, PATH, "org.freedesktop.DBus.Properties", "Get",
        GLib.Variant("(ss)", (INTERFACE, "Appearance")), GLib.VariantType("(v)"),
        Gio.DBusCallFlags.NONE, 5000, None)
    print(value.unpack()[0], flush=True)


def on_change(bus, sender, path, interface, signal, parameters):
    """Called exactly once for each change, after the property has its new value."""
    appearance, previous, reason = parameters.unpack()
    print(f"{appearance} (was {previous}, by {reason})", flush=True)


bus = Gio.bus_get_sync(Gio.BusType.SESSION)
bus.signal_subscribe(
    NAME, INTERFACE, "AppearanceChanged", PATH, None, Gio.DBusSignalFlags.NONE, on_change)
Gio.bus_watch_name_on_connection(
    bus, NAME, Gio.BusNameWatcherFlags.NONE, on_daemon,
    lambda bus, name: print("appearanced is not running", flush=True))
GLib.MainLoop().run()
