#!/usr/bin/python3
"""Stands in for Hyprland: a Wayland server with outputs, hyprland_ctm_control_manager_v1 and
zwlr_output_power_manager_v1 alone.

Arguments: the path of the socket, the number of outputs, "blocked" if another client controls the matrices, and
"ramps" for zwlr_gamma_control_manager_v1 in place of matrices, as another compositor has it. Lines out: {"ready": true}, {"matrices": {OUTPUT: [NUMBER, …]}} for each commit, {"reset": true}
when the manager is destroyed or its client exits, {"ramps": OUTPUT}, and {"released": OUTPUT} for an output. Lines in:
"unplug" removes the last output, "off" and "on" switch all outputs, which lose their matrices then, and
"hang up" closes the connection of each client.
"""

import itertools
import json
import os
import selectors
import socket
import struct
import sys

import wayland_wire
from wayland_wire import text

path, outputs, is_blocked = sys.argv[1], int(sys.argv[2]), "blocked" in sys.argv[3:]
MANAGER = "hyprland_ctm_control_manager_v1"
RAMPS, RAMP = "zwlr_gamma_control_manager_v1", "zwlr_gamma_control_v1"
has_ramps = "ramps" in sys.argv[3:]
POWERS, POWER = "zwlr_output_power_manager_v1", "zwlr_output_power_v1"


def say(**line):
    print(json.dumps(line), flush=True)


class Client(wayland_wire.Connection):
    def __init__(self, connection):
        super().__init__(connection)
        self.names, self.matrices = {}, {}
        self.powers, self.ramps = [], {}

    def handle(self, number, kind, request, body):
        if kind == "wl_display":
            new = struct.unpack("=I", body)[0]
            if request == 0:
                self.send(new, 0, struct.pack("=I", 0))
                self.send(1, 1, struct.pack("=I", new))
            else:
                self.kinds[new], self.registry = "wl_registry", new
                self.send(
                    new, 0, struct.pack("=I", 1) + text(RAMPS if has_ramps else MANAGER)
                    + struct.pack("=I", 1 if has_ramps else 2))
                self.send(new, 0, struct.pack("=I", 1000) + text(POWERS) + struct.pack("=I", 1))
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
            elif is_blocked and self.kinds[new] == MANAGER:
                self.send(new, 0)
        elif kind == "wl_output":
            del self.kinds[number]
            self.matrices.pop(self.names[number], None)
            self.send(1, 1, struct.pack("=I", number))
            say(released=self.names.pop(number))
        elif kind == POWERS and request == 0:
            new = struct.unpack_from("=I", body)[0]
            self.kinds[new] = POWER
            self.powers.append(new)
            self.switch(new, True)
        elif kind == RAMPS and request == 0:
            new, output = struct.unpack("=II", body)
            self.kinds[new], self.ramps[new] = RAMP, self.names[output]
            self.send(new, 0, struct.pack("=I", 256))
        elif kind == RAMP and request == 0:
            say(ramps=self.ramps[number])
        elif kind in (POWERS, POWER, RAMPS, RAMP):
            del self.kinds[number]
            if number in self.powers:
                self.powers.remove(number)
            self.send(1, 1, struct.pack("=I", number))
        elif kind == MANAGER and request == 0:
            output, *matrix = struct.unpack("=I9i", body)
            self.matrices[self.names[output]] = [element / 256 for element in matrix]
        elif kind == MANAGER and request == 1:
            say(matrices=self.matrices)
        elif kind == MANAGER:
            del self.kinds[number]
            self.send(1, 1, struct.pack("=I", number))
            say(reset=True)

    def switch(self, power, is_on):
        self.send(power, 0, struct.pack("=I", is_on))

    def switch_all(self, is_on):
        self.matrices.clear()
        for power in self.powers:
            self.switch(power, is_on)

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
            lines = os.read(0, 1000).splitlines()
            clients = [entry.data for entry in selector.get_map().values() if entry.data]
            for line, client in itertools.product(lines or [b"hang up"], clients):
                if line in (b"off", b"on"):
                    client.switch_all(line == b"on")
                else:
                    client.unplug() if line == b"unplug" else client.leave()
            if not lines:
                sys.exit()
            break  # The other keys may be those of closed connections.
        else:
            try:
                is_open = key.data.receive()
            except ConnectionError:
                is_open = False
            if not is_open:
                key.data.leave()
