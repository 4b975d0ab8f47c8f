// The daemon on the session bus, without the shell's own modules.

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';

const NAME = 'io.github.appearanced';
const PATH = '/io/github/appearanced';
const INTERFACE = 'io.github.appearanced.Appearance1';
// Signalled each second, and shown nowhere.
const UNUSED = ['LightLevel', 'LightLevelUnit'];

// Follows the daemon, and calls it. It never starts it, except by start().
export class Service {
    // Calls changed() for each change of the state.
    constructor(changed) {
        this._changed = changed;
        this._cancellable = new Gio.Cancellable();
        this._signals = [];
        Gio.DBusProxy.new(
            Gio.DBus.session, Gio.DBusProxyFlags.DO_NOT_AUTO_START, null, NAME, PATH, INTERFACE,
            this._cancellable, (_source, result) => this._begin(result));
    }

    destroy() {
        this._cancellable.cancel();
        this._signals.forEach(signal => this._proxy.disconnect(signal));
        this._signals = [];
        this._proxy = null;
        this._changed = () => {};
    }

    // The properties that a tile shows, by their names on the bus; null while the daemon does not run.
    get state() {
        if (!this._proxy?.g_name_owner)
            return null;
        const state = {};
        for (const name of this._proxy.get_cached_property_names() ?? [])
            state[name] = this._proxy.get_cached_property(name).deepUnpack();
        // A daemon that is only just starting or ending has none.
        return state.Appearance ? state : null;
    }

    _begin(result) {
        try {
            this._proxy = Gio.DBusProxy.new_finish(result);
        } catch (error) {
            this._report(error, 'the session bus is unavailable');
            return;
        }
        this._signals = [
            this._proxy.connect('notify::g-name-owner', () => this._changed()),
            this._proxy.connect('g-properties-changed', (_proxy, changed) => {
                if (Object.keys(changed.deepUnpack()).some(name => !UNUSED.includes(name)))
                    this._changed();
            }),
        ];
        this._changed();
    }

    // Sets a mode; a temporary one ends with the next change of the schedule.
    setMode(mode, isTemporary) {
        const options = isTemporary ? {until: new GLib.Variant('s', 'next')} : {};
        this._call('SetMode', new GLib.Variant('(sa{sv})', [mode, options]), error => {
            // A schedule without a next change, such as that of a polar night, ends no mode.
            if (isTemporary && Gio.DBusError.get_remote_error(error) === `${NAME}.Error.NoSuchEvent`)
                this.setMode(mode, false);
            else
                this._report(error, 'the mode was not set');
        });
    }

    pause() {
        this._call('Pause', new GLib.Variant('(a{sv})', [{}]));
    }

    resume() {
        this._call('Resume', null);
    }

    // Calls the daemon, for which the bus starts it.
    start() {
        Gio.DBus.session.call(
            NAME, PATH, 'org.freedesktop.DBus.Peer', 'Ping', null, null, Gio.DBusCallFlags.NONE, -1,
            this._cancellable, (bus, result) => {
                try {
                    bus.call_finish(result);
                } catch (error) {
                    this._report(error, 'the service does not start');
                }
            });
    }

    _call(method, parameters, failed = error => this._report(error, `${method} has failed`)) {
        this._proxy?.call(
            method, parameters, Gio.DBusCallFlags.NONE, -1, this._cancellable, (proxy, result) => {
                try {
                    proxy.call_finish(result);
                } catch (error) {
                    failed(error);
                }
            });
    }

    _report(error, words) {
        if (!error.matches?.(Gio.IOErrorEnum, Gio.IOErrorEnum.CANCELLED))
            console.warn(`appearanced: ${words}: ${error.message}`);
    }
}
