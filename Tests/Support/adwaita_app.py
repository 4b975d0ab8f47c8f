#!/usr/bin/python3
"""A libadwaita program with one window, which prints its appearance.

Lines in: {"until": "light" | "dark"}, {"shown": true}. Lines out: {"ready": true}; {"reached": …}
once it shows what was waited for; {"shown": […]}, everything it has shown so far.
"""

import json
import os

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("Adw", "1")
from gi.repository import Adw, GLib, Gtk  # noqa: E402


def say(**line):
    print(json.dumps(line), flush=True)


class Program(Adw.Application):
    def __init__(self):
        super().__init__(application_id="io.github.appearanced.Follower")
        self.awaited = []
        self.connect("activate", self.start)

    def start(self, _):
        self.style = self.get_style_manager()
        self.label = Gtk.Label(wrap=True, vexpand=True)
        self.shown = []
        self.note()
        self.style.connect("notify::dark", lambda *_: self.note())
        page = Adw.StatusPage(
            title="A libadwaita program", vexpand=True, child=self.label,
            description="It follows the style manager's “dark”, and has seen:")
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        box.append(Adw.HeaderBar())
        box.append(page)
        window = Adw.ApplicationWindow(
            application=self, title="libadwaita", content=box, default_width=800,
            default_height=520)
        window.fullscreen()
        window.present()
        GLib.io_add_watch(
            GLib.IOChannel.unix_new(0), GLib.PRIORITY_DEFAULT,
            GLib.IOCondition.IN | GLib.IOCondition.HUP, self.input)
        say(ready=True)

    def note(self):
        self.shown.append("dark" if self.style.get_dark() else "light")
        self.label.set_label(" → ".join(self.shown[-12:]))
        self.answer()

    def answer(self):
        reached = [wanted for wanted in self.awaited if wanted == self.shown[-1]]
        self.awaited = [wanted for wanted in self.awaited if wanted != self.shown[-1]]
        for wanted in reached:
            say(reached=wanted)

    def input(self, *_):
        more = os.read(0, 65536)
        for request in map(json.loads, more.splitlines()):
            if "until" in request:
                self.awaited.append(request["until"])
                self.answer()
            else:
                say(shown=self.shown)
        if not more:
            self.quit()
        return bool(more)


Program().run()
