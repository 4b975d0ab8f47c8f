// The requests of appearance-nightfilter on the session bus, without the shell's own modules.

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';

const NAME = 'io.github.appearanced.GnomeShell';
const PATH = '/io/github/appearanced/GnomeShell';
const FILTER = 'io.github.appearanced.NightFilter';
const INTERFACE = `<node>
  <interface name="io.github.appearanced.NightFilter1">
    <method name="Show">
      <arg name="progress" type="d" direction="in"/>
      <arg name="tint" type="(ddd)" direction="in"/>
      <arg name="milliseconds" type="u" direction="in"/>
    </method>
  </interface>
</node>`;

const LONGEST_FADE = 10 * 60 * 1000;
// The smallest floor of the configuration (nightfilter.floor).
const TINT_FLOOR = 0.05;

export const between = (number, least, most) => Math.min(Math.max(Number(number) || 0, least), most);

// A tint below the floor is raised to it, and a black one is red, as the filter does.
function raised(tint) {
    const valid = tint.map(channel => between(channel, 0, 1));
    const greatest = Math.max(...valid);
    if (greatest === 0)
        return [TINT_FLOOR, 0, 0];
    const factor = Math.max(TINT_FLOOR / greatest, 1);
    return valid.map(channel => Math.min(channel * factor, 1));
}

// Serves the owner of the filter's bus name only; the original colours return as soon as the owner changes.
export class FilterRequests {
    // Calls fade(progress, tint, milliseconds), with a progress from 0 for the original colours to 1 for night.
    constructor(fade) {
        this._fade = fade;
        this._caller = null;
        this._object = Gio.DBusExportedObject.wrapJSObject(INTERFACE, this);
        this._object.export(Gio.DBus.session, PATH);
        this._watch = Gio.DBus.session.watch_name(
            FILTER, Gio.BusNameWatcherFlags.NONE,
            (_bus, _name, owner) => this._follow(owner), () => this._follow(null));
        this._name = Gio.DBus.session.own_name(NAME, Gio.BusNameOwnerFlags.NONE, null, null);
    }

    destroy() {
        Gio.DBus.session.unown_name(this._name);
        Gio.DBus.session.unwatch_name(this._watch);
        this._object.unexport();
        this._object = null;
    }

    // The watch reports a change later than a request that was sent before, so the bus is asked for the owner at
    // each request: the caller may have left before the shell had time for it.
    ShowAsync([progress, tint, milliseconds], invocation) {
        Gio.DBus.session.call(
            'org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus', 'GetNameOwner',
            new GLib.Variant('(s)', [FILTER]), null, Gio.DBusCallFlags.NONE, -1, null,
            (bus, result) => {
                if (!this._object || this._owner(bus, result) !== invocation.get_sender()) {
                    invocation.return_dbus_error(
                        'org.freedesktop.DBus.Error.AccessDenied', `only the owner of ${FILTER} is served`);
                    return;
                }
                this._caller = invocation.get_sender();
                this._fade(between(progress, 0, 1), raised(tint), between(milliseconds, 0, LONGEST_FADE));
                invocation.return_value(null);
            });
    }

    _owner(bus, result) {
        try {
            const [owner] = bus.call_finish(result).deepUnpack();
            return owner;
        } catch {
            return null;
        }
    }

    _follow(owner) {
        if (owner === this._caller)
            return;
        this._caller = null;
        this._fade(0, [1, 0, 0], 0);
    }
}
