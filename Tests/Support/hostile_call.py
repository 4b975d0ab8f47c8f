#!/usr/bin/python3
"""Sends one D-Bus call that is far too large, written byte by byte, and prints the answer.

hostile_call.py KIND MIB
hostile_call.py unread COUNT
KIND: "get" a property whose name has so many MiB; "mode" sets the mode to a text, "marks" to a letter
with combining marks, "texts" to an array of empty texts, "bytes" to an array of bytes; "portal" asks
the portal backend for that many empty namespaces. The line out is {"error": NAME, "message": TEXT,
"bytes": SIZE-OF-THE-ANSWER, "seconds": TIME}. With "unread" it sends so many calls for every property
instead, prints {"sent": COUNT}, and reads none of the answers for as long as its input is open.
"""

import json
import os
import socket
import struct
import sys
import time

NAME, PATH = "io.github.appearanced", "/io/github/appearanced"
PORTAL_NAME = "org.freedesktop.impl.portal.desktop.appearanced"
PORTAL_PATH = "/org/freedesktop/portal/desktop"
INTERFACE = "io.github.appearanced.Appearance1"
PROPERTIES = "org.freedesktop.DBus.Properties"


def padded(data, to):
    return data + bytes(-len(data) % to)


def text(value):
    data = value.encode() if isinstance(value, str) else value
    return struct.pack("<I", len(data)) + data + b"\0"


def texts(size):
    """An array of empty texts, eight bytes each but for the padding of the last."""
    return struct.pack("<I", size - 3) + bytes(size - 3)


def call(serial, destination, path, interface, member, signature, body):
    fields = b""
    for code, kind, value in (
        (1, "o", path), (2, "s", interface), (3, "s", member), (6, "s", destination),
        (8, "g", signature),
    ):
        fields = padded(fields, 8) + bytes([code, 1]) + kind.encode() + b"\0"
        if kind == "g":
            fields += bytes([len(value)]) + value.encode() + b"\0"
        else:
            fields = padded(fields, 4) + text(value)
    header = b"l\1\0\1" + struct.pack("<III", len(body), serial, len(fields)) + fields
    return padded(header, 8) + body


def variant(before, signature, value):
    head = before + bytes([len(signature)]) + signature.encode() + b"\0"
    return padded(head, 4) + value


def message(kind, size):
    if kind == "portal":
        return (PORTAL_NAME, PORTAL_PATH, "org.freedesktop.impl.portal.Settings", "ReadAll", "as",
                texts(size))
    subject = padded(text(INTERFACE), 4)
    if kind == "get":
        return NAME, PATH, PROPERTIES, "Get", "ss", subject + text(b"x" * size)
    subject += text("Mode")
    value = {
        "mode": lambda: ("s", text(size if isinstance(size, bytes) else b"x" * size)),
        "marks": lambda: ("s", text(b"a" + b"\xcc\x81" * (size // 2))),
        "texts": lambda: ("as", texts(size)),
        "bytes": lambda: ("ay", struct.pack("<I", size) + bytes(size)),
    }[kind]()
    return NAME, PATH, PROPERTIES, "Set", "ssv", variant(subject, *value)


class Bus:
    def __init__(self, address):
        path = address.split("unix:path=", 1)[1].split(",")[0].split(";")[0]
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(120)
        self.socket.connect(path)
        user = str(os.getuid()).encode().hex()
        self.socket.sendall(b"\0AUTH EXTERNAL " + user.encode() + b"\r\n")
        line = b""
        while not line.endswith(b"\r\n"):
            line += self.socket.recv(1)
        self.socket.sendall(b"BEGIN\r\n")
        bus = "org.freedesktop.DBus"
        self.socket.sendall(call(1, bus, "/org/freedesktop/DBus", bus, "Hello", "", b""))
        self.answer(1)

    def exactly(self, count):
        data = b""
        while len(data) < count:
            more = self.socket.recv(count - len(data))
            if not more:
                sys.exit("hostile_call.py: the bus hung up")
            data += more
        return data

    def answer(self, serial):
        """The kind, header fields, body and size of the answer to a call."""
        while True:
            head = self.exactly(16)
            kind = head[1]
            body_size, _, fields_size = struct.unpack("<III", head[4:])
            fields = self.exactly(fields_size + -fields_size % 8)
            body = self.exactly(body_size)
            if kind in (2, 3) and b"\5\1u\0" + struct.pack("<I", serial) in fields:
                return kind, fields, body, 16 + len(fields) + body_size


def refusal(fields, body):
    """The name and the message of an error."""
    start = fields.index(b"\4\1s\0") + 4
    length, = struct.unpack_from("<I", fields, start)
    name = fields[start + 4:start + 4 + length].decode()
    length, = struct.unpack_from("<I", body)
    return name, body[4:4 + length].decode()


def main():
    kind, count = sys.argv[1], int(sys.argv[2])
    bus = Bus(os.environ["DBUS_SESSION_BUS_ADDRESS"])
    if kind == "unread":
        for serial in range(2, count + 2):
            bus.socket.sendall(call(serial, NAME, PATH, PROPERTIES, "GetAll", "s", text(INTERFACE)))
        print(json.dumps({"sent": count}), flush=True)
        sys.stdin.read()
        return
    request = call(2, *message(kind, count << 20))
    begin = time.monotonic()
    bus.socket.sendall(request)
    answer, fields, body, size = bus.answer(2)
    seconds = time.monotonic() - begin
    error, words = refusal(fields, body) if answer == 3 else (None, None)
    print(json.dumps({"error": error, "message": words, "bytes": size, "seconds": seconds}))


if __name__ == "__main__":
    main()
