"""The messages of a Wayland server, for stand-ins of compositors.

https://wayland.freedesktop.org/docs/html/ch04.html#sect-Protocol-Wire-Format
"""

import struct


def text(words):
    """A string argument."""
    data = words.encode() + b"\0" if isinstance(words, str) else words + b"\0"
    return struct.pack("=I", len(data)) + data + b"\0" * (-len(data) % 4)


class Connection:
    """A client's connection, whose subclass has handle(number, kind, request, body)."""

    def __init__(self, connection):
        self.connection, self.rest, self.kinds = connection, b"", {1: "wl_display"}

    def send(self, number, event, data=b""):
        self.connection.sendall(struct.pack("=II", number, (8 + len(data)) << 16 | event) + data)

    def receive(self):
        """Handles what has come; returns whether the client is still there."""
        data = self.connection.recv(65536)
        self.rest += data
        while len(self.rest) >= 8:
            number, head = struct.unpack_from("=II", self.rest)
            if len(self.rest) < head >> 16:
                break
            body, self.rest = self.rest[8:head >> 16], self.rest[head >> 16:]
            self.handle(number, self.kinds.get(number), head & 0xFFFF, body)
        return bool(data)
