#!/usr/bin/python3
"""Stands in for a Wayland compositor with zwlr_foreign_toplevel_manager_v1, ext_idle_notifier_v1 and a seat alone.

Arguments: the path of the socket, and the interfaces that it lacks. Lines out: {"ready": true}, {"client": true} for
each, {"idle": [REQUEST, MILLISECONDS]} for each request to report a time without input, and {"opened": true}. Lines in:
{"show": NAME} opens a window in use that fills the screen, {"open": N, "bytes": B} opens N behind it, whose names have B
bytes, {"idled": TRUTH} reports the time without input, and {"nonsense": "event" or "flood"}
sends what is no message.
"""

import json
import os
import selectors
import socket
import struct
import sys

import wayland_wire
from wayland_wire import text

path, missing = sys.argv[1], sys.argv[2:]
MANAGER, NOTIFIER = "zwlr_foreign_toplevel_manager_v1", "ext_idle_notifier_v1"
GLOBALS = [(name, version) for name, version in [("wl_seat", 5), (MANAGER, 3), (NOTIFIER, 2)] if name not in missing]


def say(**line):
    print(json.dumps(line), flush=True)


class Client(wayland_wire.Connection):
    def __init__(self, connection):
        super().__init__(connection)
        self.manager, self.windows, self.watches, self.waiting = None, 0, [], []

    def handle(self, number, kind, request, body):
        if kind == "wl_display":
            new = struct.unpack("=I", body)[0]
            if request == 0:
                self.send(new, 0, struct.pack("=I", 0))
                self.send(1, 1, struct.pack("=I", new))
                return
            self.kinds[new] = "wl_registry"
            for index, (name, version) in enumerate(GLOBALS):
                self.send(new, 0, struct.pack("=I", index) + text(name.encode()) + struct.pack("=I", version))
        elif kind == "wl_registry":
            length = struct.unpack_from("=II", body)[1]
            new = struct.unpack("=I", body[-4:])[0]
            self.kinds[new] = body[8:8 + length - 1].decode()
            if self.kinds[new] == MANAGER:
                self.manager = new
                for window in self.waiting:
                    self.open(*window)
        elif kind == NOTIFIER and request in (1, 2):
            new, milliseconds, _ = struct.unpack("=III", body)
            self.watches.append(new)
            say(idle=[request, milliseconds])

    def open(self, name, *states):
        if self.manager is None:
            self.waiting.append((name, *states))
            return
        number = 0xFF000000 + self.windows
        self.windows += 1
        self.send(self.manager, 0, struct.pack("=I", number))
        self.send(number, 0, text(b"a title"))
        self.send(number, 1, text(name))
        self.send(number, 4, struct.pack(f"={1 + len(states)}I", 4 * len(states), *states))
        self.send(number, 5)


server = socket.socket(socket.AF_UNIX)
if os.path.exists(path):
    os.unlink(path)
server.bind(path)
server.listen()
selector = selectors.DefaultSelector()
selector.register(server, selectors.EVENT_READ)
selector.register(0, selectors.EVENT_READ)
say(ready=True)
input_rest = b""


def drop(client):
    selector.unregister(client.connection)
    client.connection.close()


def command(line, client):
    if "show" in line:
        client.open(line["show"].encode(), 2, 3)
    elif "open" in line:
        for _ in range(line["open"]):
            client.open(b"\x1b\xff" + b"x" * (line["bytes"] - 2))
    elif "idled" in line:
        for watch in client.watches:
            client.send(watch, 0 if line["idled"] else 1)
    else:
        # An event that nothing has, or the beginning of a message without an end.
        client.connection.sendall(struct.pack("=II", 1, 8 << 16 | 200) if line["nonsense"] == "event" else b"\xff" * 65536)


while True:
    for key, _ in selector.select():
        if key.fileobj is server:
            connection = server.accept()[0]
            connection.setblocking(True)
            selector.register(connection, selectors.EVENT_READ, Client(connection))
            say(client=True)
        elif key.fileobj == 0:
            read = os.read(0, 65536)
            if not read:
                sys.exit()
            *lines, input_rest = (input_rest + read).split(b"\n")
            for line in map(json.loads, lines):
                for client in [entry.data for entry in list(selector.get_map().values()) if entry.data]:
                    try:
                        command(line, client)
                    except OSError:
                        drop(client)
                if "open" in line:
                    say(opened=True)
            break  # The other keys may be those of closed connections.
        else:
            try:
                is_open = key.data.receive()
            except OSError:
                is_open = False
            if not is_open:
                drop(key.data)
