#!/usr/bin/python3
"""A foreign D-Bus client: prints every signal of one name as a JSON line, and executes commands.

bus_client.py [--system] NAME PATH INTERFACE
Lines out: {"ready": UNIQUE-NAME}, {"owner": UNIQUE-NAME-OR-EMPTY},
{"signal": MEMBER, "arguments": […]}, {"changed": {PROPERTY: VALUE}, "invalidated": […]}, and for
each line in {"reply": ID, "value": …} or {"reply": ID, "error": NAME, "message": TEXT}.
Lines in: {"id": ID, "do": "call", "method": M, "signature": S, "arguments": […]}, "get" and "set"
of a property, "get_all", "types" of all properties, "introspect", "own" and "release" of a bus name,
"emit" of a signal, which may have a "destination". A call may say another "interface", "path" or
"destination". {"variant": [SIGNATURE, VALUE]} is a typed variant. After "read_at_signals" the line
of each signal has "read": what that property reads while the signal is handled, or what the "method"
answers to the first arguments of the signal, which have its "signature".
"""

import json
import os
import sys

import dbus
import dbus.lowlevel
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

PROPERTIES = "org.freedesktop.DBus.Properties"
TYPES = {
    "y": dbus.Byte, "b": dbus.Boolean, "n": dbus.Int16, "q": dbus.UInt16, "i": dbus.Int32,
    "u": dbus.UInt32, "x": dbus.Int64, "t": dbus.UInt64, "d": dbus.Double, "s": dbus.String,
    "o": dbus.ObjectPath, "g": dbus.Signature,
}


def typed(value):
    """JSON to D-Bus; only variants need an explicit type."""
    if isinstance(value, dict) and list(value) == ["variant"]:
        signature, inner = value["variant"]
        if signature in TYPES:
            return TYPES[signature](inner, variant_level=1)
        if signature.startswith("("):
            members = [TYPES[letter](item) for letter, item in zip(signature[1:-1], inner)]
            return dbus.Struct(members, signature=signature[1:-1], variant_level=1)
        if signature.startswith("a{"):
            return dbus.Dictionary(typed(inner), signature=signature[2:-1], variant_level=1)
        return dbus.Array(typed(inner), signature=signature[1:], variant_level=1)
    if isinstance(value, dict):
        return {key: typed(item) for key, item in value.items()}
    if isinstance(value, list):
        return [typed(item) for item in value]
    return value


def signature(value):
    """The D-Bus type of a value."""
    if isinstance(value, (dbus.Array, dbus.Dictionary)):
        return f"a{value.signature}" if isinstance(value, dbus.Array) else f"a{{{value.signature}}}"
    if isinstance(value, dbus.Struct):
        return "(" + "".join(map(signature, value)) + ")"
    return next(letter for letter, kind in TYPES.items() if type(value) is kind)


def plain(value):
    """D-Bus to JSON."""
    if isinstance(value, dbus.Boolean):
        return bool(value)
    if isinstance(value, (dbus.Byte, int)):
        return int(value)
    if isinstance(value, float):
        return float(value)
    if isinstance(value, str):
        return str(value)
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    raise TypeError(type(value))


def say(**line):
    print(json.dumps(line), flush=True)


class Client:
    def __init__(self, bus, name, path, interface):
        self.bus, self.name, self.path, self.interface = bus, name, path, interface
        self.names = {}
        self.read = None
        self.rest = b""
        bus.add_signal_receiver(
            self.signal, bus_name=name, path=path, dbus_interface=interface,
            member_keyword="member")
        bus.add_signal_receiver(
            lambda _, changed, invalidated: say(
                changed=plain(changed), invalidated=plain(invalidated)),
            bus_name=name, path=path, dbus_interface=PROPERTIES, signal_name="PropertiesChanged",
            arg0=interface)
        bus.watch_name_owner(name, lambda owner: say(owner=str(owner)))

    def signal(self, *arguments, member):
        line = {"signal": member, "arguments": plain(arguments)}
        if self.read:
            line["read"] = plain(self.bus.call_blocking(
                self.name, self.path, *self.read(arguments)))
        say(**line)

    def send(self, request, interface, method, signature, arguments, convert=plain):
        def failed(error):
            say(reply=request["id"], error=error.get_dbus_name(), message=error.get_dbus_message())

        self.bus.call_async(
            request.get("destination", self.name), request.get("path", self.path), interface,
            method, signature, typed(arguments),
            lambda *values: say(
                reply=request["id"],
                value=convert(values[0] if len(values) == 1 else list(values))),
            failed, timeout=request.get("timeout", 60))

    def handle(self, request):
        interface = request.get("interface", self.interface)
        verb = request["do"]
        if verb == "call":
            self.send(
                request, interface, request["method"], request.get("signature", ""),
                request.get("arguments", []))
        elif verb == "get":
            self.send(request, PROPERTIES, "Get", "ss", [interface, request["property"]])
        elif verb == "get_all":
            self.send(request, PROPERTIES, "GetAll", "s", [interface])
        elif verb == "types":
            self.send(
                request, PROPERTIES, "GetAll", "s", [interface],
                lambda values: {str(name): signature(value) for name, value in values.items()})
        elif verb == "read_at_signals":
            if "property" in request:
                wanted = [self.interface, request["property"]]
                self.read = lambda _: (PROPERTIES, "Get", "ss", wanted)
            else:
                method, kind = request["method"], request["signature"]
                self.read = lambda arguments: (
                    self.interface, method, kind, arguments[:len(kind)])
            say(reply=request["id"], value=None)
        elif verb == "set":
            self.send(
                request, PROPERTIES, "Set", "ssv",
                [interface, request["property"], request["value"]])
        elif verb == "introspect":
            self.send(request, "org.freedesktop.DBus.Introspectable", "Introspect", "", [])
        elif verb == "emit":
            message = dbus.lowlevel.SignalMessage(
                request["path"], request["interface"], request["member"])
            message.append(
                *typed(request.get("arguments", [])), signature=request.get("signature", ""))
            if "destination" in request:
                message.set_destination(request["destination"])
            self.bus.send_message(message)
            self.bus.flush()
            say(reply=request["id"], value=None)
        elif verb == "own":
            self.names[request["name"]] = dbus.service.BusName(
                request["name"], self.bus, allow_replacement=False, do_not_queue=True)
            say(reply=request["id"], value=None)
        elif verb == "release":
            del self.names[request["name"]]
            say(reply=request["id"], value=None)

    def input(self, *_):
        more = os.read(0, 65536)
        if not more:
            loop.quit()
            return False
        *lines, self.rest = (self.rest + more).split(b"\n")
        for request in map(json.loads, lines):
            try:
                self.handle(request)
            except Exception as error:  # noqa: BLE001: every failure is the test's to judge
                say(reply=request["id"], error=type(error).__name__, message=str(error))
        return True


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
arguments = sys.argv[1:]
bus = dbus.SystemBus() if arguments[0] == "--system" else dbus.SessionBus()
bus.set_exit_on_disconnect(False)
client = Client(bus, *arguments[-3:])
loop = GLib.MainLoop()
GLib.io_add_watch(
    GLib.IOChannel.unix_new(0), GLib.PRIORITY_DEFAULT,
    GLib.IOCondition.IN | GLib.IOCondition.HUP, client.input)
say(ready=bus.get_unique_name())
loop.run()
