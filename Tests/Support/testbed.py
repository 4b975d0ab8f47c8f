#!/usr/bin/python3
"""A umockdev testbed driven by one JSON object a line on stdin, one JSON reply a line on stdout.

Run it with LD_PRELOAD=libumockdev-preload.so.0. The first line it prints is {"root": DIR}: a
program started with UMOCKDEV_DIR=DIR and the same preload sees the testbed's /sys in place of the
machine's. The testbed is gone when stdin ends.
"""

import glob
import json
import os
import select
import socket
import stat
import sys

import gi

gi.require_version("UMockdev", "1.0")
from gi.repository import UMockdev  # noqa: E402

import camera_double  # noqa: E402


class Testbed:
    def __init__(self):
        self.umockdev = UMockdev.Testbed.new()
        self.root = self.umockdev.get_root_dir()
        self.failing_reads = os.path.join(self.root, "failing-reads")
        self.writers = {}
        self.cameras = camera_double.Cameras(self.umockdev)

    def camera(self, verb, **arguments):
        """Adds a camera, or does something with it."""
        return getattr(self.cameras, verb)(**arguments)

    def file(self, device, attribute):
        return os.path.join(self.root + device, attribute)

    def replace(self, path, make):
        """Puts a new file in the old one's place at one stroke, so that no reader sees neither.

        A reader that waits at an old FIFO continues.
        """
        writer = self.writers.pop(path, None)
        if writer is None and self.is_fifo(path):
            writer = os.open(path, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
        new = path + ".new"
        make(new)
        os.rename(new, path)
        if writer is not None:
            os.close(writer)

    @staticmethod
    def is_fifo(path):
        try:
            return stat.S_ISFIFO(os.lstat(path).st_mode)
        except FileNotFoundError:
            return False

    def add(self, subsystem, name, parent=None, attributes={}, properties={}):
        flat = [part for pair in attributes.items() for part in pair]
        facts = [part for pair in properties.items() for part in pair]
        path = self.umockdev.add_device(subsystem, name, parent, flat, facts)
        if path is None:
            raise ValueError(f"umockdev refused the device {name}")
        return {"path": path}

    def set(self, device, attribute, text):
        def write(path):
            with open(path, "wb") as file:
                file.write(text.encode("utf-8", "surrogateescape"))

        self.replace(self.file(device, attribute), write)

    def symlink(self, device, attribute, target):
        self.replace(self.file(device, attribute), lambda path: os.symlink(target, path))

    def fifo(self, device, attribute, writer):
        """A read of it waits; with a writer, opening it does not."""
        path = self.file(device, attribute)
        self.replace(path, os.mkfifo)
        if writer:
            self.writers[path] = os.open(path, os.O_RDWR | os.O_CLOEXEC)

    def unlink(self, device, attribute):
        path = self.file(device, attribute)
        os.unlink(path)
        writer = self.writers.pop(path, None)
        if writer is not None:
            os.close(writer)

    def chmod(self, device, attribute, mode):
        os.chmod(self.file(device, attribute), mode)

    def fail(self, device, attribute, call, error):
        """Lets the preloaded failing_reads.c answer `call` (open, read) on the file with `error`."""
        self.heal(device, attribute)
        with open(self.failing_reads, "a") as table:
            table.write(f"{call} {error} {self.file(device, attribute)}\n")

    def heal(self, device, attribute):
        ending = " " + self.file(device, attribute) + "\n"
        try:
            with open(self.failing_reads) as table:
                kept = [line for line in table if not line.endswith(ending)]
        except FileNotFoundError:
            return
        self.replace(self.failing_reads, lambda path: open(path, "w").writelines(kept))

    def uevent(self, device, action):
        self.umockdev.uevent(device, action)

    def remove(self, device):
        """Removes a device as the kernel does: first the event, then its files."""
        self.umockdev.uevent(device, "remove")
        self.umockdev.remove_device(device)

    def vanish(self, device):
        """Removes the files without an event."""
        self.umockdev.remove_device(device)

    def storm(self, device, count):
        """This number of pairs of remove and add, as fast as the listener reads them.

        umockdev aborts where a listener's queue is full (net.unix.max_dgram_qlen), so each event
        waits until there is room.
        """
        listeners = []
        for path in glob.glob(os.path.join(self.root, "event*")):
            listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            listener.connect(path)
            listeners.append(listener)
        for _ in range(count):
            for action in ("remove", "add"):
                for listener in listeners:
                    select.select([], [listener], [])
                self.umockdev.uevent(device, action)
        for listener in listeners:
            listener.close()


def main():
    testbed = Testbed()
    print(json.dumps({"root": testbed.root}), flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        verb = request.pop("do")
        try:
            reply = getattr(testbed, verb)(**request) or {}
        except Exception as error:  # noqa: BLE001: every failure is the test's to judge
            reply = {"error": f"{verb}: {error}"}
        print(json.dumps(reply), flush=True)


main()
