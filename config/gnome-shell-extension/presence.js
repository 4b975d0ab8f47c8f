// The reports of what changes wait for, to the daemon on the session bus, without the shell's own modules.

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';

const NAME = 'io.github.appearanced';
const PATH = '/io/github/appearanced';
const INTERFACE = 'io.github.appearanced.Appearance1';
// The limit of a name in a report.
const LONGEST_NAME = 256;

const printable = name => [...(name ?? '').replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')].slice(0, LONGEST_NAME).join('');

// Reports what holds changes, each as a kind and the name of a program. The daemon forgets it when the shell leaves
// the bus, and hears it again when it starts; it is never started by this.
export class PresenceReport {
    constructor() {
        this._holders = [];
        this._isRunning = false;
        // A daemon that has just started holds nothing of ours.
        this._hasReported = false;
        this._watch = Gio.DBus.session.watch_name(
            NAME, Gio.BusNameWatcherFlags.NONE,
            () => {
                [this._isRunning, this._hasReported] = [true, false];
                this._send();
            },
            () => (this._isRunning = false));
    }

    // Replaces the holders.
    set(holders) {
        const next = holders.map(([kind, who]) => [kind, printable(who)]);
        if (JSON.stringify(next) === JSON.stringify(this._holders))
            return;
        this._holders = next;
        this._send();
    }

    // Releases everything, as the shell stays on the bus.
    destroy() {
        this.set([]);
        Gio.DBus.session.unwatch_name(this._watch);
    }

    _send() {
        if (!this._isRunning || !this._hasReported && this._holders.length === 0)
            return;
        this._hasReported = true;
        Gio.DBus.session.call(
            NAME, PATH, INTERFACE, 'ReportPresence', new GLib.Variant('(a(ss)a{sv})', [this._holders, {}]),
            null, Gio.DBusCallFlags.NO_AUTO_START, -1, null, (bus, result) => {
                try {
                    bus.call_finish(result);
                } catch (error) {
                    // The next daemon is told again.
                    const {NO_REPLY, SERVICE_UNKNOWN, NAME_HAS_NO_OWNER} = Gio.DBusError;
                    const gone = [NO_REPLY, SERVICE_UNKNOWN, NAME_HAS_NO_OWNER];
                    if (!gone.some(code => error.matches(Gio.DBusError, code)))
                        console.warn(`appearanced: a report was refused: ${error.message}`);
                }
            });
    }
}
