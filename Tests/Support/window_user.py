#!/usr/bin/python3
"""Uses a window as a screen reader does, by AT-SPI, and as a hand does, by xdotool.

Each line in is a request: {"until": TEXT}, which waits until a widget has a name that contains it, {"until_gone":
TEXT}, and the actions {"press": NAME or BEGINNING*}, {"value": [NAME, NUMBER]}, {"open": NAME of a page}, {"turn":
NAME of a switch}, {"type": [NAME, TEXT]}, which ends with Enter, {"choose": [NAME, STEPS]}, which opens a list and goes
down in it, {"write": [NAME, TEXT]}, which types into a number without Enter, {"wheel": [NAME, STEPS]}, which turns the
wheel over a number, {"drag": [NAME, PLACE, PLACE]}, with places from 0 to 1 across the widget, {"size": [WIDTH, HEIGHT]},
{"until_red": FRAMEBUFFER}, which waits until the screen has no other colour, and {"key": NAME of a key}. Each is
answered by the same line. {"focusable": true} is answered by {"focusable": [[ROLE, NAME], …]}, {"texts": true} by
{"texts": [[ROLE, NAME, [NAME of a parent, …]], …]}, {"focused": true} by {"focused": [ROLE, NAME]}, and {"values":
NAME} by the number of a widget. Without a DISPLAY only those requests work that need no hand.
"""

import json
import os
import subprocess

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

from screen_colors import colors  # noqa: E402

APPLICATION = "appearance-window"
# A switch has another role in newer releases of GTK.
SWITCHES = (Atspi.Role.CHECK_BOX, Atspi.Role.TOGGLE_BUTTON)


def widgets():
    """Every widget of the window, parents first."""
    desktop = Atspi.get_desktop(0)
    desktop.clear_cache()
    for index in range(desktop.get_child_count()):
        application = desktop.get_child_at_index(index)
        if application and application.get_name() in (APPLICATION, "io.github.appearanced.Window"):
            yield from below(application)


def below(widget):
    widget.clear_cache()
    yield widget
    for index in range(widget.get_child_count()):
        child = widget.get_child_at_index(index)
        if child:
            yield from below(child)


def has(widget, state):
    return widget.get_state_set().contains(state)


def find(name, usable):
    """The first widget with a name that can be used; None if there is none."""
    for widget in widgets():
        if widget.get_name() == name and has(widget, Atspi.StateType.SENSITIVE) and usable(widget):
            return widget
    return None


def matches(name, wanted):
    """Whether a name is the wanted one, or begins with it where that ends in an asterisk."""
    return name.startswith(wanted[:-1]) if wanted.endswith("*") else name == wanted


def can_act(widget):
    """Whether a widget can be pressed; the actions of a label are those of its menu."""
    return (widget is not None and has(widget, Atspi.StateType.SENSITIVE)
            and widget.get_action_iface() is not None and widget.get_role() != Atspi.Role.LABEL
            and widget.get_n_actions() > 0)


def hand(*words):
    """Uses the pointer or the keyboard."""
    subprocess.run(["xdotool", *words], check=True)


def is_in_closed_list(widget):
    """Whether a widget is in the list of a choice, which GTK has also while it is closed."""
    return widget.get_parent() is not None and widget.get_parent().get_name() == "GtkListView"


def parents(widget):
    """The names of the widgets that contain one."""
    names = []
    while widget := widget.get_parent():
        names.append(widget.get_name())
    return names


class User:
    def __init__(self):
        self.requests = []
        self.is_answering = False
        self.buffer = b""
        self.listener = Atspi.EventListener.new(lambda event: self.answer())
        for event in ("object:property-change", "object:text-changed", "object:state-changed",
                      "object:children-changed", "window"):
            self.listener.register(event)
        # GTK 4.8 has no event for a widget that becomes sensitive or is hidden.
        GLib.timeout_add(200, self.answer_again)
        GLib.io_add_watch(
            GLib.IOChannel.unix_new(0), GLib.PRIORITY_DEFAULT,
            GLib.IOCondition.IN | GLib.IOCondition.HUP, self.read)
        if "DISPLAY" in os.environ:
            self.hide_pointer()
        print(json.dumps({"ready": True}), flush=True)

    def hide_pointer(self):
        """Hides the pointer, which has colours of its own."""
        from Xlib import display

        self.screen = display.Display()
        self.screen.xfixes_query_version()
        self.screen.screen().root.xfixes_hide_cursor()
        self.screen.sync()

    def read(self, *_):
        more = os.read(0, 65536)
        self.buffer += more
        *lines, self.buffer = self.buffer.split(b"\n")
        self.requests += map(json.loads, lines)
        self.answer()
        if not more:
            Atspi.event_quit()
        return bool(more)

    def answer_again(self):
        self.answer()
        return True

    def answer(self):
        """Answers the requests in their order, until one has to wait for the next event."""
        # A call by AT-SPI runs the main loop, and with it this.
        if self.is_answering:
            return
        self.is_answering = True
        try:
            self.answer_all()
        finally:
            self.is_answering = False

    def answer_all(self):
        while self.requests:
            try:
                answer = self.result(self.requests[0])
            except GLib.Error:
                # A widget has gone while it was looked at.
                answer = None
            if not answer:
                return
            self.requests.pop(0)
            print(json.dumps(answer), flush=True)

    def result(self, request):
        (verb, value), = request.items()
        if verb == "until":
            return request if any(value in widget.get_name() for widget in widgets()) else None
        if verb == "until_gone":
            return None if any(value in widget.get_name() for widget in widgets()) else request
        if verb == "press":
            # The button of a toast has no name in libadwaita 1.2, but its label has.
            found = [widget for widget in widgets() if matches(widget.get_name(), value)]
            for widget in found + [label.get_parent() for label in found]:
                if can_act(widget) and widget.do_action(0):
                    return request
            return None
        if verb == "value":
            name, number = value
            widget = find(name, lambda widget: widget.get_value_iface() is not None)
            return request if widget and widget.set_current_value(number) else None
        if verb == "values":
            widget = find(value, lambda widget: widget.get_value_iface() is not None)
            return {"values": widget.get_current_value()} if widget else None
        if verb == "until_red":
            seen = colors(value)
            return request if seen["coloured"] == 0 and seen["red"] > 1000 else None
        if verb == "open":
            tab = self.found(value, (Atspi.Role.PAGE_TAB,))
            return request if tab and tab.do_action(0) else None
        if verb == "turn":
            switch = self.found(value, SWITCHES)
            return request if switch and switch.do_action(0) else None
        if verb == "size":
            return request if self.resize(*value) else None
        if verb == "type":
            name, text = value
            entry = self.found(name, (Atspi.Role.TEXT, Atspi.Role.ENTRY))
            if not entry:
                return None
            self.click(entry)
            hand("key", "ctrl+a", "type", "--delay", "0", text) if text else hand(
                "key", "ctrl+a", "key", "BackSpace")
            hand("key", "Return")
            return request
        if verb == "write":
            number = self.found(value[0], (Atspi.Role.SPIN_BUTTON,))
            if not number:
                return None
            self.click(number)
            hand("key", "ctrl+a", "type", "--delay", "0", value[1])
            return request
        if verb == "wheel":
            number = self.found(value[0], (Atspi.Role.SPIN_BUTTON,))
            if not number:
                return None
            hand("mousemove", *self.place(number), "click", "--repeat", str(value[1]), "5")
            return request
        if verb == "choose":
            name, steps = value
            row = self.found(name, (Atspi.Role.COMBO_BOX,))
            if not row:
                return None
            self.click(row)
            hand("key", "--delay", "50", *["Down"] * steps, "Return")
            return request
        if verb == "drag":
            name, start, end = value
            return request if self.drag(name, start, end) else None
        if verb == "key":
            # The name of a key is that of its symbol, as xdotool knows it.
            hand("key", value)
            return request
        if verb == "focused":
            for widget in widgets():
                if has(widget, Atspi.StateType.FOCUSED):
                    return {"focused": [widget.get_role_name(), widget.get_name()]}
            # GTK 4.8 does not show the entry in a number.
            return {"focused": ["", ""]}
        if verb == "texts":
            return {"texts": [
                [widget.get_role_name(), widget.get_name(), parents(widget)] for widget in widgets()
                if widget.get_name()]}
        return {"focusable": [
            [widget.get_role_name(), widget.get_name()] for widget in widgets()
            if has(widget, Atspi.StateType.FOCUSABLE) and not is_in_closed_list(widget)]}


    def found(self, name, roles):
        """The first widget of a role and a name that can be used and is shown; None if there is none."""
        for widget in widgets():
            if (widget.get_name() == name and widget.get_role() in roles
                    and has(widget, Atspi.StateType.SENSITIVE)):
                extents = widget.get_extents(Atspi.CoordType.WINDOW)
                if extents.width > 0 and extents.height > 0:
                    return widget
        return None

    def resize(self, width, height):
        """Gives the window a size and the keyboard, as a window manager does; False until there is one."""
        search = ["search", "--onlyvisible", "--class", APPLICATION]
        return subprocess.run(
            ["xdotool", *search, "windowsize", "--sync", str(width), str(height), "windowfocus"],
            stderr=subprocess.DEVNULL).returncode == 0

    def place(self, widget):
        """A place in a widget, in its text."""
        extents = widget.get_extents(Atspi.CoordType.WINDOW)
        return str(extents.x + extents.width // 3), str(extents.y + extents.height // 2)

    def click(self, widget):
        hand("mousemove", *self.place(widget), "click", "1")

    def drag(self, name, start, end):
        """Drags from one place of a widget to another with the pointer; False if there is no such widget."""
        for widget in widgets():
            if name not in widget.get_name() or widget.get_component_iface() is None:
                continue
            extents = widget.get_extents(Atspi.CoordType.WINDOW)
            if extents.height < 40 or extents.width < 200:
                continue
            y = extents.y + extents.height // 2
            places = [round(extents.x + extents.width * (start + (end - start) * step / 8))
                      for step in range(9)]
            move = [["mousemove", str(x), str(y)] for x in places]
            hand(*move[0], "mousedown", "1", *sum(move[1:], []), "mouseup", "1")
            return True
        return False


user = User()
Atspi.event_main()
