#!/usr/bin/python3
"""Stands in for Hyprland: a Wayland server with outputs and hyprland_ctm_control_manager_v1 alone.

Arguments: the path of the socket, the number of outputs, and "blocked" if another client controls the
matrices. Lines out: {"ready": true}, {"matrices": {OUTPUT: [NUMBER, …]}} for each commit, {"reset": true}
when the manager is destroyed or its client exits, and {"released": OUTPUT} for an output. Lines in:
"unplug" removes the last output, and "hang up" closes the connection of each client.
"""

import json
import os
import selectors
import socket
import struct
import sys

path, outputs, is_blocked = sys.argv[1], int(sys.argv[2]), "blocked" in sys.argv[3:]
MANAGER = "hyprland_ctm_control_manager_v1"


def say(**line):
    print(json.dumps(line), flush=True)


def text(words):
    data = words.encode() + b"\0"
    return struct.pack("=I", len(data)) + data + b"\0" * (-len(data) % 4)


class Client:
    def __init__(self, connection):
        self.connection, self.rest = connection, b""
        self.kinds, self.names, self.matrices = {1: "wl_display"}, {}, {}

    def send(self, number, event, data=b""):
        self.connection.sendall(struct.pack("=II", number, (8 + len(data)) << 16 | event) + data)

    def receive(self):
        data = self.connection.recv(65536)
        self.rest += data
        while len(self.rest) >= 8:
            number, head = struct.unpack_from("=II", self.rest)
            if len(self.rest) < head >> 16:
                break
            body, self.rest = self.rest[8:head >> 16], self.rest[head >> 16:]
            self.handle(number, self.kinds.get(number), head & 0xFFFF, body)
        return bool(data)

    def handle(self, number, kind, request, body):
        if kind == "wl_display":
            new = struct.unpack("=I", body)[0]
            if request == 0:
                self.send(new, 0, struct.pack("=I", 0))
                self.send(1, 1, struct.pack("=I", new))
            else:
                self.kinds[new], self.registry = "wl_registry", new
                self.send(new, 0, struct.pack("=I", 1) + text(MANAGER) + struct.pack("=I", 2))
                for index in range(outputs):
                    self.send(
                        new, 0, struct.pack("=I", 2 + index) + text("wl_output")
                        + struct.pack("=I", 4))
        elif kind == "wl_registry":
            name, length = struct.unpack_from("=II", body)
            new = struct.unpack("=I", body[-4:])[0]
            self.kinds[new] = body[8:8 + length - 1].decode()
            if self.kinds[new] == "wl_output":
                self.names[new] = "DP-%d" % (name - 1)
                self.send(new, 4, text(self.names[new]))
                self.send(new, 2)
            elif is_blocked:
                self.send(new, 0)
        elif kind == "wl_output":
            del self.kinds[number]
            self.matrices.pop(self.names[number], None)
            self.send(1, 1, struct.pack("=I", number))
            say(released=self.names.pop(number))
        elif kind == MANAGER and request == 0:
            output, *matrix = struct.unpack("=I9i", body)
            self.matrices[self.names[output]] = [element / 256 for element in matrix]
        elif kind == MANAGER and request == 1:
            say(matrices=self.matrices)
        elif kind == MANAGER:
            del self.kinds[number]
            self.send(1, 1, struct.pack("=I", number))
            say(reset=True)

    def unplug(self):
        self.send(self.registry, 1, struct.pack("=I", 1 + outputs))

    def leave(self):
        selector.unregister(self.connection)
        self.connection.close()
        if MANAGER in self.kinds.values():
            say(reset=True)


server = socket.socket(socket.AF_UNIX)
server.bind(path)
server.listen()
selector = selectors.DefaultSelector()
selector.register(server, selectors.EVENT_READ)
selector.register(0, selectors.EVENT_READ)
say(ready=True)
while True:
    for key, _ in selector.select():
        if key.fileobj is server:
            connection = server.accept()[0]
            selector.register(connection, selectors.EVENT_READ, Client(connection))
        elif key.fileobj == 0:
            line = os.read(0, 100)
            clients = [entry.data for entry in selector.get_map().values() if entry.data]
            for client in clients:
                client.unplug() if line == b"unplug\n" else client.leave()
            if not line:
                sys.exit()
            break  # The other keys may be those of closed connections.
        else:
            try:
                is_open = key.data.receive()
            except ConnectionError:
                is_open = False
            if not is_open:
                key.data.leave()
